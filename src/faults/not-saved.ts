import { OperatorFault, reasonOf } from './operator-fault.ts';

/** What a person typed could not be written; nothing changed. The message is a sentence for whoever runs Crier. */
export class NotSaved extends OperatorFault {
  override readonly name = 'NotSaved';

  constructor(cause: unknown) {
    super(`Not saved: Crier could not write to its store (${reasonOf(cause)}). Nothing was changed.`, { cause });
  }
}
