import { reasonOf } from './operator-fault.ts';
import { RemoteFault } from './remote-fault.ts';

/** A server process of PostgreSQL. Its start tells it from a later one with the same pid. */
export interface Backend {
  readonly pid: number;
  /** As PostgreSQL writes it, to the microsecond. */
  readonly startedAt: string;
}

/**
 * A connection to PostgreSQL ended, or could not be made. A statement sent over `backend` may have been committed, and may
 * still be running; null if none was sent.
 */
export class ConnectionLost extends RemoteFault {
  override readonly name = 'ConnectionLost';
  readonly backend: Backend | null;

  constructor(cause: unknown, backend: Backend | null) {
    super(`PostgreSQL is not reached: ${reasonOf(cause)}`, { cause });
    this.backend = backend;
  }
}
