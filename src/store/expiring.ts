import { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';

/** Opens a namespace of the settings file for small records that may have an end. Errors are thrown, as in `openShelf`. */
export async function openExpiring(path: string, namespace: string): Promise<Keyv<unknown>> {
  const store = new KeyvSqlite({ uri: `sqlite://${path}`, driver: 'node:sqlite', wal: true, busyTimeout: 1_000 });
  await store.ready;
  return new Keyv<unknown>({ store, namespace });
}
