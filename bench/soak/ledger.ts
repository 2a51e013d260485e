import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Cause } from '../../src/routing/notice.ts';
import { serialOf } from './serials.ts';

/** What the bot's journal holds, looked at from outside. */
export interface Ledger {
  /** Prices of the auctions and trades in the history. */
  readonly heard: readonly number[];
  /** `why`: it was taken out untold. */
  readonly notices: readonly { readonly target: string; readonly serial: number; readonly why: string | null }[];
  readonly waiting: number;
  /** Messages that Discord would not have. */
  readonly setAside: number;
  /** When the snapshot that counts was asked for, epoch ms; 0: none yet. */
  readonly snapshotAt: number;
}

/** @param path the journal's file; the bot may be at work on it */
export function readLedger(path: string): Ledger {
  return look(path, (db) => {
    const rows = (sql: string) => db.prepare(sql).all();
    const number = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0);
    const notices = rows('SELECT target, json, why FROM notices JOIN causes ON causes.id = cause').flatMap((row) => {
      const serial = serialOf(JSON.parse(String(row.json)) as Cause);
      return serial === null
        ? []
        : [{ target: String(row.target), serial, why: row.why === null ? null : String(row.why) }];
    });
    return {
      heard: rows('SELECT paid FROM trades').map(({ paid }) => Number(paid)),
      notices,
      waiting: number(`SELECT (SELECT count(*) FROM notices WHERE ended_at IS NULL)
        + (SELECT count(*) FROM messages WHERE settled_at IS NULL)`),
      setAside: number('SELECT count(*) FROM messages WHERE settled_at IS NOT NULL AND message_id IS NULL'),
      snapshotAt: number("SELECT at FROM moments WHERE name = '.snapshot'"),
    };
  });
}

/** When the snapshot that counts was asked for, epoch ms; 0: none yet, or no journal. */
export function readSnapshotAt(path: string): number {
  if (!existsSync(path)) return 0;
  return look(path, (db) => {
    const isMade = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'moments'").get() !== undefined;
    return isMade ? Number(db.prepare("SELECT at FROM moments WHERE name = '.snapshot'").get()?.at ?? 0) : 0;
  });
}

/** How much waits: for the target that most waits for, and in all. */
export function readLines(path: string): { readonly longest: number; readonly all: number } {
  return look(path, (db) => {
    const counts = db
      .prepare(
        `SELECT count(*) AS waiting FROM
           (SELECT target FROM notices WHERE ended_at IS NULL UNION ALL SELECT target FROM messages WHERE settled_at IS NULL)
         GROUP BY target`,
      )
      .all()
      .map(({ waiting }) => Number(waiting));
    return { longest: Math.max(0, ...counts), all: counts.reduce((sum, count) => sum + count, 0) };
  });
}

function look<T>(path: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    return read(db);
  } finally {
    db.close();
  }
}
