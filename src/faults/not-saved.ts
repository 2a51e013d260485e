import { OperatorFault, reasonOf } from './operator-fault.ts';

/** A user's change was not saved, or the store did not confirm it. The message is a sentence for the operator. */
export class NotSaved extends OperatorFault {
  override readonly name = 'NotSaved';
  /** true if the connection ended before the store confirmed the commit: all of the change may be saved. false: none is. */
  readonly isOutcomeUnknown: boolean;

  constructor(cause: unknown, { isOutcomeUnknown = false } = {}) {
    const reason = reasonOf(cause);
    const message = isOutcomeUnknown
      ? `Not confirmed: Crier lost its store during a commit (${reason}). The change may be saved or not.`
      : `Not saved: Crier could not write to its store (${reason}). Nothing was changed.`;
    super(message, { cause });
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}
