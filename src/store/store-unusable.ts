import { OperatorFault } from '../operator-fault.ts';

/** The store cannot be used at all, so Crier must not start. The message is one sentence that names the path and the reason. */
export class StoreUnusable extends OperatorFault {
  override readonly name = 'StoreUnusable';
}
