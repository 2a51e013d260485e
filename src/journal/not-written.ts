import { OperatorFault } from '../operator-fault.ts';

/** The journal could not write; nothing of it was written. The message is a sentence with SQLite's reason. */
export class NotWritten extends OperatorFault {
  override readonly name = 'NotWritten';

  constructor(cause: unknown) {
    super(`The journal could not be written: ${reasonOf(cause)}.`, { cause });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'errstr' in error && typeof error.errstr === 'string' ? error.errstr : error.message;
}
