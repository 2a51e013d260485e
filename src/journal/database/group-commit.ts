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

/** Gathers writes into shared transactions. */
export interface GroupCommit {
  /** Does `write` in a transaction with others, in order of the calls; resolves when it is committed. */
  submit(write: () => void): Promise<void>;
  /** Commits everything that waits, now. */
  flush(): void;
}

/**
 * A write is whole or not there at all, and fails alone: where a group fails, its writes are tried again one by one.
 * `write` is then called a second time.
 */
export function groupCommit(transactions: Pick<Transactions, 'write'>): GroupCommit {
  let waiting: Step[] = [];
  let timer: NodeJS.Timeout | undefined;
  let committedAtMs = Number.NEGATIVE_INFINITY;

  function schedule(): void {
    timer ??= setTimeout(commitGroup, Math.max(0, committedAtMs + COMMIT_EVERY_MS - performance.now()));
  }

  function commitGroup(): void {
    timer = undefined;
    const group = waiting.slice(0, LARGEST_GROUP);
    waiting = waiting.slice(LARGEST_GROUP);
    commit(transactions, group);
    // What did not fit has waited long enough: it goes with the next turn.
    committedAtMs = waiting.length > 0 ? Number.NEGATIVE_INFINITY : performance.now();
    if (waiting.length > 0) schedule();
  }

  return {
    submit: (write) =>
      new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject });
        schedule();
      }),
    flush() {
      clearTimeout(timer);
      timer = undefined;
      commit(transactions, waiting.splice(0));
    },
  };
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
