import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type AskStore, SNAPSHOT_AT } from './ledger.ts';

/** @param path the journal's file; the result is empty until it exists */
export function askSqlite(path: string): AskStore {
  return async (sql) => askNow(path, sql);
}

/** When the current snapshot was requested, epoch ms; 0 before the first and without a journal. */
export function readSnapshotAt(path: string): number {
  return Number(askNow(path, SNAPSHOT_AT)[0]?.at ?? 0);
}

function askNow(path: string, sql: string): Awaited<ReturnType<AskStore>> {
  if (!existsSync(path)) return [];
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const isMade = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'checkpoints'").get() !== undefined;
    return isMade ? db.prepare(sql).all() : [];
  } finally {
    db.close();
  }
}
