import type { DatabaseSync } from 'node:sqlite';
import { command, query } from '../database/sql.ts';

/** Moments, and single numbers, that must survive a restart, by name. The journal's own begin with a dot. */
export function checkpointsTable(db: DatabaseSync) {
  const put = command(db, 'INSERT INTO moments (name, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at');
  const get = query<{ at: number }>(db, 'SELECT at FROM moments WHERE name = ?');
  return {
    put: (name: string, at: number): number => put(name, at),
    get: (name: string): number | null => get.first(name)?.at ?? null,
  };
}

export const SNAPSHOT = '.snapshot';
export const LAST_DELIVERY = '.last-delivery';
export const FIRST_BANS = '.first-bans';
