import type { Log } from '../../ports/log.ts';
import type { CachedValues, CacheSpace, OpenSpace } from '../cache/cache.ts';
import { RecordReader, writeRecord } from '../mappers/record.ts';
import type { Postgres } from './connection.ts';
import { expiryIn, IS_ALIVE } from './record-table.ts';
import { retrySave } from './retry-write.ts';
import { storedText } from './text.ts';

const GET = `SELECT record FROM cache WHERE space = $1 AND key = $2 AND ${IS_ALIVE}`;
const PUT = `INSERT INTO cache (space, key, user_id, record, expires_at) VALUES ($1, $2, $3, $4, ${expiryIn(5)})
  ON CONFLICT (space, key) DO UPDATE SET user_id = excluded.user_id, record = excluded.record, expires_at = excluded.expires_at`;
const REMOVE = 'DELETE FROM cache WHERE space = $1 AND key = $2';
const REMOVE_OF = 'DELETE FROM cache WHERE space = $1 AND user_id = $2';
const CLEAR = 'DELETE FROM cache WHERE expires_at < clock_timestamp()';

/** Opens the cache of a database. All its processes share it, since any of them may answer a button. */
export function openCache(db: Postgres, log: Log): OpenSpace {
  return <T extends object>(space: CacheSpace<T>): CachedValues<T> => {
    const reader = new RecordReader(space, log);
    const { name, userIdOf } = space;
    const write = async (sql: string, values: readonly unknown[]) => {
      await retrySave(db, () => db.query(sql, values));
    };
    return {
      async get(key) {
        const { rows } = await db.query<{ record: string }>(GET, [name, storedText(key)]);
        return rows[0] === undefined ? null : reader.readText(rows[0].record);
      },
      set: (key, value, lifeMs) => {
        const record = JSON.stringify(writeRecord(space, value));
        return write(PUT, [name, storedText(key), userIdOf?.(value) ?? null, record, lifeMs ?? null]);
      },
      delete: (key) => write(REMOVE, [name, storedText(key)]),
      deleteOf: (userId) => write(REMOVE_OF, [name, userId]),
      async clearExpired() {
        await db.query(CLEAR);
      },
    };
  };
}
