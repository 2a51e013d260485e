import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type AskStore, SNAPSHOT_AT } from './ledger.ts';

/** @param path the journal's file; nothing is found where it is not made yet */
export function askSqlite(path: string): AskStore {
  return async (sql) => askNow(path, sql);
}

/** When the snapshot that counts was asked for, epoch ms; 0: none yet, or no journal. */
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
