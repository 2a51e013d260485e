import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { silentLog } from '../log/silent-log.ts';
import type { Feed } from '../routing/feed.ts';
import { RecordReader } from '../storage/mappers/record.ts';
import { formsOf } from '../storage/mappers/settings-records.ts';
import type { OpenRecords } from '../storage/records/records.ts';
import { BUSY_TIMEOUT_MS } from '../storage/sqlite/files.ts';

/** Keyv's wrapping of a record. */
const wrapped = z.object({ value: z.unknown() });

/** Reads the feeds in a settings file of an earlier Crier. `unread`: how many cannot be read. */
export function readLegacySettings(db: DatabaseSync): { readonly feeds: readonly Feed[]; readonly unread: number } {
  const rows = db.prepare("SELECT key, value FROM keyv WHERE namespace = 'feeds' ORDER BY key").all();
  const records = rows.map(({ key, value }) => ({ id: String(key), record: JSON.stringify(valueIn(value)) ?? '' }));
  const feeds = formsOf(silentLog).feeds.readAll(records);
  return { feeds, unread: rows.length - feeds.length };
}

/** Opens the records in a settings file of an earlier Crier, which are read and deleted but not written. */
export function openLegacyRecords(path: string): OpenRecords {
  const inFile = <T>(readOnly: boolean, work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  return (table) => {
    // SQL finds nothing in a space that is null.
    const { legacySpace = null } = table;
    const reader = new RecordReader(table, silentLog);
    return {
      async get(key) {
        const row = inFile(true, (db) =>
          db
            .prepare('SELECT value FROM keyv WHERE namespace = ? AND key = ? AND (expires IS NULL OR expires > ?)')
            .get(legacySpace, key, Date.now()),
        );
        return row === undefined ? null : reader.read(valueIn(row.value));
      },
      async set() {
        throw new RangeError('an old settings file is not written');
      },
      async delete(key) {
        const remove = (db: DatabaseSync) =>
          db.prepare('DELETE FROM keyv WHERE namespace = ? AND key = ?').run(legacySpace, key);
        return inFile(false, remove).changes > 0;
      },
    };
  };
}

/** @returns undefined if there is none */
function valueIn(text: unknown): unknown {
  try {
    return wrapped.safeParse(JSON.parse(String(text))).data?.value;
  } catch {
    return undefined; // read as a record that cannot be read
  }
}
