import { RemoteFault } from '../faults/remote-fault.ts';

/** Thrown by an attempt that must not be repeated within `waitMs`. Crier logs `message`. */
export class NotBefore extends RemoteFault {
  override readonly name: string = 'NotBefore';
  readonly waitMs: number;

  constructor(waitMs: number, message: string) {
    super(message);
    this.waitMs = waitMs;
  }
}
