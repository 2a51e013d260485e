import { type ConnectionLost, NotSaved } from '../../faults/store-faults.ts';
import type { SettingsOwner, SettingsTransactions } from '../../ports/settings.ts';
import { KeyedMutex } from '../../time/serial-queue.ts';
import type { Queryable } from './client.ts';
import type { Postgres } from './connection.ts';
import { isConnectionLost, sqlStateOf } from './connection-retries.ts';

const BEGIN_SETTINGS_TRANSACTION =
  'SELECT pg_advisory_xact_lock(hashtextextended($1, 0)), pg_current_xact_id()::text AS xid';
/** The status is null for a transaction too old to be known. */
const COMMIT_STATUS = 'SELECT pg_xact_status($1::xid8) AS status';
const DEADLOCK_CODE = '40P01';

/** One attempt, as far as this process knows its progress. */
interface TransactionAttempt<T> {
  xid: string | null;
  done: { readonly value: T } | null;
}

/**
 * Settings transactions of all processes on a database. Every query of `work` joins the transaction. After a lost
 * connection, an uncommitted transaction is repeated once.
 */
export class PostgresSettingsTransactions implements SettingsTransactions {
  readonly #db: Postgres;
  /** A transaction that waits here takes no connection. */
  readonly #mutex = new KeyedMutex();

  constructor(db: Postgres) {
    this.#db = db;
  }

  async run<T>(of: SettingsOwner, work: () => Promise<T>): Promise<T> {
    // The inner transaction would wait for the lock of the outer one.
    if (this.#db.isInJoinedTransaction()) throw new Error('A settings transaction cannot begin within another one');
    return this.#mutex.run(of, () => this.#do(of, work, true));
  }

  async #do<T>(of: SettingsOwner, work: () => Promise<T>, mayRepeat: boolean): Promise<T> {
    const attempt: TransactionAttempt<T> = { xid: null, done: null };
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
      if (lost !== undefined && (await this.#isCommitted(lost, attempt))) return requireResult(attempt);
      const isPassing = lost !== undefined || causesOf(error).some((cause) => sqlStateOf(cause) === DEADLOCK_CODE);
      if (isPassing && mayRepeat) return this.#do(of, work, false);
      // Without a COMMIT nothing is saved, whatever a write of `work` reported about the lost connection.
      throw error === fault && lost === undefined ? error : new NotSaved(lost ?? error);
    }
  }

  /** @throws NotSaved with `isOutcomeUnknown` if PostgreSQL is unreachable */
  async #isCommitted<T>(lost: ConnectionLost, { xid, done }: TransactionAttempt<T>): Promise<boolean> {
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
  const { rows } = await tx.query<{ xid: string }>(BEGIN_SETTINGS_TRANSACTION, [of]);
  return rows[0]?.xid ?? null;
}

function requireResult<T>({ done }: TransactionAttempt<T>): T {
  if (done === null) throw new Error('The transaction has no result');
  return done.value;
}

/** Returns an error, its cause, the cause of that one, and so on. */
function causesOf(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
