import { reasonOf } from '../../faults/operator-fault.ts';
import { NotSaved, NotWritten } from '../../faults/store-faults.ts';
import type { Postgres } from './connection.ts';
import { isConnectionLost } from './connection-lost.ts';

/** Classes of PostgreSQL’s codes for a fault of the written row: data, constraints, a value too long for an index. */
const OF_THE_ENTRY = /^(21|22|23|54)/;

/**
 * Writes over any connection. After a lost answer it waits until the write has ended, and writes again, once.
 *
 * @param find reads the first write's result, null if it was not committed; without it, writing twice must be as writing once
 * @throws NotWritten; its `isOutcomeUnknown` if connections are lost again
 */
export function retryWrite<T>(
  db: Pick<Postgres, 'settled'>,
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
export function retrySave<T>(db: Pick<Postgres, 'settled'>, write: () => Promise<T>): Promise<T> {
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
