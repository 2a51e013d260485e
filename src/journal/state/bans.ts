import type { DatabaseSync } from 'node:sqlite';
import type { Ban } from '../../ports/journal.ts';
import { command, query } from '../database/sql.ts';
import { type checkpointsTable, FIRST_BANS } from './checkpoints.ts';

/** The bans in force, as the last list had them. */
export function bansTable(db: DatabaseSync, checkpoints: ReturnType<typeof checkpointsTable>) {
  const add = command(db, 'INSERT INTO bans (id, first_seen_at) VALUES (?, ?)');
  const remove = command(db, 'DELETE FROM bans WHERE id = ?');
  const all = query<{ id: string; first_seen_at: number | null }>(db, 'SELECT id, first_seen_at FROM bans ORDER BY id');
  return {
    /** Takes in a whole list; a ban that was lifted is gone, and new when it comes back. The very first list has no news. */
    take(ids: readonly string[], at: number): void {
      const isFirst = checkpoints.get(FIRST_BANS) === null;
      const listed = new Set(ids);
      const known = new Set(all.all().map((ban) => ban.id));
      for (const id of known) if (!listed.has(id)) remove(id);
      for (const id of listed) if (!known.has(id)) add(id, isFirst ? null : at);
      if (isFirst) checkpoints.put(FIRST_BANS, at);
    },
    all: (): Ban[] => all.all().map(({ id, first_seen_at }) => ({ id, firstSeenAt: first_seen_at })),
  };
}
