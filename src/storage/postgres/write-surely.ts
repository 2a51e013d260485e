import { NotSaved } from '../../faults/not-saved.ts';
import type { Postgres } from './connection.ts';
import { isConnectionLost } from './connection-lost.ts';
import { writing } from './not-written.ts';

/**
 * Writes over any connection. Where its answer is lost, `find` says what was written, once nothing of it runs any more; where that is
 * nothing, it is written again, once. Without `find`, writing twice must be as writing once.
 *
 * @throws NotWritten; where connections are lost again and again, it may be written all the same
 */
export function writeSurely<T>(
  db: Pick<Postgres, 'settled'>,
  write: () => Promise<T>,
  find: () => Promise<T | null> = async () => null,
): Promise<T> {
  return writing(
    write().catch(async (error: unknown) => {
      if (!isConnectionLost(error)) throw error;
      await db.settled(error);
      return (await find()) ?? write();
    }),
  );
}

/** As `writeSurely`, for a change that a user made. Writing twice must be as writing once. @throws NotSaved */
export function saveSurely<T>(db: Pick<Postgres, 'settled'>, write: () => Promise<T>): Promise<T> {
  return saving(() => writeSurely(db, write));
}

/** @throws NotSaved */
export async function saving<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof NotSaved ? error : new NotSaved(error);
  }
}
