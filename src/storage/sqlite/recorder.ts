import type { JournalEntry } from '../../ports/journal.ts';
import { inSlices } from '../../time/cooperate.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import { checkpointName, LAST_SNAPSHOT } from '../mappers/checkpoint-names.ts';
import { mergeInSteps } from '../mappers/outbox-rows.ts';
import { NotBegun } from './sql.ts';
import type { Tables } from './tables.ts';
import type { Transactions } from './transactions.ts';

type RecordedTables = Pick<
  Tables,
  'changes' | 'history' | 'notices' | 'stagedNotices' | 'checkpoints' | 'bans' | 'outages'
>;

/** Limits the notices that are written with their entry, in one transaction of a few ms. More notices are staged. */
const MOST_UNSTAGED_NOTICES = 250;

/** An entry to commit. If `isStaged`, its notices are staged already, and the commit publishes them. */
interface Committed {
  readonly entry: JournalEntry;
  readonly isStaged: boolean;
}

/**
 * Writes journal entries, several small ones in one transaction. The notices of a large entry are staged first (see
 * `StagedNotices`), and other entries may be committed meanwhile.
 */
export class JournalRecorder {
  readonly #tables: RecordedTables;
  readonly #transactions: Transactions;
  readonly #commits: GroupCommit<Committed>;
  /** At most one entry is staged at a time. */
  readonly #staging = new SerialQueue();

  constructor(tables: RecordedTables, transactions: Transactions) {
    this.#tables = tables;
    this.#transactions = transactions;
    this.#commits = new GroupCommit({
      transactions,
      write: (committed) => this.#write(committed),
      uptime: () => performance.now(),
    });
  }

  /**
   * Resolves when the entry is committed or collected (see `Transactions.collect`).
   * @throws NotWritten
   */
  async record(entry: JournalEntry): Promise<void> {
    const whole = { entry, isStaged: false };
    if (this.#transactions.isCollecting()) this.#transactions.collectOrWrite(() => this.#write(whole));
    else if (entry.notices.length <= MOST_UNSTAGED_NOTICES) await this.#commits.submit(whole);
    else await this.#staging.run(() => this.#recordStaged(entry));
  }

  /**
   * Deletes the staged notices of an entry that was not completed, for example because of a kill, in small steps.
   * @throws NotWritten
   */
  discardStaged(): Promise<void> {
    return this.#staging.run(() => this.#discardStaged());
  }

  /** Commits all waiting entries at once, and resolves when the staged entries are written, too. */
  async flush(): Promise<void> {
    this.#commits.flush();
    if (this.#staging.length > 0) await this.#staging.run(() => undefined);
  }

  async #recordStaged(entry: JournalEntry): Promise<void> {
    await this.#discardStaged();
    const merged = await inSlices(mergeInSteps(entry.notices));
    await this.#transactions.writeInSteps(this.#tables.stagedNotices.stage(merged, entry.notices.length));
    await this.#commits.submit({ entry: { ...entry, notices: [] }, isStaged: true });
  }

  async #discardStaged(): Promise<void> {
    const { stagedNotices } = this.#tables;
    if (stagedNotices.isAny()) await this.#transactions.writeInSteps(stagedNotices.discard());
  }

  #write({ entry, isStaged }: Committed): void {
    const { changes, history, notices, stagedNotices, checkpoints, bans, outages } = this.#tables;
    for (const change of entry.changes) {
      changes.add(change);
      history.add(change);
    }
    notices.add(entry.notices);
    if (isStaged) stagedNotices.publish();
    if (entry.snapshotAt !== undefined) {
      changes.forgetUnfinished(checkpoints.get(LAST_SNAPSHOT), entry.snapshotAt);
      checkpoints.put(LAST_SNAPSHOT, entry.snapshotAt);
    }
    if (entry.bans !== undefined) bans.take(entry.bans.ids, entry.bans.at);
    if (entry.checkpoint !== undefined) checkpoints.put(checkpointName(entry.checkpoint.name), entry.checkpoint.at);
    if (entry.stream !== undefined) outages.recordTurn(entry.stream);
    if (entry.gap !== undefined) outages.gap(entry.gap);
    if (entry.unreportedShops !== undefined) outages.shopsUnreported(entry.unreportedShops);
  }
}

/** Limits the writes of one group, because they block the event loop. The commit takes about as long again. */
const LONGEST_GROUP_MS = 2;

interface SubmittedEntry<Entry> {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** @property uptime monotonic, in ms */
interface GroupCommitParts<Entry> {
  readonly transactions: Pick<Transactions, 'write'>;
  readonly write: (entry: Entry) => void;
  readonly uptime: () => number;
}

/**
 * Commits the entries of one turn of the event loop in one transaction, up to `LONGEST_GROUP_MS` of writes. An entry is
 * written whole or not at all. If a group fails, its entries are written one by one, so that `write` is called a second
 * time.
 */
export class GroupCommit<Entry> {
  readonly #parts: GroupCommitParts<Entry>;
  #waiting: SubmittedEntry<Entry>[] = [];
  #next: NodeJS.Immediate | undefined;

  constructor(parts: GroupCommitParts<Entry>) {
    this.#parts = parts;
  }

  /** Writes the entry in a transaction with others, in the order of the calls, and resolves when it is committed. */
  submit(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      this.#schedule();
    });
  }

  /** Commits all waiting entries at once. */
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
      // If no transaction can begin, no waiting entry needs an attempt of its own.
      if (error instanceof NotBegun) tried = this.#waiting.length;
      const group = this.#waiting.splice(0, tried);
      if (group.length === 1 || error instanceof NotBegun) for (const { reject } of group) reject(error);
      else for (const one of group) this.#commitAlone(one);
      return;
    }
    for (const { resolve } of this.#waiting.splice(0, tried)) resolve();
  }

  #commitAlone({ entry, resolve, reject }: SubmittedEntry<Entry>): void {
    try {
      this.#parts.transactions.write(() => this.#parts.write(entry));
    } catch (error) {
      reject(error);
      return;
    }
    resolve();
  }
}
