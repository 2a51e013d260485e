import type { DatabaseSync } from 'node:sqlite';
import { streamEventsOf } from '../../market/change.ts';
import type { ItemChoice } from '../../market/item/item.ts';
import { LISTINGS_KEPT_MS } from '../../market/my-shops/shop-trade.ts';
import type { Journal, JournalEntry } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { CanvasLimits, IsNeeded } from '../../ports/pictures.ts';
import { inSlices, yieldToEventLoop } from '../../time/cooperate.ts';
import { WEEK_MS } from '../../time/durations.ts';
import {
  checkpointName,
  checkpointNames,
  LAST_OLD_SNAPSHOT,
  LAST_SNAPSHOT,
  numberName,
} from '../mappers/checkpoint-names.ts';
import { UnreadableRows } from '../mappers/record.ts';
import { migrateFile } from '../migrations/sqlite.ts';
import { clearCachedIds } from './id-tables.ts';
import { SqliteOutbox } from './outbox/outbox.ts';
import { pruneFile } from './prune.ts';
import { JournalRecorder } from './recorder.ts';
import { openTables, type Tables } from './tables.ts';
import { Transactions } from './transactions.ts';

interface JournalOptions {
  /** Returns whether a feed or watch has this id. Its last delivery is not pruned. */
  readonly isInUse?: (id: string) => boolean;
  /** The transactions of the file, if other objects write to it. */
  readonly transactions?: Transactions;
}

/**
 * Opens the journal in an open SQLite file, which `close` closes. Writes reject with `NotWritten`. Unreadable rows are
 * skipped and logged; an unreadable waiting notice is dropped.
 *
 * A resolved write survives the death of the process. After a power cut the last entries may be missing, each as a
 * whole.
 *
 * @param now epoch ms
 * @throws OperatorFault if a newer Crier wrote the file, or its tables cannot be created
 */
export function openJournal(
  db: DatabaseSync,
  now: () => number,
  log: Log,
  { isInUse = () => true, transactions = new Transactions(db, log) }: JournalOptions = {},
): Journal {
  migrateFile(db);
  const unreadable = new UnreadableRows(log);
  const tables = openTables(db, unreadable);
  tables.changes.forgetUnfinished(tables.checkpoints.get(LAST_SNAPSHOT), Number.MAX_SAFE_INTEGER);
  return new SqliteJournal({ db, tables, transactions, unreadable, now, isInUse, log });
}

/** @property now epoch ms */
interface JournalParts {
  readonly db: DatabaseSync;
  readonly tables: Tables;
  readonly transactions: Transactions;
  readonly unreadable: UnreadableRows;
  readonly now: () => number;
  readonly isInUse: (id: string) => boolean;
  readonly log: Log;
}

/** The outbox together with the history of events. */
class SqliteJournal extends SqliteOutbox implements Journal {
  readonly #db: DatabaseSync;
  readonly #tables: Tables;
  readonly #transactions: Transactions;
  readonly #recorder: JournalRecorder;
  readonly #now: () => number;
  readonly #isInUse: (id: string) => boolean;

  constructor({ db, tables, transactions, unreadable, now, isInUse, log }: JournalParts) {
    const recorder = new JournalRecorder(tables, transactions);
    super({ db, tables, transactions, recorder, unreadable, now });
    this.#db = db;
    this.#tables = tables;
    this.#transactions = transactions;
    transactions.onRollback(() => clearCachedIds(tables));
    this.#recorder = recorder;
    this.#now = now;
    this.#isInUse = isInUse;
    if (tables.stagedNotices.isAny()) {
      // A killed process left notices of an incomplete entry. The outbox hides them until they are deleted.
      this.#recorder
        .discardStaged()
        .catch((error) =>
          log.warn(
            { err: error },
            'Hidden notices of an incomplete entry not deleted, retrying with the next large entry',
          ),
        );
    }
  }

  record(entry: JournalEntry) {
    return this.#recorder.record(entry);
  }
  async snapshotAt() {
    return this.#tables.checkpoints.get(LAST_SNAPSHOT);
  }

  async oldShopsUntil() {
    return this.#tables.checkpoints.get(LAST_OLD_SNAPSHOT);
  }
  async outages(since: number) {
    return this.#tables.outages.since(since);
  }
  async unreportedShops(since: number) {
    return this.#tables.outages.unreportedSince(since);
  }

