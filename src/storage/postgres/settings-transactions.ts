import { type ConnectionLost, NotSaved } from '../../faults/store-faults.ts';
import type { SettingsOwner, SettingsTransactions } from '../../ports/settings.ts';
import { KeyedMutex } from '../../time/serial-queue.ts';
import type { Queryable } from './client.ts';
import type { Postgres } from './connection.ts';
import { codeOf, isConnectionLost } from './connection-lost.ts';

const BEGIN = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0)), pg_current_xact_id()::text AS xid';
/** `status` is null for a transaction too old to be known. */
const COMMIT_STATUS = 'SELECT pg_xact_status($1::xid8) AS status';
const DEADLOCK = '40P01';

/** One attempt, as far as this process knows its course. */
interface Try<T> {
  xid: string | null;
  done: { readonly value: T } | null;
}

/**
 * Settings transactions of all processes on a database. Every query of `work` joins the transaction. After a lost connection an
 * uncommitted one is repeated, once.
 */
export class PostgresSettingsTransactions implements SettingsTransactions {
  readonly #db: Postgres;
  /** Waiting here takes no connection. */
  readonly #mutex = new KeyedMutex();

  constructor(db: Postgres) {
    this.#db = db;
  }

  async run<T>(of: SettingsOwner, work: () => Promise<T>): Promise<T> {
    // It would wait for the lock of the transaction that it is part of.
    if (this.#db.isInJoinedTransaction()) throw new Error('A settings transaction cannot begin within another one');
    return this.#mutex.run(of, () => this.#do(of, work, true));
  }

  async #do<T>(of: SettingsOwner, work: () => Promise<T>, mayRepeat: boolean): Promise<T> {
    const attempt: Try<T> = { xid: null, done: null };
    let fault: unknown = null;
    try {
      return await this.#db.joinedTransaction(async (tx) => {
        attempt.xid = await begin(tx, of);
        try {
          attempt.done = { value: await work() };
        } catch (error) {
          fault = error;
          throw error;
        }
        return attempt.done.value;
      });
    } catch (error) {
      const lost = causesOf(error).find(isConnectionLost);
      if (lost !== undefined && (await this.#isCommitted(lost, attempt))) return doneOf(attempt);
      const isPassing = lost !== undefined || causesOf(error).some((cause) => codeOf(cause) === DEADLOCK);
      if (isPassing && mayRepeat) return this.#do(of, work, false);
      // Without a COMMIT nothing is saved, whatever a write of `work` reported of the lost connection.
      throw error === fault && lost === undefined ? error : new NotSaved(lost ?? error);
    }
  }

  /** @throws NotSaved with `isOutcomeUnknown` if PostgreSQL cannot be asked */
  async #isCommitted<T>(lost: ConnectionLost, { xid, done }: Try<T>): Promise<boolean> {
    if (xid === null || done === null) return false;
    try {
      await this.#db.settled(lost);
      const { rows } = await this.#db.query<{ status: string | null }>(COMMIT_STATUS, [xid]);
      return rows[0]?.status === 'committed';
    } catch (error) {
      throw new NotSaved(error, { isOutcomeUnknown: true });
    }
  }
}

async function begin(tx: Queryable, of: SettingsOwner): Promise<string | null> {
  const { rows } = await tx.query<{ xid: string }>(BEGIN, [of]);
  return rows[0]?.xid ?? null;
}

function doneOf<T>({ done }: Try<T>): T {
  if (done === null) throw new Error('Nothing was done');
  return done.value;
}

/** Lists an error, its cause, the cause of that, and so on. */
function causesOf(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
