import type { Log } from '../ports/log.ts';
import type { Settings } from '../ports/settings.ts';
import { openDatabase } from './database.ts';
import { openRecordStore } from './record-store.ts';
import { feedSchema, personSchema, watchSchema } from './schemas.ts';
import { openWalCheckpoint } from './wal-checkpoint.ts';

/** Settings in Keyv on SQLite. `setAside`: the ids of records that the last reading could not read. */
export interface SettingsStore extends Settings {
  setAside(): Readonly<Record<'feeds' | 'watches' | 'people', readonly string[]>>;
  close(): Promise<void>;
}

/**
 * Opens the settings file at `path`. A corrupt file is set aside and a new one begun (see `openDatabase`).
 *
 * @throws StoreUnusable where the path cannot be opened and written: Keyv itself would end the process there, with an
 * unhandled rejection.
 */
export async function openSettings(path: string, log: Log): Promise<SettingsStore> {
  openDatabase(path, log).close();
  const walCheckpoint = openWalCheckpoint(path, log);
  const feeds = await openRecordStore(path, 'feeds', feedSchema, walCheckpoint, log);
  const watches = await openRecordStore(path, 'watches', watchSchema, walCheckpoint, log);
  const people = await openRecordStore(path, 'people', personSchema, walCheckpoint, log);
  return {
    feeds: feeds.all,
    watches: watches.all,
    people: people.all,
    putFeed: feeds.put,
    putWatch: watches.put,
    putPerson: people.put,
    removeFeed: feeds.remove,
    removeWatch: watches.remove,
    removePerson: people.remove,
    setAside: () => ({ feeds: feeds.setAside(), watches: watches.setAside(), people: people.setAside() }),
    async close() {
      walCheckpoint.close();
      for (const records of [feeds, watches, people]) await records.close();
    },
  };
}
