import type { Cause } from '../../src/routing/notice.ts';
import { serialOf } from './serials.ts';

/** The bot's journal, read from outside. */
export interface Ledger {
  /** Prices of the auctions and trades in the history. */
  readonly received: readonly number[];
  /** In the order in which they were written. */
  readonly notices: readonly LedgerNotice[];
  readonly waiting: number;
  /** Messages that Discord refused. */
  readonly undelivered: number;
  /** When the current snapshot was requested, epoch ms; 0 before the first. */
  readonly snapshotAt: number;
  /** Epoch ms; `until` is null while the outage lasts. */
  readonly outages: readonly { readonly from: number; readonly until: number | null; readonly why: string }[];
}

/** `why`: the reason if it was dropped. `nonce`: that of the message that it was sealed in, null if none. */
export interface LedgerNotice {
  readonly target: string;
  readonly serial: number;
  readonly cause: Cause;
  readonly why: string | null;
  readonly nonce: string | null;
}

/** Waiting notices: for the target with the most, and in all. */
export interface Lines {
  readonly longest: number;
  readonly all: number;
}

/** Runs one of the queries below on a store, which a bot may be using. */
export type AskStore = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** The query for both stores. */
const NOTICES = `SELECT notices.target, json, notices.why, nonce
  FROM notices JOIN causes ON causes.id = cause LEFT JOIN messages ON messages.id = message`;
const NONCE = /^[\w-]{1,25}$/;
const RECEIVED = 'SELECT paid FROM trades';
const WAITING = `SELECT target, count(*) AS waiting FROM
    (SELECT target FROM notices WHERE ended_at IS NULL UNION ALL SELECT target FROM messages WHERE settled_at IS NULL) AS waiting
  GROUP BY target`;
const UNDELIVERED = 'SELECT count(*) AS count FROM messages WHERE settled_at IS NOT NULL AND message_id IS NULL';
export const SNAPSHOT_AT = "SELECT at FROM checkpoints WHERE name = '.snapshot'";
const OUTAGES = 'SELECT began, ended, why FROM outages ORDER BY began';

export async function readLedger(ask: AskStore): Promise<Ledger> {
  return {
    received: (await ask(RECEIVED)).map(({ paid }) => Number(paid)),
    notices: (await ask(`${NOTICES} ORDER BY notices.id`)).flatMap(readNotice),
    waiting: (await readLines(ask)).all,
    undelivered: Number((await ask(UNDELIVERED))[0]?.count),
    snapshotAt: Number((await ask(SNAPSHOT_AT))[0]?.at ?? 0),
    outages: await readOutages(ask),
  };
}

/** Reads the outages, the earliest first. */
export async function readOutages(ask: AskStore): Promise<Ledger['outages']> {
  return (await ask(OUTAGES)).map(({ began, ended, why }) => ({
    from: Number(began),
    until: ended === null ? null : Number(ended),
    why: String(why),
  }));
}

/** Reads the notices that were sealed in the message with a nonce. */
export async function readSealedNotices(ask: AskStore, nonce: string): Promise<readonly LedgerNotice[]> {
  if (!NONCE.test(nonce)) throw new RangeError(`${nonce} is no nonce`);
  return (await ask(`${NOTICES} WHERE nonce = '${nonce}' ORDER BY notices.id`)).flatMap(readNotice);
}

function readNotice(row: Readonly<Record<string, unknown>>): readonly LedgerNotice[] {
  const cause = JSON.parse(String(row.json)) as Cause;
  const serial = serialOf(cause);
  if (serial === null) return [];
  return [{ target: String(row.target), serial, cause, why: textOf(row.why), nonce: textOf(row.nonce) }];
}

export async function readLines(ask: AskStore): Promise<Lines> {
  const counts = (await ask(WAITING)).map(({ waiting }) => Number(waiting));
  return { longest: Math.max(0, ...counts), all: counts.reduce((sum, count) => sum + count, 0) };
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value);
}
