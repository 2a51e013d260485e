import type { DatabaseSync } from 'node:sqlite';
import { command, query } from './sql.ts';

/** When each feed or watch was last told of. */
export function toldTable(db: DatabaseSync) {
  const put = command(db, 'INSERT INTO told (source, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at');
  const get = query<{ at: number }>(db, 'SELECT at FROM told WHERE source = ?');
  const forget = command(db, 'DELETE FROM told WHERE source = ?');
  return {
    put: (source: string, at: number): number => put(source, at),
    get: (source: string): number | null => get.first(source)?.at ?? null,
    forget: (source: string): number => forget(source),
  };
}
