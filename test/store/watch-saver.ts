import { writeSync } from 'node:fs';
import { openJournal } from '../../src/journal/journal.ts';
import { countSettings } from '../../src/store/counted-settings.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openSettings } from '../../src/store/settings.ts';
import { recordingLog } from './recording-log.ts';
import { feed, watch } from './samples.ts';

// Saves a feed and three watches, says so, and waits to be killed: with nothing else done, where `at-once` is asked for.
const [settingsPath = '', eventsPath = '', manner] = process.argv.slice(2);
const log = recordingLog();
const journal = openJournal(openDatabase(eventsPath, log), Date.now);
const { settings } = await countSettings(await openSettings(settingsPath, log), journal, log, Date.now());
await settings.putFeed(feed);
for (const id of ['w1', 'w2', 'w3']) await settings.putWatch({ ...watch, id });
writeSync(1, 'saved\n');
if (manner === 'at-once') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
setInterval(() => undefined, 60_000);
