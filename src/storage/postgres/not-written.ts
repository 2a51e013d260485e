import { OperatorFault } from '../../faults/operator-fault.ts';
import type { WriteFault } from '../../ports/journal.ts';
import { reasonOf } from './connection-lost.ts';

/** Classes of PostgreSQL’s codes that speak of what is written: data, constraints, what is too long for an index. */
const OF_THE_ENTRY = /^(21|22|23|54)/;

/** PostgreSQL did not take a write; nothing of it is there. The message is a sentence with its reason. */
export class NotWritten extends OperatorFault implements WriteFault {
  override readonly name = 'NotWritten';
  readonly entryAtFault: boolean;

  constructor(cause: unknown) {
    super(`PostgreSQL could not be written to: ${reasonOf(cause)}.`, { cause });
    this.entryAtFault = OF_THE_ENTRY.test(codeOf(cause) ?? '');
  }
}

/** PostgreSQL's code of an error; null: it is none of PostgreSQL's. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** @throws NotWritten in place of what the driver says */
export async function writing<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    throw new NotWritten(error);
  }
}
