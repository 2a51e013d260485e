import { writeSync } from 'node:fs';
import { countSettings } from '../../../src/storage/sqlite/counted-settings.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { openJournal } from '../../../src/storage/sqlite/journal.ts';
import { openSettings } from '../../../src/storage/sqlite/settings.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { feed, watch } from './samples.ts';

// Saves a feed and three watches, says so, and waits to be killed.
const [settingsPath = '', eventsPath = ''] = process.argv.slice(2);
const log = recordingLog();
const journal = openJournal(openDatabase(eventsPath, log), Date.now, log);
const { settings } = await countSettings(await openSettings(settingsPath, log), journal, log, Date.now());
await settings.putFeed(feed);
for (const id of ['w1', 'w2', 'w3']) await settings.putWatch({ ...watch, id });
writeSync(1, 'saved\n');
setInterval(() => undefined, 60_000);
