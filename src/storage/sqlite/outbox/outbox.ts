import type { BestPrices, Queue, Seal, Sealed, Settlement } from '../../../ports/outbox.ts';
import type { Held, Notice, Target } from '../../../routing/notice.ts';
import { LAST_DELIVERY } from '../../mappers/checkpoint-names.ts';
import { deliveredSourceIds } from '../../mappers/message-row.ts';
import { writeTarget } from '../../mappers/target.ts';
import type { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import type { Tables } from '../tables.ts';
import type { Transactions } from '../transactions.ts';

const DAY_MS = 24 * 3_600_000;

/** The reason with which an unreadable notice is dropped. */
const UNREADABLE = 'cannot be read';

type OutboxTables = Pick<Tables, 'notices' | 'messages' | 'deliveries' | 'checkpoints'>;

/** The waiting and the ended notices and messages; see the port. Every write throws `NotWritten` if it fails. */
export class Outbox {
  readonly #tables: OutboxTables;
  readonly #transactions: Pick<Transactions, 'write' | 'writeUrgently' | 'collectOrWrite'>;
  readonly #unreadable: UnreadableRows;
  readonly #now: () => number;

  /** `now`: epoch ms. */
  constructor(
    tables: OutboxTables,
    transactions: Pick<Transactions, 'write' | 'writeUrgently' | 'collectOrWrite'>,
    unreadable: UnreadableRows,
    now: () => number,
  ) {
    this.#tables = tables;
    this.#transactions = transactions;
    this.#unreadable = unreadable;
    this.#now = now;
  }

  waitingTargets() {
    return waitingTargets(this.#tables.notices.byTarget(), this.#tables.messages.byTarget());
  }

  /** Drops unreadable notices: each would wait for ever and block the notices behind it. */
  waiting(target: Target, at: number, limit: number): readonly Notice[] {
    for (;;) {
      const { readable, broken } = this.#tables.notices.due(target, at, limit);
      if (broken.length === 0) return readable;
      const dropped = broken.map((notice) => ({ notice, why: UNREADABLE }));
      this.drop(dropped, this.#now());
      this.#unreadable.say('Unreadable notices dropped');
    }
  }

  postpone(notices: readonly Pick<Notice, 'id' | 'subscriptionIds'>[], dueAt: number, held: Held | null): void {
    this.#transactions.write(() => {
      for (const notice of notices) this.#tables.notices.postpone(notice, dueAt, held);
    });
  }

  seal(seal: Seal): Sealed {
    const { notices, messages } = this.#tables;
    // The message leaves next; how it ended is written soon after.
    return this.#transactions.writeUrgently(() => {
      if (seal.notices.length === 0) throw new Error('a message must tell of something');
      const sealed = messages.add(seal);
      for (const notice of seal.notices) notices.seal(notice, sealed.id, seal.target, seal.at);
      for (const { notice, why } of seal.dropped) notices.drop(notice, why, seal.at);
      for (const notice of seal.narrowed ?? []) notices.narrow(notice);
      return sealed;
    });
  }

  drop(dropped: readonly { readonly notice: Pick<Notice, 'id'>; readonly why: string }[], at: number): void {
    this.#transactions.write(() => {
      for (const { notice, why } of dropped) this.#tables.notices.drop(notice, why, at);
    });
  }

  settle(id: number, settlement: Settlement): void {
    this.#transactions.write(() => {
      const { subscriptionIds, best } = this.#tables.messages.settle(id, settlement);
      if (settlement.kind === 'delivered') this.#noteDelivery(subscriptionIds, best, settlement.at);
    });
  }

  split(id: number, at: number): boolean {
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

  queue(at: number): Queue {
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

  forget(target: Target, subscriptionIds: readonly string[]): void {
    const { notices, messages, deliveries } = this.#tables;
    this.#transactions.collectOrWrite(() => {
      notices.forget(target);
      messages.forget(target);
      for (const id of subscriptionIds) deliveries.forget(id);
    });
  }
}

interface Waiting {
  readonly target: Target;
  readonly dueAt: number;
  readonly count: number;
}

/** Joins what waits to be sealed with what is sealed and waits to be sent; the latter is due at once. */
function waitingTargets(
  notices: readonly { readonly target: Target; readonly due_at: number; readonly count: number }[],
  messages: readonly { readonly target: Target; readonly count: number }[],
): Waiting[] {
  const waiting = new Map<string, Waiting>();
  for (const { target, due_at, count } of notices) waiting.set(writeTarget(target), { target, dueAt: due_at, count });
  for (const { target, count } of messages) {
    const key = writeTarget(target);
    waiting.set(key, { target, dueAt: 0, count: count + (waiting.get(key)?.count ?? 0) });
  }
  return [...waiting.values()];
}
