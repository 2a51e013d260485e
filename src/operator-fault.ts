/** What whoever runs Crier can mend. `message` says in whole sentences what is wrong; a stack trace would only hide it. */
export class OperatorFault extends Error {
  override readonly name: string = 'OperatorFault';
}
