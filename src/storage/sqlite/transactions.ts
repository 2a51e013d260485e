import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { NotWritten } from '../../faults/not-written.ts';
import { reasonOf } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import type { SettingsOwner, SettingsTransactions } from '../../ports/settings.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { KeyedMutex } from '../../time/keyed-mutex.ts';
import { type Query, query } from './sql.ts';
import { asNotSaved, faultOf, NotBegun, transact } from './transaction.ts';

/** The WAL is copied into the file after so many rows or so long. The rows limit how much there is to copy. */
const COPY_AFTER = { rows: 1_000, ms: 10_000 };

/** A disk that does not take the copy may be full or failing for long. */
const COPY_AGAIN_MS = 2_000;

/** Pages of the WAL that SQLite copies into the file by itself, at a commit. `Transactions` has it copied long before. */
const CHECKPOINT_PAGES = 4_000;

/** A write that may belong to a turn. */
interface Write {
  readonly execute: () => void;
  readonly onCommit: (() => void) | undefined;
}

/** The writes of a turn until its work is done; null after that. */
interface Turn {
  writes: Write[] | null;
}

/**
 * All writes of an open file. There is one object a file: its connection is shared, and a transaction never spans a turn
 * of the event loop.
 *
 * A commit appends to the WAL. SQLite can copy the WAL into the file by itself, but does not report a copy that fails.
 * Crier therefore starts the copy now and then after a write, in a turn of the event loop of its own (10 ms and more).
 */
export class Transactions {
  readonly #db: DatabaseSync;
  readonly #log: Log;
  readonly #uptime: () => number;
  readonly #turns = new AsyncLocalStorage<Turn>();
  readonly #rollbackHooks: (() => void)[] = [];
  readonly #rowsWritten: Query<{ rows: number }>;
  #refused: string | null = null;
  #uncopied: string | null = null;
  #copied: { readonly rows: number; readonly atMs: number };
  #nextCopy: NodeJS.Immediate | undefined;
  /** There is one at a time, though every write may try the copy. */
  #retry: NodeJS.Timeout | undefined;

  /** @param uptime ms that only ever grow */
  constructor(db: DatabaseSync, log: Log, uptime: () => number = () => performance.now()) {
    db.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    this.#db = db;
    this.#log = log;
    this.#uptime = uptime;
    this.#rowsWritten = query(db, 'SELECT total_changes() AS rows');
    this.#copied = { rows: 0, atMs: uptime() };
  }

  /** Calls `hook` after each transaction that was rolled back. */
  onRollback(hook: () => void): void {
    this.#rollbackHooks.push(hook);
  }

  /**
   * Executes `work` in one transaction, now, whether a turn runs or not. It survives the death of the process. After a
   * power cut the last transactions may be missing, whole ones at a time.
   * @throws NotWritten
   */
  write<T>(work: () => T): T {
    const result = this.writeUrgently(work);
    this.#copyIfDue();
    return result;
  }

  /** Like `write`, but leaves the copy of the WAL to a later write. */
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
   * Like `write`; the transaction also survives a power cut. The WAL is copied right after it: SQLite ignores a damaged
   * WAL without an error.
   * @throws NotWritten
   */
  writeThrough<T>(work: () => T): T {
    try {
      this.#db.exec('PRAGMA synchronous = FULL');
    } catch (error) {
      throw new NotBegun(...faultOf(error));
    }
    try {
      return this.writeUrgently(work);
    } finally {
      this.#db.exec('PRAGMA synchronous = NORMAL');
      this.#copySoon();
    }
  }

  /**
   * Executes a write in the transaction of the turn that the caller runs in, when that ends. Outside a turn the write is
   * a transaction of its own, now.
   * @param onCommit updates memory, in the same tick as the commit
   * @throws NotWritten outside a turn
   */
  submit(execute: () => void, onCommit?: () => void): void {
    this.#submit({ execute, onCommit }, () => this.write(execute));
  }

  /** Like `submit`; the write survives a power cut outside a turn, too. */
  submitThrough(execute: () => void, onCommit?: () => void): void {
    this.#submit({ execute, onCommit }, () => this.writeThrough(execute));
  }

  /** Whether `submit` would collect the write. */
  isInTurn(): boolean {
    return Boolean(this.#turns.getStore()?.writes);
  }

  /**
   * Runs `work` as a turn: everything that it submits is one transaction after it has resolved, which survives a power
   * cut. Nothing is written if it rejects. Reads in `work` find the file as it was before the turn.
   * @throws NotWritten if the transaction failed, else the error of `work`
   */
  async turn<T>(work: () => Promise<T>): Promise<T> {
    const writes: Write[] = [];
    const turn: Turn = { writes };
    let result: T;
    try {
      result = await this.#turns.run(turn, work);
    } finally {
      // A write of a promise that `work` did not await is a transaction of its own.
      turn.writes = null;
    }
    if (writes.length === 0) return result;
    this.writeThrough(() => {
      for (const { execute } of writes) execute();
    });
    for (const one of writes) this.#committed(one);
    return result;
  }

  /** Executes each step in a transaction of its own, with other work in between. Rejects with `NotWritten`. */
  async writeInSteps(steps: Generator<void>): Promise<void> {
    while (!this.write(() => steps.next().done)) await yieldToEventLoop();
  }

  /** @returns SQLite's reason if the last write or copy failed, or null */
  trouble(): string | null {
    return this.#refused ?? this.#uncopied;
  }

  #submit(write: Write, now: () => void): void {
    const writes = this.#turns.getStore()?.writes;
    if (writes) {
      writes.push(write);
      return;
    }
    now();
    this.#committed(write);
  }

  /** The write is in the file: a fault of its hook is logged, and does not tell the caller otherwise. */
  #committed({ onCommit }: Write): void {
    try {
      onCommit?.();
    } catch (error) {
      this.#log.error(
        { err: error },
        'Memory could not follow a change that was saved; a restart reads it from the store',
      );
    }
  }

  #copyIfDue(): void {
    const rows = this.#rowsWritten.first()?.rows ?? 0;
    const atMs = this.#uptime();
    if (rows - this.#copied.rows < COPY_AFTER.rows && atMs - this.#copied.atMs < COPY_AFTER.ms) return;
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
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
      this.#uncopied = null;
    } catch (error) {
      this.#uncopied = reasonOf(error);
      this.#retry = setTimeout(() => this.#copySoon(), COPY_AGAIN_MS).unref();
    }
  }
}

/** SettingsTransactions of the one process on a file. Each is one transaction. */
export class SqliteSettingsTransactions implements SettingsTransactions {
  readonly #transactions: Transactions;
  readonly #queue = new KeyedMutex();

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  async run<T>(of: SettingsOwner, work: () => Promise<T>): Promise<T> {
    // In the queue of its own owner, the turn would wait for the one that it is part of.
    if (this.#transactions.isInTurn()) throw new Error('A turn cannot begin within another turn');
    return this.#queue.run(of, async () => {
      try {
        return await this.#transactions.turn(work);
      } catch (error) {
        throw asNotSaved(error);
      }
    });
  }
}
