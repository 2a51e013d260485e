import type { DatabaseSync } from 'node:sqlite';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import { inSlices, yieldToEventLoop } from '../time/cooperate.ts';
import { changesTable } from './changes/change-log.ts';
import { goodsTable } from './changes/goods.ts';
import { groupCommit } from './database/group-commit.ts';
import { migrate } from './database/schema.ts';
import { transactionsOf } from './database/transactions.ts';
import { UnreadableRows } from './database/unreadable-rows.ts';
import { historyTable } from './history/history.ts';
import { itemsTable } from './history/items.ts';
import { placesTable } from './history/places.ts';
import { priceSamplesTable } from './history/price-samples.ts';
import { deliveriesTable } from './outbox/deliveries.ts';
import { messagesTable } from './outbox/messages.ts';
import { noticesTable } from './outbox/notices.ts';
import { pastNotices } from './outbox/past-notices.ts';
import { pausesTable } from './outbox/pauses.ts';
import { waitingNotices } from './outbox/waiting-notices.ts';
import { waitingTargets } from './outbox/waiting-targets.ts';
import { prune } from './prune.ts';
import { bansTable } from './state/bans.ts';
import { checkpointsTable, LAST_DELIVERY, SNAPSHOT } from './state/checkpoints.ts';
import { outagesTable } from './state/outages.ts';

/** How long changes, and notices and messages that ended, are kept, so that one can ask why something was delivered, or was not. */
const WEEK_MS = 7 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Pages of the WAL copied into the file at once. SQLite's own 1,000 stall the event loop for 12 ms, these for 2. */
const CHECKPOINT_PAGES = 250;

/**
 * The journal in an open SQLite file, which it closes. Writes reject with `NotWritten`. `now`: epoch ms. What cannot be read of it
 * is left out and said in `log`; a notice that waits is set aside.
 *
 * WAL with synchronous NORMAL: a resolved write survives the death of the process; after a power cut the last moments
 * may be missing, whole entries at a time.
 *
 * @throws OperatorFault where the file was written by a newer Crier, or its tables cannot be made.
 */
