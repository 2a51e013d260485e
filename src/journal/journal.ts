import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Journal } from '../ports/journal.ts';
import { bansTable } from './bans.ts';
import { groupCommit } from './group-commit.ts';
import { messagesTable } from './messages.ts';
import { FIRST_BANS, LAST_DELIVERY, momentsTable, SNAPSHOT } from './moments.ts';
import { noticesTable } from './notices.ts';
import { outagesTable } from './outages.ts';
import { pruneOutbox } from './outbox-history.ts';
import { pausesTable } from './pauses.ts';
import { migrate } from './schema.ts';
import { toldTable } from './told.ts';
import { tradesTable } from './trades.ts';
import { transact } from './transaction.ts';
import { waitingTargets } from './waiting-targets.ts';

/** How long ended notices and messages are kept, so that one can ask why something was told. */
const OUTBOX_KEPT_MS = 7 * 24 * 3_600_000;

/** Pages of the WAL copied into the file at once. SQLite's own 1,000 stall the event loop for 12 ms, these for 2. */
const CHECKPOINT_PAGES = 250;

/**
 * The journal in an open SQLite file, which it closes. Writes reject with `NotWritten`. `now`: epoch ms.
 *
 * WAL with synchronous NORMAL: a resolved write survives the death of the process; after a power cut the last moments
 * may be missing, whole entries at a time.
 *
 * @throws Error where the file was written by a newer Crier, or its tables cannot be made.
 */
export function openJournal(db: DatabaseSync, now: () => number): Journal {
  db.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  migrate(db);
  const trades = tradesTable(db);
  const notices = noticesTable(db);
  const messages = messagesTable(db);
  const told = toldTable(db);
  const pauses = pausesTable(db);
  const outages = outagesTable(db);
  const bans = bansTable(db);
  const moments = momentsTable(db);
  const commits = groupCommit(db);
  const write = <T>(work: () => T): T => transact(db, work);

  return {
    record: (entry) =>
      commits.submit(() => {
        for (const event of entry.events) trades.add(event);
        notices.add(entry.notices);
        if (entry.snapshotAt !== undefined) moments.put(SNAPSHOT, entry.snapshotAt);
      }),
    snapshotAt: async () => moments.get(SNAPSHOT),

    waitingTargets: async () => waitingTargets(notices.byTarget(), messages.byTarget()),
    waiting: async (target, at, limit) => notices.due(target, at, limit),
    nextDueAt: async (target) => notices.nextDueAt(target),
    postpone: async (ids, dueAt) =>
      write(() => {
        for (const id of ids) notices.postpone(id, dueAt);
      }),
    seal: async (seal) =>
      write(() => {
        if (seal.told.length === 0) throw new Error('a message must tell of something');
        const sealed = messages.add(seal);
        for (const notice of seal.told) notices.tell(notice, sealed.id, seal.target, seal.at);
        for (const { notice, why } of seal.dropped) notices.drop(notice, why, seal.at);
        for (const source of new Set(seal.told.flatMap((notice) => notice.sources))) told.put(source, seal.at);
        return sealed;
      }),
    drop: async (dropped, at) =>
      write(() => {
        for (const { notice, why } of dropped) notices.drop(notice, why, at);
      }),
    sealed: async (target) => messages.unsettled(target),
    settle: async (id, settlement) =>
      write(() => {
        messages.settle(id, settlement);
        if (settlement.kind === 'delivered') moments.put(LAST_DELIVERY, settlement.at);
      }),
    lastToldAt: async (source) => told.get(source),
    queue: async () => ({ depth: notices.count() + messages.count(), lastDeliveryAt: moments.get(LAST_DELIVERY) }),

    pauses: async () => pauses.all(),
    pause: async (pause) => void write(() => pauses.put(pause)),
    unpause: async (target) => void write(() => pauses.remove(target)),

    outageBegan: async (at, why) => void write(() => outages.began(at, why)),
    outageEnded: async (at) => void write(() => outages.ended(at)),
    outages: async (since) => outages.since(since),

    trades: (choice, from, to) => trades.of(choice, from, to),
    async prune(before) {
      write(() => outages.prune(before));
      for (const steps of [trades.prune(before), pruneOutbox(db, now() - OUTBOX_KEPT_MS)]) {
        while (db.isOpen && !write(() => steps.next().done)) await setImmediate();
      }
    },

    recordBans: async (ids, at) =>
      write(() => {
        const first = moments.get(FIRST_BANS) === null;
        bans.replace(ids, first ? null : at);
        if (first) moments.put(FIRST_BANS, at);
      }),
    bans: async () => bans.all(),

    mark: async (name, at) => void write(() => moments.put(`mark:${name}`, at)),
    marked: async (name) => moments.get(`mark:${name}`),

    async close() {
      if (!db.isOpen) return;
      commits.flush();
      db.close();
    },
  };
}
