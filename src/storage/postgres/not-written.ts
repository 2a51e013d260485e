import { NotWritten } from '../../faults/not-written.ts';
import { reasonOf } from '../../faults/operator-fault.ts';
import { isConnectionLost } from './connection-lost.ts';

/** Classes of PostgreSQL’s codes for a fault of the written row: data, constraints, a value too long for an index. */
const OF_THE_ENTRY = /^(21|22|23|54)/;

/** PostgreSQL's code of an error, or null if it is none of PostgreSQL's. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Whether a write that failed with this error may be committed all the same. */
export function isOutcomeUnknown(error: unknown): boolean {
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

export function toNotWritten(error: unknown, isUnknown: boolean): NotWritten {
  const verdict = { isEntryInvalid: OF_THE_ENTRY.test(codeOf(error) ?? ''), isOutcomeUnknown: isUnknown };
  return new NotWritten(`PostgreSQL could not be written to: ${reasonOf(error)}.`, verdict, error);
}
