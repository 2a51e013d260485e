import type { Log } from '../../ports/log.ts';
import type { Settings, UnfinishedChanges } from '../../ports/settings.ts';
import { feedSchema, personSchema, watchSchema } from '../mappers/settings-schemas.ts';
import { openDatabase } from './database.ts';
import { RecordStore } from './record-store.ts';
import { openUnfinishedChanges } from './unfinished-changes.ts';
import { WalCheckpoint } from './wal-checkpoint.ts';

/**
 * Settings in Keyv on SQLite, and what of them is being changed. `setAside`: the ids of records that the last reading could not
 * read.
 */
export interface SettingsStore extends Settings {
  readonly unfinished: UnfinishedChanges;
  /** Why the file was not written when that was last tried; null: it was. */
  trouble(): string | null;
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
  const walCheckpoint = new WalCheckpoint(path, log);
  const parts = { walCheckpoint, log };
  const feeds = await RecordStore.open(path, { namespace: 'feeds', schema: feedSchema, ...parts });
  const watches = await RecordStore.open(path, { namespace: 'watches', schema: watchSchema, ...parts });
  const people = await RecordStore.open(path, { namespace: 'people', schema: personSchema, ...parts });
  const unfinished = await openUnfinishedChanges(path, parts);
  return {
    unfinished,
    trouble: () => walCheckpoint.trouble(),
    feeds: () => feeds.all(),
    watches: () => watches.all(),
    people: () => people.all(),
    putFeed: (feed) => feeds.put(feed),
    putWatch: (watch) => watches.put(watch),
    putPerson: (person) => people.put(person),
    removeFeed: (id) => feeds.remove(id),
    removeWatch: (id) => watches.remove(id),
    removePerson: (id) => people.remove(id),
    setAside: () => ({ feeds: feeds.setAside(), watches: watches.setAside(), people: people.setAside() }),
    async close() {
      walCheckpoint.close();
      for (const records of [feeds, watches, people, unfinished]) await records.close();
    },
  };
}
