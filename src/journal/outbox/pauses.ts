import type { DatabaseSync } from 'node:sqlite';
import type { Pause } from '../../ports/journal.ts';
import type { Target } from '../../routing/notice.ts';
import { command, query } from '../database/sql.ts';
import { withTargets, writeTarget } from '../database/target.ts';
import type { UnreadableRows } from '../database/unreadable-rows.ts';

/** Targets that Discord's answer paused. */
export function pausesTable(db: DatabaseSync, unreadable: UnreadableRows) {
  const put = command(
    db,
    `INSERT INTO pauses (target, code, at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET code = excluded.code, at = excluded.at`,
  );
  const remove = command(db, 'DELETE FROM pauses WHERE target = ?');
  const all = query<{ target: string; code: number; at: number }>(
    db,
    'SELECT target, code, at FROM pauses ORDER BY at',
  );
  return {
    put: ({ target, code, at }: Pause): number => put(writeTarget(target), code, at),
    remove: (target: Target): number => remove(writeTarget(target)),
    all: (): Pause[] => withTargets(all.all(), unreadable),
  };
}
