import type { JournalEntry } from '../../ports/journal.ts';
import { checkpointName, SNAPSHOT } from '../mappers/checkpoint-names.ts';
import { GroupCommit } from './group-commit.ts';
import type { Tables } from './tables.ts';
import type { Transactions } from './transactions.ts';

type RecordedTables = Pick<Tables, 'changes' | 'history' | 'notices' | 'checkpoints' | 'bans' | 'outages'>;

/** Writes down what happened, entry by entry, several in one transaction. */
export class Recorder {
  readonly #tables: RecordedTables;
  readonly #transactions: Transactions;
  readonly #commits: GroupCommit<JournalEntry>;

  constructor(tables: RecordedTables, transactions: Transactions) {
    this.#tables = tables;
    this.#transactions = transactions;
    this.#commits = new GroupCommit({
      transactions,
      write: (entry) => this.#write(entry),
      uptime: () => performance.now(),
    });
  }

  /** Resolves when the entry is committed, or part of the caller's turn; rejects with `NotWritten`. */
  async record(entry: JournalEntry): Promise<void> {
    if (this.#transactions.isInTurn()) this.#transactions.submit(() => this.#write(entry));
    else await this.#commits.submit(entry);
  }

  /** Commits everything that waits, now. */
  flush(): void {
    this.#commits.flush();
  }

  #write(entry: JournalEntry): void {
    const { changes, history, notices, checkpoints, bans, outages } = this.#tables;
    for (const change of entry.changes) {
      changes.add(change);
      history.add(change);
    }
    notices.add(entry.notices);
    if (entry.snapshotAt !== undefined) {
      changes.forgetUnfinished(checkpoints.get(SNAPSHOT), entry.snapshotAt);
      checkpoints.put(SNAPSHOT, entry.snapshotAt);
    }
    if (entry.bans !== undefined) bans.take(entry.bans.ids, entry.bans.at);
    if (entry.checkpoint !== undefined) checkpoints.put(checkpointName(entry.checkpoint.name), entry.checkpoint.at);
    if (entry.stream !== undefined) outages.turn(entry.stream);
    if (entry.gap !== undefined) outages.gap(entry.gap);
    if (entry.untoldShops !== undefined) outages.shopsUntold(entry.untoldShops);
  }
}
