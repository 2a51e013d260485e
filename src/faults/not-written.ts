import { OperatorFault } from './operator-fault.ts';

/** The store did not take a write; nothing of it was written. The message is a sentence with the engine's reason. */
export class NotWritten extends OperatorFault {
  override readonly name = 'NotWritten';
  /** true if the store can never take this entry; false if the same write may succeed later. */
  readonly isEntryInvalid: boolean;

  constructor(message: string, isEntryInvalid: boolean, cause: unknown) {
    super(message, { cause });
    this.isEntryInvalid = isEntryInvalid;
  }
}
