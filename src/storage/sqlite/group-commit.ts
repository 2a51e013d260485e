import { NotBegun } from './transaction.ts';
import type { Transactions } from './transactions.ts';

/** No group is written for longer: then others of the event loop have their turn. Its commit comes on top, about as long. */
const LONGEST_GROUP_MS = 2;

interface Waiting<Entry> {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What a group commit works with. `uptime`: ms that only ever grow. */
export interface GroupCommitParts<Entry> {
  readonly transactions: Pick<Transactions, 'write'>;
  readonly write: (entry: Entry) => void;
  readonly uptime: () => number;
}

/**
 * Gathers entries into shared transactions: all that come in one turn of the event loop, as far as 2 ms go. The more there is
 * to write, the more comes meanwhile. An entry is whole or not there at all, and fails alone: where a group fails, its
 * entries are tried again one by one. `write` is then called a second time.
 */
export class GroupCommit<Entry> {
  readonly #parts: GroupCommitParts<Entry>;
  #waiting: Waiting<Entry>[] = [];
  #next: NodeJS.Immediate | undefined;

  constructor(parts: GroupCommitParts<Entry>) {
    this.#parts = parts;
  }

  /** Writes the entry in a transaction with others, in order of the calls; resolves when it is committed. */
  submit(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      this.#schedule();
    });
  }

  /** Commits everything that waits, now. */
  flush(): void {
    clearImmediate(this.#next);
    this.#next = undefined;
    while (this.#waiting.length > 0) this.#commitGroup();
  }

  #schedule(): void {
    this.#next ??= setImmediate(() => {
      this.#next = undefined;
      this.#commitGroup();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  #commitGroup(): void {
    let tried = 0;
    try {
      this.#parts.transactions.write(() => {
        const until = this.#parts.uptime() + LONGEST_GROUP_MS;
        for (const { entry } of this.#waiting) {
          tried += 1;
          this.#parts.write(entry);
          if (this.#parts.uptime() >= until) break;
        }
      });
    } catch (error) {
      // Where no transaction can begin, none of those that wait needs to try.
      if (error instanceof NotBegun) tried = this.#waiting.length;
      const group = this.#waiting.splice(0, tried);
      if (group.length === 1 || error instanceof NotBegun) for (const { reject } of group) reject(error);
      else for (const one of group) this.#commitAlone(one);
      return;
    }
    for (const { resolve } of this.#waiting.splice(0, tried)) resolve();
  }

  #commitAlone({ entry, resolve, reject }: Waiting<Entry>): void {
    try {
      this.#parts.transactions.write(() => this.#parts.write(entry));
    } catch (error) {
      reject(error);
      return;
    }
    resolve();
  }
}
