import { reasonOf } from '../../faults/operator-fault.ts';
import { remoteFaultOf } from '../../faults/remote-fault.ts';
import { ConnectionLost, NotSaved, NotWritten } from '../../faults/store-faults.ts';
import { Condition } from '../../log/condition.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { Backoff, retry } from '../../time/retry.ts';

/** PostgreSQL was not heard of in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Whether the connection is at fault, not what was asked: the same may be asked again over another. */
export function isConnectionLost(error: unknown): error is ConnectionLost {
  return error instanceof ConnectionLost;
}

/**
 * SQLSTATEs of a server that ends a connection or takes none: classes 08 and 57P, an idle transaction, too many
 * connections. 08P01 is left out because a statement with too few values has it too.
 */
const ENDED = /^(?:08(?!P01)...|57P..|25P03|53300)$/;
/** Messages of the driver, whose errors have no codes. */
const DRIVER =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|The server does not support SSL)/;

/** Whether an error of the driver means that its connection is of no use any more. */
export function endsConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    error instanceof NoAnswer ||
    ENDED.test(code) ||
    code.startsWith('ERR_STREAM_') ||
    DRIVER.test(error.message) ||
    remoteFaultOf(error) !== null
  );
}

/** Codes of a server that does not listen, or is starting or stopping. */
const DOWN = /^(?:ECONNREFUSED|ENOENT|57P0[123])$/;

/** Whether PostgreSQL itself is down, as far as that can be told from here: then it is down for all. */
export function isServerDown(error: unknown): boolean {
  const cause = isConnectionLost(error) ? error.cause : null;
  if (cause instanceof AggregateError) return cause.errors.some((one) => DOWN.test(String(one?.code)));
  return cause instanceof Error && 'code' in cause && DOWN.test(String(cause.code));
}

const LONGEST_MS = 60_000;
const EACH_SECOND = new Backoff({ firstMs: 1_000, capMs: 1_000, jitter: 0 });

interface MinuteOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly isRetryable: (error: unknown) => boolean;
  readonly condition: Condition;
}

/**
 * Retries each second, for a minute at most.
 * @throws the task's last error, or one that is not retryable at once
 */
export function retryForAMinute<T>(task: () => Promise<T>, options: MinuteOptions): Promise<T> {
  const { clock, isRetryable, condition } = options;
  const latest = clock.monotonic() + LONGEST_MS;
  return retry(task, {
    ...{ backoff: EACH_SECOND, clock, condition },
    isRetryable: (error) => isRetryable(error) && clock.monotonic() < latest,
  });
}

/**
 * Retries until PostgreSQL is reachable, for a minute at most. One that starts together with Crier is reachable by then.
 * @throws the last ConnectionLost, or any other error at once
 */
export function retryUntilReachable<T>(
  work: () => Promise<T>,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  log: Log,
): Promise<T> {
  const begins = 'PostgreSQL unreachable, retrying for a minute';
  const condition = new Condition({ log, begins, ends: 'PostgreSQL reachable' });
  return retryForAMinute(work, { clock, isRetryable: isConnectionLost, condition });
}

/** Classes of PostgreSQL’s codes for a fault of the written row: data, constraints, a value too long for an index. */
const OF_THE_ENTRY = /^(21|22|23|54)/;

/** A database whose lost statements can be waited for. */
interface Settling {
  settled(lost: ConnectionLost): Promise<void>;
}

/**
 * Writes over any connection. After a lost answer it waits until the write has ended, and writes again, once.
 *
 * @param find reads the first write's result, null if it was not committed; without it, writing twice must be as writing once
 * @throws NotWritten; its `isOutcomeUnknown` if connections are lost again
 */
export function retryWrite<T>(
  db: Settling,
  write: () => Promise<T>,
  find: (() => Promise<T | null>) | null = null,
): Promise<T> {
  return writing(
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

/** As `retryWrite`, for a change that a user made. Writing twice must be as writing once. @throws NotSaved */
export function retrySave<T>(db: Settling, write: () => Promise<T>): Promise<T> {
  return saving(() => retryWrite(db, write));
}

/** @throws NotSaved */
export async function saving<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof NotSaved ? error : new NotSaved(error, { isOutcomeUnknown: isOutcomeUnknown(error) });
  }
}

/** PostgreSQL's code of an error, or null if it is none of PostgreSQL's. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Whether a write that failed with this error may be committed all the same. */
function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof NotWritten ? error.isOutcomeUnknown : isConnectionLost(error) && error.backend !== null;
}

/** @throws NotWritten in place of the driver's error */
export async function writing<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    throw error instanceof NotWritten ? error : toNotWritten(error, isOutcomeUnknown(error));
  }
}

function toNotWritten(error: unknown, isUnknown: boolean): NotWritten {
  const verdict = { isEntryInvalid: OF_THE_ENTRY.test(codeOf(error) ?? ''), isOutcomeUnknown: isUnknown };
  return new NotWritten(`PostgreSQL could not be written to: ${reasonOf(error)}.`, verdict, error);
}