  history(choice: ItemChoice, from: number, to: number) {
    return inSlices(this.#tables.history.of(choice, from, to));
  }
  mixedHistory(item: Parameters<Journal['mixedHistory']>[0], from: number, to: number) {
    return inSlices(this.#tables.history.mixed(item, from, to));
  }
  shopTrades(...of: Parameters<Journal['shopTrades']>) {
    return inSlices(this.#tables.shopTrades.of(...of));
  }
  listings(uuid: string, from: number) {
    return inSlices(this.#tables.changes.listings(uuid, from));
  }
  pricesPaid(choice: ItemChoice, from: number, to: number) {
    return inSlices(this.#tables.history.prices(choice, from, to));
  }
  earliestTrades(from: number, to: number, limit: number) {
    return inSlices(this.#tables.earliestTrades.of(from, to, limit));
  }
  traded(from: number) {
    return inSlices(this.#tables.history.traded(from));
  }
  tradeCounts(type: string, from: number) {
    return inSlices(this.#tables.history.counts(type, from));
  }
  async types() {
    return this.#tables.items.types();
  }
  priceSamples(key: string, from: number, to: number) {
    return inSlices(this.#tables.samples.of(key, from, to));
  }
  recordPriceSamples(at: number, samples: Parameters<Journal['recordPriceSamples']>[1]) {
    return this.#transactions.writeInSteps(this.#tables.samples.put(at, samples));
  }
  changes(type: string, from: number) {
    return inSlices(this.#tables.changes.of(type, from));
  }
  latestChanges(from: number, limit: number) {
    return inSlices(this.#tables.changes.latest(from, limit));
  }
  async latestEvents(from: number, limit: number) {
    return (await inSlices(this.#tables.changes.latest(from, limit, 'events'))).flatMap(streamEventsOf);
  }
  purchases(from: number) {
    return inSlices(this.#tables.changes.purchases(from));
  }
  async prune(before: number) {
    this.#transactions.write(() => this.#tables.outages.prune(before));
    const now = this.#now();
    const from = { historyFrom: before, weekFrom: now - WEEK_MS, listingsFrom: now - LISTINGS_KEPT_MS };
    const steps = pruneFile(this.#db, { ...from, isInUse: this.#isInUse });
    const prunesOn = () => {
      const { done } = steps.next();
      clearCachedIds(this.#tables);
      return !done;
    };
    // The journal may be closed between two steps.
    while (this.#db.isOpen && this.#transactions.write(prunesOn)) await yieldToEventLoop();
  }

  async bans() {
    return this.#tables.bans.all();
  }

  get canvases() {
    return this.#tables.canvases;
  }
  async saveCanvases(seen: Parameters<Journal['saveCanvases']>[0]) {
    this.#transactions.write(() => this.#tables.canvases.save(seen));
  }
  async pruneCanvases(isNeeded: IsNeeded, limits: CanvasLimits) {
    const steps = this.#tables.canvases.prune(isNeeded, limits);
    for (;;) {
      // The journal may be closed between two steps.
      const step = this.#transactions.write(() => steps.next());
      if (step.done) return step.value;
      await yieldToEventLoop();
      if (!this.#db.isOpen) return 0;
    }
  }

  async saveCheckpoint(name: string, at: number) {
    this.#transactions.write(() => this.#tables.checkpoints.put(checkpointName(name), at));
  }
  async checkpoint(name: string) {
    return this.#tables.checkpoints.get(checkpointName(name));
  }

  async saveNumbers(numbers: Readonly<Record<string, number>>) {
    this.#transactions.writeDurably(() => {
      for (const [name, number] of Object.entries(numbers)) this.#tables.checkpoints.put(numberName(name), number);
    });
  }
  async savedNumber(name: string) {
    return this.#tables.checkpoints.get(numberName(name));
  }

  async savedNumbers(prefix: string) {
    return this.#tables.checkpoints.under(numberName(prefix));
  }
  async removeCheckpoints(names: readonly string[]) {
    this.#transactions.writeDurably(() => {
      for (const name of names.flatMap(checkpointNames)) this.#tables.checkpoints.remove(name);
    });
  }

  trouble() {
    return this.#transactions.trouble();
  }

  async close() {
    if (!this.#db.isOpen) return;
    await this.#recorder.flush();
    if (this.#db.isOpen) this.#db.close();
  }
}
