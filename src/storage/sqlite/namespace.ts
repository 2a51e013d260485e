import { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';

const BUSY_TIMEOUT_MS = 1_000;
const ROWS_PER_READ = 500;

/**
 * Records by key. What is not JSON is found as `undefined`. `clearExpired` deletes what has outlived its time, in all
 * namespaces: what has expired is not found any more, but stays in the file until then.
 */
export type Namespace = Keyv<unknown> & { clearExpired(): Promise<void> };

/**
 * Opens a namespace of the settings file at `path`, which must have been opened with `openDatabase` before.
 *
 * No 'error' listener on purpose: without one Keyv throws its errors, with one it swallows them and answers `false`.
 */
export async function openNamespace(path: string, namespace: string): Promise<Namespace> {
  const store = new KeyvSqlite({
    uri: `sqlite://${path}`,
    driver: 'node:sqlite',
    wal: true,
    busyTimeout: BUSY_TIMEOUT_MS,
    iterationLimit: ROWS_PER_READ,
  });
  await store.ready;
  const keyv = new Keyv<unknown>({
    store,
    namespace,
    serialization: { stringify: JSON.stringify, parse: parseOrNothing },
  });
  return Object.assign(keyv, { clearExpired: () => store.clearExpired() });
}

/** Throwing would end the reading of all the others. */
function parseOrNothing<T>(text: string): T | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // whoever asked finds a key without a record, as good as one that cannot be read
  }
}
