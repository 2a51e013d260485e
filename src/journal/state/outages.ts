import type { DatabaseSync } from 'node:sqlite';
import type { Outage, StreamTurn } from '../../ports/journal.ts';
import { command, query } from '../database/sql.ts';

/** Times without the stream; at most one is open, also over restarts. */
export function outagesTable(db: DatabaseSync) {
  const begin = command(db, 'INSERT INTO outages (began, why) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const end = command(db, 'UPDATE outages SET ended = max(began, ?) WHERE ended IS NULL');
  const gap = command(db, 'INSERT INTO outages (began, ended, why) VALUES (?, ?, ?)');
  const since = query<{ began: number; ended: number | null; why: string }>(
    db,
    'SELECT began, ended, why FROM outages WHERE ended IS NULL OR ended >= ? ORDER BY began, id',
  );
  const prune = command(db, 'DELETE FROM outages WHERE ended < ?');
  return {
    turn(turn: StreamTurn): void {
      if (turn.kind === 'down') begin(turn.at, turn.why);
      else end(turn.at);
    },
    gap: ({ from, until, why }: Outage): number => gap(from, until, why),
    since: (at: number): Outage[] => since.all(at).map(({ began, ended, why }) => ({ from: began, until: ended, why })),
    prune: (before: number): number => prune(before),
  };
}
