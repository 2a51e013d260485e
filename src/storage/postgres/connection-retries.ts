import { reasonOf } from '../../faults/operator-fault.ts';
import { remoteFaultOf } from '../../faults/remote-fault.ts';
import { ConnectionLost, NotSaved, NotWritten } from '../../faults/store-faults.ts';
import { Condition } from '../../log/condition.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { Backoff, retry } from '../../time/retry.ts';

/** PostgreSQL did not answer in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Returns whether the connection failed rather than the statement, which may be repeated over another connection. */
export function isConnectionLost(error: unknown): error is ConnectionLost {
  return error instanceof ConnectionLost;
}

/**
 * SQLSTATEs with which a server closes or refuses a connection: classes 08 and 57P, an idle transaction, too many
 * connections. 08P01 is excluded, because a statement with too few values causes it, too.
 */
const CONNECTION_ENDED_CODES = /^(?:08(?!P01)...|57P..|25P03|53300)$/;
/** Messages of the driver, whose errors have no codes. */
const DRIVER_ERRORS =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|The server does not support SSL)/;

/** Returns whether an error of the driver means that its connection is unusable. */
export function endsConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    error instanceof NoAnswer ||
    CONNECTION_ENDED_CODES.test(code) ||
    code.startsWith('ERR_STREAM_') ||
    DRIVER_ERRORS.test(error.message) ||
    remoteFaultOf(error) !== null
  );
}

/** Codes of a server that does not listen, or is starting or stopping. */
const SERVER_DOWN_CODES = /^(?:ECONNREFUSED|ENOENT|57P0[123])$/;

/** Returns whether PostgreSQL itself seems to be down, and thus for all processes. */
export function isServerDown(error: unknown): boolean {
  const cause = isConnectionLost(error) ? error.cause : null;
  if (cause instanceof AggregateError) return cause.errors.some((one) => SERVER_DOWN_CODES.test(String(one?.code)));
  return cause instanceof Error && 'code' in cause && SERVER_DOWN_CODES.test(String(cause.code));
}

const LONGEST_RETRY_MS = 60_000;
const EACH_SECOND = new Backoff({ firstMs: 1_000, capMs: 1_000, jitter: 0 });

interface MinuteOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly isRetryable: (error: unknown) => boolean;
  readonly condition: Condition;
}

/**
 * Retries each second for up to a minute.
 * @throws the task's last error, or at once an error that is not retryable
 */
export function retryForAMinute<T>(task: () => Promise<T>, options: MinuteOptions): Promise<T> {
  const { clock, isRetryable, condition } = options;
  const latest = clock.monotonic() + LONGEST_RETRY_MS;
  return retry(task, {
    ...{ backoff: EACH_SECOND, clock, condition },
    isRetryable: (error) => isRetryable(error) && clock.monotonic() < latest,
  });
}

/**
 * Retries until PostgreSQL is reachable, for up to a minute. A server that starts together with Crier is reachable by
 * then. A write in `work` must be idempotent.
 * @throws the last error of an unreachable server, or any other error at once
 */
export function retryUntilReachable<T>(
  work: () => Promise<T>,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  log: Log,
): Promise<T> {
  const begins = 'PostgreSQL unreachable, retrying for a minute';
  const condition = new Condition({ log, begins, ends: 'PostgreSQL reachable' });
  const isRetryable = (error: unknown) => isConnectionLost(error instanceof NotSaved ? error.cause : error);
  return retryForAMinute(work, { clock, isRetryable, condition });
}

/** Classes of SQLSTATEs for a fault of the written row: data, constraints, a value too long for an index. */
const ROW_FAULT_CODES = /^(21|22|23|54)/;

/** A database that can report the end of lost statements. */
interface SettlingDatabase {
  settled(lost: ConnectionLost): Promise<void>;
}

/**
 * Writes over any connection. After a lost answer, waits until the write has ended, then writes once more.
 *
 * @param find reads the result of the first write, or null if it was not committed; without it, `write` must be
 * idempotent
 * @throws NotWritten, with `isOutcomeUnknown` if connections are lost again
 */
export function retryWrite<T>(
  db: SettlingDatabase,
  write: () => Promise<T>,
  find: (() => Promise<T | null>) | null = null,
): Promise<T> {
  return orNotWritten(
    write().catch(async (error: unknown) => {
      if (!isConnectionLost(error)) throw error;
      let isFirstUnknown = isOutcomeUnknown(error);
      try {
        await db.settled(error);
        if (find !== null) {
          const found = await find();
          if (found !== null) return found;
          isFirstUnknown = false;
        }
        return await write();
      } catch (second) {
        throw toNotWritten(second, isFirstUnknown || isOutcomeUnknown(second));
      }
    }),
  );
}

/**
 * Writes a user's change, and repeats the write after a lost connection. `write` must be idempotent.
 * @throws NotSaved
 */
export function retrySave<T>(db: SettlingDatabase, write: () => Promise<T>): Promise<T> {
  return orNotSaved(() => retryWrite(db, write));
}

/** @throws NotSaved */
export async function orNotSaved<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof NotSaved ? error : new NotSaved(error, { isOutcomeUnknown: isOutcomeUnknown(error) });
  }
}

/** @returns PostgreSQL's code of an error, or null if it has none */
export function sqlStateOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Returns whether a write that failed with this error may be committed nevertheless. */
function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof NotWritten ? error.isOutcomeUnknown : isConnectionLost(error) && error.backend !== null;
}

/** @throws NotWritten in place of the driver's error */
export async function orNotWritten<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    throw error instanceof NotWritten ? error : toNotWritten(error, isOutcomeUnknown(error));
  }
}

function toNotWritten(error: unknown, isUnknown: boolean): NotWritten {
  const verdict = { isEntryInvalid: ROW_FAULT_CODES.test(sqlStateOf(error) ?? ''), isOutcomeUnknown: isUnknown };
  return new NotWritten(`PostgreSQL could not be written to: ${reasonOf(error)}.`, verdict, error);
}
