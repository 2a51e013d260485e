import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../faults/operator-fault.ts';
import { NotWritten } from '../../faults/store-faults.ts';
import type { Log } from '../../ports/log.ts';
import type { SettingsOwner, SettingsTransactions } from '../../ports/settings.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { KeyedMutex } from '../../time/serial-queue.ts';
import { BUSY_TIMEOUT_MS } from './files.ts';
import { asNotSaved, NotBegun, notWrittenArguments, type Query, query, transact } from './sql.ts';

/** The WAL is copied into the file after 500 rows or 10 s. The rows limit the duration of one copy. */
const COPY_WAL_AFTER = { rows: 500, ms: 10_000 };

/** Pause between two attempts to copy the WAL. A disk may stay full or failing for long. */
const COPY_RETRY_MS = 2_000;

/** SQLite copies the WAL at a commit once it has 4,000 pages. `Transactions` copies it long before. */
const AUTOCHECKPOINT_PAGES = 4_000;

/** A write that may be collected. */
interface Write {
  readonly execute: () => void;
  readonly onCommit: (() => void) | undefined;
}

/** The collected writes while `collect` runs its work, and null after that. */
interface Collected {
  writes: Write[] | null;
}

/**
 * All writes of an open file. There is one object for each file, because its connection is shared. A transaction never
 * spans two turns of the event loop.
 *
 * A commit appends to the WAL. SQLite copies the WAL into the file by itself, but does not report a failed copy. Crier
 * therefore copies it after some writes, in a turn of the event loop of its own, which takes 10 ms or more. The copy
 * after a durable write also empties the WAL, because data that a user deletes must leave the files.
 */
export class Transactions {
  readonly #db: DatabaseSync;
  readonly #log: Log;
  readonly #uptime: () => number;
  readonly #collected = new AsyncLocalStorage<Collected>();
  readonly #rollbackHooks: (() => void)[] = [];
  readonly #rowsWritten: Query<{ rows: number }>;
  #refused: string | null = null;
  #uncopied: string | null = null;
  #copied: { readonly rows: number; readonly atMs: number };
  #nextCopy: NodeJS.Immediate | undefined;
  /** Whether the next copy empties the WAL. */
  #isEmptying = false;
  /** At most one retry is scheduled, although every write may attempt the copy. */
  #retry: NodeJS.Timeout | undefined;

