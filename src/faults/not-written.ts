import { OperatorFault } from './operator-fault.ts';

interface Verdict {
  readonly isEntryInvalid: boolean;
  readonly isOutcomeUnknown?: boolean;
}

/** The store did not take a write, or did not confirm it. The message is a sentence with the engine's reason. */
export class NotWritten extends OperatorFault {
  override readonly name = 'NotWritten';
  /** true if the store can never take this entry; false if the same write may succeed later. */
  readonly isEntryInvalid: boolean;
  /** true if the connection ended before the store confirmed the write: it may be written. false: nothing is. */
  readonly isOutcomeUnknown: boolean;

  constructor(message: string, { isEntryInvalid, isOutcomeUnknown = false }: Verdict, cause: unknown) {
    super(message, { cause });
    this.isEntryInvalid = isEntryInvalid;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}
