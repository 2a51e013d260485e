import { NotBegun } from './transaction.ts';
import type { Transactions } from './transactions.ts';

/** From one commit to the next while there is much to write; the first write after a quiet time does not wait. */
const COMMIT_EVERY_MS = 20;

/** More than this waits for the next turn of the event loop, so that no commit stalls it for long. */
const LARGEST_GROUP = 200;

interface Step {
  readonly write: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers writes into shared transactions. A write is whole or not there at all, and fails alone: where a group fails, its
 * writes are tried again one by one. `write` is then called a second time.
 */
export class GroupCommit {
  readonly #transactions: Pick<Transactions, 'write'>;
  #waiting: Step[] = [];
  #timer: NodeJS.Timeout | undefined;
  #committedAtMs = Number.NEGATIVE_INFINITY;

  constructor(transactions: Pick<Transactions, 'write'>) {
    this.#transactions = transactions;
  }

  /** Does `write` in a transaction with others, in order of the calls; resolves when it is committed. */
  submit(write: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      this.#schedule();
    });
  }

  /** Commits everything that waits, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    commit(this.#transactions, this.#waiting.splice(0));
  }

  #schedule(): void {
    this.#timer ??= setTimeout(
      () => this.#commitGroup(),
      Math.max(0, this.#committedAtMs + COMMIT_EVERY_MS - performance.now()),
    );
  }

  #commitGroup(): void {
    this.#timer = undefined;
    const group = this.#waiting.slice(0, LARGEST_GROUP);
    this.#waiting = this.#waiting.slice(LARGEST_GROUP);
    commit(this.#transactions, group);
    // What did not fit has waited long enough: it goes with the next turn.
    this.#committedAtMs = this.#waiting.length > 0 ? Number.NEGATIVE_INFINITY : performance.now();
    if (this.#waiting.length > 0) this.#schedule();
  }
}

function commit(transactions: Pick<Transactions, 'write'>, group: readonly Step[]): void {
  try {
    transactions.write(() => {
      for (const step of group) step.write();
    });
  } catch (error) {
    if (group.length === 1 || error instanceof NotBegun) for (const step of group) step.reject(error);
    else for (const step of group) commit(transactions, [step]);
    return;
  }
  for (const step of group) step.resolve();
}
