import { NotWritten } from '../../faults/not-written.ts';
import { reasonOf } from '../../faults/operator-fault.ts';

/** Classes of PostgreSQL’s codes for a fault of the written row: data, constraints, a value too long for an index. */
const OF_THE_ENTRY = /^(21|22|23|54)/;

/** PostgreSQL's code of an error, or null if it is none of PostgreSQL's. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** @throws NotWritten in place of the driver's error */
export async function writing<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    const isEntryInvalid = OF_THE_ENTRY.test(codeOf(error) ?? '');
    throw new NotWritten(`PostgreSQL could not be written to: ${reasonOf(error)}.`, isEntryInvalid, error);
  }
}
