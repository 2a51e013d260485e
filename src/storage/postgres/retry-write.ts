import { NotSaved } from '../../faults/not-saved.ts';
import type { Postgres } from './connection.ts';
import { isConnectionLost } from './connection-lost.ts';
import { isOutcomeUnknown, toNotWritten, writing } from './not-written.ts';

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
