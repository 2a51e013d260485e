import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../../ports/log.ts';
import type { BestPrices, Outbox, Pause, Pauses, Queue, Seal, Sealed, Settlement } from '../../../ports/outbox.ts';
import { type HoldReason, type Notice, type Routed, type Target, targetKey } from '../../../routing/notice.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { LAST_DELIVERY } from '../../mappers/checkpoint-names.ts';
import { deliveredSourceIds, UNREADABLE_NOTICE_REASON } from '../../mappers/outbox-rows.ts';
import { UnreadableRows } from '../../mappers/record.ts';
import { withTargets, writeTarget } from '../../mappers/target.ts';
import type { JournalRecorder } from '../recorder.ts';
import { command, query } from '../sql.ts';
import type { Tables } from '../tables.ts';
import type { Transactions } from '../transactions.ts';

interface OutboxParts {
  readonly db: DatabaseSync;
  readonly tables: Tables;
  readonly transactions: Transactions;
  readonly recorder: JournalRecorder;
  readonly unreadable: UnreadableRows;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Waiting and ended notices and messages. Every write rejects with `NotWritten` if it fails. */
export class SqliteOutbox implements Outbox {
  readonly #db: DatabaseSync;
  readonly #tables: Tables;
  readonly #transactions: Transactions;
  readonly #recorder: JournalRecorder;
  readonly #unreadable: UnreadableRows;
  readonly #now: () => number;

  constructor({ db, tables, transactions, recorder, unreadable, now }: OutboxParts) {
    this.#db = db;
    this.#tables = tables;
    this.#transactions = transactions;
    this.#recorder = recorder;
    this.#unreadable = unreadable;
    this.#now = now;
  }

  enqueue(notices: readonly Routed[]): Promise<void> {
    return this.#recorder.record({ changes: [], notices });
  }

  async waitingTargets() {
    return waitingTargets(this.#tables.notices.byTarget(), this.#tables.messages.byTarget());
  }

  /** Drops unreadable notices, because each would wait for ever and block the notices behind it. */
  async waiting(target: Target, at: number, limit: number): Promise<readonly Notice[]> {
    for (;;) {
      const { readable, broken } = this.#tables.notices.due(target, at, limit);
      if (broken.length === 0) return readable;
      const dropped = broken.map((notice) => ({ notice, why: UNREADABLE_NOTICE_REASON }));
      this.#drop(dropped, this.#now());
      this.#unreadable.logNoted('Unreadable notices dropped');
    }
  }

  async nextDueAt(target: Target) {
    return this.#tables.notices.nextDueAt(target);
  }

  async postpone(
    notices: readonly Pick<Notice, 'id' | 'subscriptionIds'>[],
    dueAt: number,
    held: HoldReason | null,
  ): Promise<void> {
    this.#transactions.write(() => {
      for (const notice of notices) this.#tables.notices.postpone(notice, dueAt, held);
    });
  }

