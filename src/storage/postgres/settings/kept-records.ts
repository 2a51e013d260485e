import { NotSaved } from '../../../faults/not-saved.ts';
import type { Log } from '../../../ports/log.ts';
import type { CachedValues, CacheSpace } from '../../cache/cache.ts';
import { RecordReader, writeRecord } from '../../mappers/record-reader.ts';
import type { RecordTableDefinition } from '../../mappers/record-tables.ts';
import type { Records } from '../../records/records.ts';
import type { Postgres } from '../connection.ts';
import { storedText } from '../text.ts';
import { writeSurely } from '../write-surely.ts';

const GET =
  'SELECT record FROM kept WHERE space = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > clock_timestamp())';
const SET = `INSERT INTO kept (space, key, user_id, record, expires_at)
  VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5::float8 / 1000))
  ON CONFLICT (space, key) DO UPDATE SET user_id = excluded.user_id, record = excluded.record, expires_at = excluded.expires_at`;
/** One that has expired is deleted, and counts as gone. */
const DELETE = `DELETE FROM kept WHERE space = $1 AND key = $2
  RETURNING expires_at IS NULL OR expires_at > clock_timestamp() AS "wasThere"`;
const DELETE_OF = 'DELETE FROM kept WHERE space = $1 AND user_id = $2';
const CLEAR = 'DELETE FROM kept WHERE expires_at < clock_timestamp()';

/** Opens what is kept in PostgreSQL, which all processes share. */
export function openKept(
  db: Postgres,
  log: Log,
): <T extends object>(kind: RecordTableDefinition<T> | CacheSpace<T>) => Records<T> & CachedValues<T> {
  return <T extends object>(kind: RecordTableDefinition<T> | CacheSpace<T>) => {
    const reader = new RecordReader(kind, log);
    const name = 'legacySpace' in kind ? kind.legacySpace : kind.name;
    const userIdOf = 'userIdOf' in kind ? kind.userIdOf : undefined;
    return {
      async get(key: string) {
        const { rows } = await db.query<{ record: string }>(GET, [name, storedText(key)]);
        return rows[0] === undefined ? null : reader.read(JSON.parse(rows[0].record));
      },
      async set(key: string, record: T, lifeMs?: number) {
        await saving(async () => {
          const values = [storedText(key), userIdOf?.(record) ?? null, JSON.stringify(writeRecord(kind, record))];
          await writeSurely(db, () => db.query(SET, [name, ...values, lifeMs ?? null]));
        });
      },
      delete: (key: string) =>
        saving(async () => {
          const { rows } = await db.query<{ wasThere: boolean }>(DELETE, [name, storedText(key)]);
          return rows[0]?.wasThere === true;
        }),
      async deleteOf(userId: string) {
        await saving(() => writeSurely(db, () => db.query(DELETE_OF, [name, userId])));
      },
      async clearExpired() {
        await db.query(CLEAR);
      },
    };
  };
}

/** @throws NotSaved */
export async function saving<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof NotSaved ? error : new NotSaved(error);
  }
}
