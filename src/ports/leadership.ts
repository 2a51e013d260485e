import type { Pen } from './journal.ts';
import type { Snapshots } from './snapshots.ts';

/** A time in which this process takes in what the service tells, and no other does. */
export interface Term {
  /** Rejects once the term is over. */
  readonly pen: Pen;
  readonly snapshots: Snapshots;
  /** Aborts when the term is over for another reason than `end`: another process may lead already. */
  readonly lost: AbortSignal;
  /** Gives it back, when all that was to be written is; the next leader begins at once. Never rejects. */
  end(): Promise<void>;
}

/** Which process leads; one at a time, over all processes on one store. */
export interface Leadership {
  /** Waits until this process leads. null: the signal aborted before. To be asked again when the term is over. */
  lead(signal: AbortSignal): Promise<Term | null>;
}