  async seal(seal: Seal): Promise<Sealed> {
    const { notices, messages } = this.#tables;
    // The message is sent next, so the copy of the WAL is left to the write of its outcome.
    return this.#transactions.writeUrgently(() => {
      if (seal.notices.length === 0) throw new Error('a message must tell of something');
      const sealed = messages.add(seal);
      for (const notice of seal.notices) notices.seal(notice, sealed.id, seal.target, seal.at);
      for (const { notice, why } of seal.dropped) notices.drop(notice, why, seal.at);
      for (const notice of seal.narrowed ?? []) notices.narrow(notice);
      return sealed;
    });
  }

  async drop(dropped: Seal['dropped'], at: number): Promise<void> {
    this.#drop(dropped, at);
  }

  #drop(dropped: readonly { readonly notice: Pick<Notice, 'id'>; readonly why: string }[], at: number): void {
    this.#transactions.write(() => {
      for (const { notice, why } of dropped) this.#tables.notices.drop(notice, why, at);
    });
  }

  async sealed(target: Target) {
    return this.#tables.messages.unsettled(target);
  }

  async settle(id: number, settlement: Settlement): Promise<void> {
    this.#transactions.write(() => {
      const { subscriptionIds, best } = this.#tables.messages.settle(id, settlement);
      if (settlement.kind === 'delivered') this.#noteDelivery(subscriptionIds, best, settlement.at);
    });
  }

  async split(id: number, at: number): Promise<boolean> {
    return this.#transactions.write(() => {
      const isSplit = this.#tables.messages.split(id, at);
      if (isSplit) this.#tables.notices.reopen(id);
      return isSplit;
    });
  }

  #noteDelivery(subscriptionIds: readonly string[], best: BestPrices, at: number): void {
    this.#tables.checkpoints.put(LAST_DELIVERY, at);
    for (const id of deliveredSourceIds(subscriptionIds, best)) this.#tables.deliveries.put(id, at, best[id]);
  }

  async lastDelivered(sourceIds: readonly string[]) {
    return this.#tables.deliveries.last(sourceIds);
  }

  async gapsKnownUntil(target: Target) {
    return this.#tables.messages.gapsKnownUntil(target);
  }

  async queue(at: number): Promise<Queue> {
    const { due, later, since } = this.#tables.notices.count(at);
    const sealed = this.#tables.messages.count();
    const waitingSince = Math.min(due > 0 ? (since ?? at) : at, sealed.since ?? at);
    return {
      depth: due + sealed.count,
      later,
      waitingSince: due + sealed.count > 0 ? waitingSince : null,
      refused: this.#tables.messages.refused(at - DAY_MS),
      lastDeliveryAt: this.#tables.checkpoints.get(LAST_DELIVERY),
    };
  }

  async noticesOf(target: Target, limit: number, subscriptionId?: string) {
    return this.#tables.pastNotices.of(target, limit, subscriptionId);
  }

  async move(subscriptionId: string, from: Target, to: Target): Promise<void> {
    this.#transactions.collectOrWrite(() => this.#tables.notices.move(subscriptionId, from, to));
  }

  async forget(target: Target, subscriptionIds: readonly string[]): Promise<void> {
    const { notices, messages, deliveries } = this.#tables;
    this.#transactions.collectOrWriteDurably(() => {
      notices.forget(target);
      messages.forget(target);
      for (const id of subscriptionIds) deliveries.forget(id);
    });
  }

  async pauses() {
    return readPauses(this.#db, this.#unreadable);
  }
}

interface WaitingTarget {
  readonly target: Target;
  readonly dueAt: number;
  readonly count: number;
}

/** Joins the targets of waiting notices with those of sealed messages, which are due at once. */
function waitingTargets(
  notices: readonly { readonly target: Target; readonly due_at: number; readonly count: number }[],
  messages: readonly { readonly target: Target; readonly count: number }[],
): WaitingTarget[] {
  const waiting = new Map<string, WaitingTarget>();
  for (const { target, due_at, count } of notices) waiting.set(writeTarget(target), { target, dueAt: due_at, count });
  for (const { target, count } of messages) {
    const key = writeTarget(target);
    waiting.set(key, { target, dueAt: 0, count: count + (waiting.get(key)?.count ?? 0) });
  }
  return [...waiting.values()];
}

/** The pauses of a file, with a copy in memory for routing and delivery. Memory changes with each commit. */
export class PausesInMemory implements Pauses {
  readonly #sql;
  readonly #transactions: Pick<Transactions, 'collectOrWriteDurably' | 'isCollecting'>;
  readonly #codes: Map<string, number>;

  constructor(db: DatabaseSync, transactions: Pick<Transactions, 'collectOrWriteDurably' | 'isCollecting'>, log: Log) {
    this.#sql = {
      put: command(
        db,
        `INSERT INTO pauses (target, code, at) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET code = excluded.code, at = excluded.at`,
      ),
      remove: command(db, 'DELETE FROM pauses WHERE target = ?'),
    };
    this.#transactions = transactions;
    const pauses = readPauses(db, new UnreadableRows(log));
    this.#codes = new Map(pauses.map(({ target, code }) => [targetKey(target), code]));
  }

  async codeOf(target: Target): Promise<number | null> {
    return this.#codes.get(targetKey(target)) ?? null;
  }

  has(target: Target): boolean {
    return this.#codes.has(targetKey(target));
  }

  async pause({ target, code, at }: Pause): Promise<void> {
    this.#transactions.collectOrWriteDurably(
      () => this.#sql.put(writeTarget(target), code, at),
      () => this.#codes.set(targetKey(target), code),
    );
  }

  async resume(target: Target): Promise<void> {
    // A write that is collected and not yet executed may pause the target.
    if (!this.has(target) && !this.#transactions.isCollecting()) return;
    this.#transactions.collectOrWriteDurably(
      () => this.#sql.remove(writeTarget(target)),
      () => this.#codes.delete(targetKey(target)),
    );
  }
}

/** Reads all pauses, the oldest first. Pauses with an unreadable target are skipped and noted. */
export function readPauses(db: DatabaseSync, unreadable: UnreadableRows): Pause[] {
  const rows = query<{ target: string; code: number; at: number }>(
    db,
    'SELECT target, code, at FROM pauses ORDER BY at',
  );
  return withTargets(rows.all(), unreadable);
}
