import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { recordingLog } from '../../log/recording-log.ts';
import { openSettings } from './open-store-file.ts';
import { feed, watch } from './samples.ts';

// Saves a feed and three watches, reports that after the next turn of the event loop, and waits to be killed.
const settings = await openSettings(process.argv[2] ?? '', recordingLog());
await settings.putFeed(feed);
for (const id of ['w1', 'w2', 'w3']) await settings.putWatch({ ...watch, id });
await setImmediate();
await setImmediate();
writeSync(1, 'saved\n');
setInterval(() => undefined, 60_000);