  /** @param uptime monotonic, in ms */
  constructor(db: DatabaseSync, log: Log, uptime: () => number = () => performance.now()) {
    db.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${AUTOCHECKPOINT_PAGES}`);
    this.#db = db;
    this.#log = log;
    this.#uptime = uptime;
    this.#rowsWritten = query(db, 'SELECT total_changes() AS rows');
    this.#copied = { rows: 0, atMs: uptime() };
  }

  /** Registers a hook that runs after each transaction that was rolled back. */
  onRollback(hook: () => void): void {
    this.#rollbackHooks.push(hook);
  }

  /**
   * Executes `work` at once in a transaction of its own, even while writes are collected. The transaction survives the
   * death of the process. After a power cut the last transactions may be missing, each as a whole.
   * @throws NotWritten
   */
  write<T>(work: () => T): T {
    const result = this.writeUrgently(work);
    this.#copyIfDue();
    return result;
  }

  /** Executes `work` at once like `write`, and leaves the copy of the WAL to a later write. */
  writeUrgently<T>(work: () => T): T {
    try {
      const result = transact(this.#db, work);
      this.#refused = null;
      return result;
    } catch (error) {
      for (const hook of this.#rollbackHooks) hook();
      if (error instanceof NotWritten && !error.isEntryInvalid) this.#refused = reasonOf(error.cause);
      throw error;
    }
  }

  /**
   * Executes `work` at once in a transaction that survives a power cut, too. The WAL is copied right after it, because
   * SQLite ignores a damaged WAL without an error.
   * @throws NotWritten
   */
  writeDurably<T>(work: () => T): T {
    try {
      this.#db.exec('PRAGMA synchronous = FULL');
    } catch (error) {
      throw new NotBegun(...notWrittenArguments(error));
    }
    try {
      return this.writeUrgently(work);
    } finally {
      this.#db.exec('PRAGMA synchronous = NORMAL');
      this.#isEmptying = true;
      this.#copySoon();
    }
  }

  /**
   * Adds a write to the transaction of `collect` if the caller runs within its work. Otherwise executes the write at
   * once in a transaction of its own.
   * @param onCommit updates memory, in the same tick as the commit
   * @throws NotWritten if the write is executed at once
   */
  collectOrWrite(execute: () => void, onCommit?: () => void): void {
    this.#collectOr(() => this.write(execute), { execute, onCommit });
  }

  /** Collects or executes a write like `collectOrWrite`. A write that is executed at once survives a power cut, too. */
  collectOrWriteDurably(execute: () => void, onCommit?: () => void): void {
    this.#collectOr(() => this.writeDurably(execute), { execute, onCommit });
  }

  /** Returns whether `collectOrWrite` would collect the write. */
  isCollecting(): boolean {
    return Boolean(this.#collected.getStore()?.writes);
  }

  /**
   * Runs `work`, then commits all writes that it collected in one transaction, which survives a power cut. Writes
   * nothing if `work` rejects. Reads within `work` do not see the collected writes.
   * @throws NotWritten if the transaction failed, or the error of `work`
   */
  async collect<T>(work: () => Promise<T>): Promise<T> {
    const writes: Write[] = [];
    const collected: Collected = { writes };
    let result: T;
    try {
      result = await this.#collected.run(collected, work);
    } finally {
      // A write of a promise that `work` did not await gets a transaction of its own.
      collected.writes = null;
    }
    if (writes.length === 0) return result;
    this.writeDurably(() => {
      for (const { execute } of writes) execute();
    });
    for (const one of writes) this.#committed(one);
    return result;
  }

  /**
   * Executes each step in a transaction of its own, and yields to the event loop between steps.
   * @throws NotWritten
   */
  async writeInSteps(steps: Generator<void>): Promise<void> {
    while (!this.write(() => steps.next().done)) {
      const isCopyNext = this.#nextCopy !== undefined;
      await yieldToEventLoop();
      // The copy of the WAL takes longer than a step, so it gets a turn of its own.
      if (isCopyNext) await yieldToEventLoop();
    }
  }

  /** @returns SQLite's reason if the last write or copy failed, or null */
  trouble(): string | null {
    return this.#refused ?? this.#uncopied;
  }

  #collectOr(writeNow: () => void, write: Write): void {
    const writes = this.#collected.getStore()?.writes;
    if (writes) {
      writes.push(write);
      return;
    }
    writeNow();
    this.#committed(write);
  }

  /**
   * Logs an error of the hook instead of throwing it. Otherwise the caller would take the committed write for a failed
   * one.
   */
  #committed({ onCommit }: Write): void {
    try {
      onCommit?.();
    } catch (error) {
      this.#log.error({ err: error }, 'Saved change missing in memory until a restart reads it from the store');
    }
  }

  #copyIfDue(): void {
    const rows = this.#rowsWritten.first()?.rows ?? 0;
    const atMs = this.#uptime();
    if (rows - this.#copied.rows < COPY_WAL_AFTER.rows && atMs - this.#copied.atMs < COPY_WAL_AFTER.ms) return;
    this.#copySoon();
  }

  #copySoon(): void {
    this.#nextCopy ??= setImmediate(() => this.#copy());
  }

  #copy(): void {
    this.#nextCopy = undefined;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    if (!this.#db.isOpen) return;
    this.#copied = { rows: this.#rowsWritten.first()?.rows ?? 0, atMs: this.#uptime() };
    try {
      if (this.#isEmptying) this.#isEmptying = !this.#emptyWal();
      else this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
      this.#uncopied = null;
    } catch (error) {
      this.#uncopied = reasonOf(error);
    }
    if (this.#uncopied === null && !this.#isEmptying) return;
    this.#retry = setTimeout(() => this.#copySoon(), COPY_RETRY_MS).unref();
  }

  /**
   * Copies the WAL and empties it, without a wait for other readers.
   * @returns false if another program, such as a backup, reads from the WAL
   */
  #emptyWal(): boolean {
    this.#db.exec('PRAGMA busy_timeout = 0');
    try {
      return this.#db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    } finally {
      this.#db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }
}

/** Settings transactions for the only process on a file. */
export class SqliteSettingsTransactions implements SettingsTransactions {
  readonly #transactions: Transactions;
  readonly #queue = new KeyedMutex();

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  async run<T>(of: SettingsOwner, work: () => Promise<T>): Promise<T> {
    // The inner transaction would wait in its owner's queue for the outer one.
    if (this.#transactions.isCollecting()) throw new Error('A settings transaction cannot begin within another one');
    return this.#queue.run(of, async () => {
      try {
        return await this.#transactions.collect(work);
      } catch (error) {
        throw asNotSaved(error);
      }
    });
  }
}