export function openJournal(db: DatabaseSync, now: () => number, log: Log): Journal {
  db.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  migrate(db);
  const items = itemsTable(db);
  const unreadable = new UnreadableRows(log);
  const places = placesTable(db);
  const history = historyTable(db, items, places, unreadable);
  const changes = changesTable(db, goodsTable(db), places, unreadable);
  const samples = priceSamplesTable(db, items);
  const notices = noticesTable(db, unreadable);
  const messages = messagesTable(db, unreadable);
  const deliveries = deliveriesTable(db);
  const pauses = pausesTable(db, unreadable);
  const outages = outagesTable(db);
  const checkpoints = checkpointsTable(db);
  const bans = bansTable(db, checkpoints);
  const past = pastNotices(db, unreadable);
  const transactions = transactionsOf(db, () => performance.now());
  const { write } = transactions;
  const waiting = waitingNotices(notices, transactions, unreadable, now);
  const commits = groupCommit(transactions);
  changes.forgetUnfinished(checkpoints.get(SNAPSHOT), Number.MAX_SAFE_INTEGER);

  const putCheckpoint = (name: string, at: number) => checkpoints.put(`mark:${name}`, at);

  /** Each step in a transaction of its own, others in between. */
  async function writeInSteps(steps: Generator<void>): Promise<void> {
    while (!write(() => steps.next().done)) await yieldToEventLoop();
  }

  return {
    record: (entry) =>
      commits.submit(() => {
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
        if (entry.checkpoint !== undefined) putCheckpoint(entry.checkpoint.name, entry.checkpoint.at);
        if (entry.stream !== undefined) outages.turn(entry.stream);
        if (entry.gap !== undefined) outages.gap(entry.gap);
      }),
    snapshotAt: async () => checkpoints.get(SNAPSHOT),

    waitingTargets: async () => waitingTargets(notices.byTarget(), messages.byTarget()),
    waiting: async (target, at, limit) => waiting(target, at, limit),
    nextDueAt: async (target) => notices.nextDueAt(target),
    postpone: async (ids, dueAt, held) =>
      write(() => {
        for (const id of ids) notices.postpone(id, dueAt, held);
      }),
    seal: async (seal) =>
      write(() => {
        if (seal.notices.length === 0) throw new Error('a message must tell of something');
        const sealed = messages.add(seal);
        for (const notice of seal.notices) notices.seal(notice, sealed.id, seal.target, seal.at);
        for (const { notice, why } of seal.dropped) notices.drop(notice, why, seal.at);
        for (const notice of seal.narrowed ?? []) notices.narrow(notice);
        return sealed;
      }),
    drop: async (dropped, at) =>
      write(() => {
        for (const { notice, why } of dropped) notices.drop(notice, why, at);
      }),
    sealed: async (target) => messages.unsettled(target),
    settle: async (id, settlement) =>
      write(() => {
        const { subscriptionIds, best } = messages.settle(id, settlement);
        if (settlement.kind !== 'delivered') return;
        checkpoints.put(LAST_DELIVERY, settlement.at);
        for (const source of subscriptionIds) deliveries.put(source, settlement.at, best[source]);
      }),
    lastDeliveredAt: async (source) => deliveries.get(source),
    lastDeliveredPrice: async (source) => deliveries.price(source),
    async queue(at) {
      const { due, later, since } = notices.count(at);
      const sealed = messages.count();
      const waitingSince = Math.min(due > 0 ? (since ?? at) : at, sealed.since ?? at);
      return {
        depth: due + sealed.count,
        later,
        waitingSince: due + sealed.count > 0 ? waitingSince : null,
        refused: messages.refused(at - DAY_MS),
        lastDeliveryAt: checkpoints.get(LAST_DELIVERY),
      };
    },
    noticesOf: async (target, limit, source) => past(target, limit, source),
    move: async (source, from, to) => void write(() => notices.move(source, from, to)),
    forget: async (target, sources) =>
      write(() => {
        notices.forget(target);
        messages.forget(target);
        pauses.remove(target);
        for (const source of sources) deliveries.forget(source);
      }),

    pauses: async () => pauses.all(),
    pause: async (pause) => void write(() => pauses.put(pause)),
    unpause: async (target) => void write(() => pauses.remove(target)),

    outages: async (since) => outages.since(since),

    history: (choice, from, to) => inSlices(history.of(choice, from, to)),
    pricesPaid: (choice, from, to) => inSlices(history.prices(choice, from, to)),
    traded: (from) => inSlices(history.traded(from)),
    types: async () => items.types(),
    priceSamples: (key, from, to) => inSlices(samples.of(key, from, to)),
    recordPriceSamples: (at, given) => writeInSteps(samples.put(at, given)),
    changes: (type, from) => inSlices(changes.of(type, from)),
    purchases: (from) => inSlices(changes.purchases(from)),
    async prune(before) {
      write(() => outages.prune(before));
      const steps = prune(db, before, now() - WEEK_MS);
      while (db.isOpen && !write(() => steps.next().done)) await yieldToEventLoop();
    },

    bans: async () => bans.all(),

    saveCheckpoint: async (name, at) => void write(() => putCheckpoint(name, at)),
    checkpoint: async (name) => checkpoints.get(`mark:${name}`),

    async note(numbers) {
      db.exec('PRAGMA synchronous = FULL');
      try {
        write(() => {
          for (const [name, number] of Object.entries(numbers)) checkpoints.put(`number:${name}`, number);
        });
      } finally {
        db.exec('PRAGMA synchronous = NORMAL');
      }
    },
    noted: async (name) => checkpoints.get(`number:${name}`),

    trouble: transactions.trouble,

    async close() {
      if (!db.isOpen) return;
      commits.flush();
      db.close();
    },
  };
}
