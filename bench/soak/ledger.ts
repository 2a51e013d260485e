import type { Cause } from '../../src/routing/notice.ts';
import { serialOf } from './serials.ts';

/** What the bot's journal holds, looked at from outside. */
export interface Ledger {
  /** Prices of the auctions and trades in the history. */
  readonly heard: readonly number[];
  /** In the order in which they were written. `why`: it was taken out untold. */
  readonly notices: readonly { readonly target: string; readonly serial: number; readonly why: string | null }[];
  readonly waiting: number;
  /** Messages that Discord would not have. */
  readonly undelivered: number;
  /** When the snapshot that counts was asked for, epoch ms; 0: none yet. */
  readonly snapshotAt: number;
  /** Epoch ms; `until` null: still open. */
  readonly outages: readonly { readonly from: number; readonly until: number | null; readonly why: string }[];
}

/** How much waits: for the target that most waits for, and in all. */
export interface Lines {
  readonly longest: number;
  readonly all: number;
}

/** Runs one of the texts below on a store, which a bot may be at work on. */
export type AskStore = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** The same in both stores. */
const NOTICES = 'SELECT target, json, why FROM notices JOIN causes ON causes.id = cause ORDER BY notices.id';
const HEARD = 'SELECT paid FROM trades';
const WAITING = `SELECT target, count(*) AS waiting FROM
    (SELECT target FROM notices WHERE ended_at IS NULL UNION ALL SELECT target FROM messages WHERE settled_at IS NULL) AS waiting
  GROUP BY target`;
const UNDELIVERED = 'SELECT count(*) AS count FROM messages WHERE settled_at IS NOT NULL AND message_id IS NULL';
export const SNAPSHOT_AT = "SELECT at FROM checkpoints WHERE name = '.snapshot'";
const OUTAGES = 'SELECT began, ended, why FROM outages ORDER BY began';

export async function readLedger(ask: AskStore): Promise<Ledger> {
  const notices = (await ask(NOTICES)).flatMap((row) => {
    const serial = serialOf(JSON.parse(String(row.json)) as Cause);
    return serial === null ? [] : [{ target: String(row.target), serial, why: textOf(row.why) }];
  });
  return {
    heard: (await ask(HEARD)).map(({ paid }) => Number(paid)),
    notices,
    waiting: (await readLines(ask)).all,
    undelivered: Number((await ask(UNDELIVERED))[0]?.count),
    snapshotAt: Number((await ask(SNAPSHOT_AT))[0]?.at ?? 0),
    outages: (await ask(OUTAGES)).map(({ began, ended, why }) => ({
      from: Number(began),
      until: ended === null ? null : Number(ended),
      why: String(why),
    })),
  };
}

export async function readLines(ask: AskStore): Promise<Lines> {
  const counts = (await ask(WAITING)).map(({ waiting }) => Number(waiting));
  return { longest: Math.max(0, ...counts), all: counts.reduce((sum, count) => sum + count, 0) };
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value);
}
