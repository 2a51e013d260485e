import { OperatorFault, reasonOf } from './operator-fault.ts';

/** A user's change could not be written; nothing changed. The message is a sentence for the operator. */
export class NotSaved extends OperatorFault {
  override readonly name = 'NotSaved';

  constructor(cause: unknown) {
    super(`Not saved: Crier could not write to its store (${reasonOf(cause)}). Nothing was changed.`, { cause });
  }
}
