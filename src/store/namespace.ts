import { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';

const BUSY_TIMEOUT_MS = 1_000;
const ROWS_PER_READ = 500;

/**
 * Opens a namespace of the settings file at `path`, which must have been opened with `openDatabase` before.
 * `parse`: how a stored text is read, JSON unless told. `clearExpired` deletes what has outlived its time, in all
 * namespaces: what has expired is not found any more, but stays in the file until then.
 *
 * No 'error' listener on purpose: without one Keyv throws its errors, with one it swallows them and answers `false`.
 */
export async function openNamespace(
  path: string,
  namespace: string,
  parse: <T>(text: string) => T | undefined = JSON.parse,
): Promise<Keyv<unknown> & { clearExpired(): Promise<void> }> {
  const store = new KeyvSqlite({
    uri: `sqlite://${path}`,
    driver: 'node:sqlite',
    wal: true,
    busyTimeout: BUSY_TIMEOUT_MS,
    iterationLimit: ROWS_PER_READ,
  });
  await store.ready;
  const keyv = new Keyv<unknown>({ store, namespace, serialization: { stringify: JSON.stringify, parse } });
  return Object.assign(keyv, { clearExpired: () => store.clearExpired() });
}
