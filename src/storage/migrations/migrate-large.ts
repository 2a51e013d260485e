import type { DatabaseSync } from 'node:sqlite';
import { inThread, isLarge } from '../sqlite/in-thread.ts';
import { isOutdated } from './sqlite.ts';

const WORKER = new URL('./migrate-worker.ts', import.meta.url);

/**
 * Brings the tables of a large journal, which nothing writes to yet, up to date in a thread of its own: that may take minutes. Where it fails, or
 * the journal is small, opening the journal does it, or says why not.
 */
export async function migrateLarge(db: DatabaseSync): Promise<void> {
  const path = db.location();
  if (path !== null && isOutdated(db) && isLarge(path)) await inThread(WORKER, path);
}
