import { LeaseLost } from '../../../faults/store-faults.ts';
import type { HeldLease, LastDelivery, Outbox, Pause, Queue, Seal, Sealed, Settlement } from '../../../ports/outbox.ts';
import type { HoldReason, Notice, Routed, Target } from '../../../routing/notice.ts';
import { DAY_MS } from '../../../time/durations.ts';
import {
  type DeliveryRow,
  deliveredSourceIds,
  type MessageListsRow,
  type NoticeRow,
  type PastNoticeRow,
  readLastDelivery,
  readMessageLists,
  readNotices,
  readPastNotices,
  readSealed,
  type SealedRow,
  UNREADABLE_NOTICE_REASON,
} from '../../mappers/outbox-rows.ts';
import type { UnreadableRows } from '../../mappers/record.ts';
import { withTargets, writeTarget } from '../../mappers/target.ts';
import type { Queryable, Sql } from '../client.ts';
import type { Postgres } from '../connection.ts';
import { retryWrite } from '../connection-retries.ts';
import { readStoredTextOrNull, storedText, storedTextOrNull } from '../stored-text.ts';
import { enqueueValues } from './enqueue.ts';
import * as sql from './sql.ts';
import {
  type Dropped,
  dropValues,
  LAST_DELIVERED,
  postponeValues,
  SETTLE,
  SETTLED,
  sealValues,
  underLease,
} from './sql.ts';

/** The outbox in PostgreSQL. Every write rejects with `NotWritten` if it fails. */
export class PostgresOutbox implements Outbox {
  readonly #db: Postgres;
  readonly #unreadable: UnreadableRows;
  readonly #now: () => number;
  readonly #deliveries: Deliveries;

  /** @param now returns epoch ms */
  constructor(db: Postgres, unreadable: UnreadableRows, now: () => number) {
    this.#db = db;
    this.#unreadable = unreadable;
    this.#now = now;
    this.#deliveries = new Deliveries(db, unreadable);
  }

  async enqueue(notices: readonly Routed[]): Promise<void> {
    if (notices.length === 0) return;
    const values = enqueueValues(notices, this.#now());
    // Read before the commit, so that the write can be looked up after a lost answer.
    let cause: number | null = null;
    const write = async (tx: Queryable) => {
      const { rows } = await tx.query<{ cause: number }>(sql.ENQUEUE, values);
      cause = rows[0]?.cause ?? null;
      return true;
    };
    await retryWrite(
      this.#db,
      () => this.#db.transaction(write),
      () => this.#isTrue(sql.IS_ENQUEUED, [cause]),
    );
  }

  async waitingTargets() {
    const { rows } = await this.#db.query<{ target: string; dueAt: number; count: number }>(sql.WAITING_TARGETS);
    return withTargets(rows, this.#unreadable);
  }

  /** Drops unreadable notices, because each would wait for ever and block the notices behind it. */
  async waiting(target: Target, at: number, limit: number): Promise<readonly Notice[]> {
    for (;;) {
      const { rows } = await this.#db.query<NoticeRow>(sql.WAITING, [writeTarget(target), at, limit]);
      const { readable, broken } = readNotices(rows, target, this.#unreadable);
      if (broken.length === 0) return readable;
      const dropped = broken.map((notice) => ({ notice, why: UNREADABLE_NOTICE_REASON }));
      await this.drop(dropped, this.#now());
      this.#unreadable.logNoted('Unreadable notices dropped');
    }
  }

  async nextDueAt(target: Target): Promise<number | null> {
    const { rows } = await this.#db.query<{ dueAt: number | null }>(sql.NEXT_DUE_AT, [writeTarget(target)]);
    return rows[0]?.dueAt ?? null;
  }

  async postpone(
    notices: readonly Pick<Notice, 'id' | 'subscriptionIds'>[],
    dueAt: number,
    held: HoldReason | null,
    lease: HeldLease | null = null,
  ) {
    await underLease(this.#write(sql.POSTPONE, postponeValues(notices, dueAt, held, lease)));
  }

  async seal(seal: Seal): Promise<Sealed> {
    const { target, nonce, body, notices, at } = seal;
    if (notices.length === 0) throw new Error('a message must tell of something');
    const subscriptionIds = [...new Set(notices.flatMap((notice) => notice.subscriptionIds))];
    const values = sealValues(seal, subscriptionIds);
    const sealed = retryWrite(
      this.#db,
      () => this.#idIn(sql.SEAL, values),
      () => this.#idIn(sql.SEALED_AS, [nonce]),
    );
    const id = await underLease(sealed);
    if (id === null) throw new Error('PostgreSQL returned no id for the message');
    return { id, target, nonce, body, subscriptionIds, sealedAt: at };
  }

  async drop(dropped: readonly Dropped[], at: number, lease: HeldLease | null = null) {
    const values = dropValues(dropped, at, lease);
    const written = retryWrite(
      this.#db,
      () => this.#isTrue(sql.DROP, values),
      () => this.#isTrue(sql.IS_DROPPED, [values[0], at]),
    );
    await underLease(written);
  }

  async sealed(target: Target): Promise<readonly Sealed[]> {
    const { rows } = await this.#db.query<SealedRow>(sql.SEALED, [writeTarget(target)]);
    return rows.map((row) => readSealed(row, target, this.#unreadable));
  }

  async settle(id: number, settlement: Settlement): Promise<void> {
    await this.#deliveries.settle(id, settlement);
  }

  async split(id: number, at: number): Promise<boolean> {
    return retryWrite(this.#db, async () => (await this.#idIn(sql.SPLIT, [id, at])) !== null);
  }

  lastDelivered(sourceIds: readonly string[]) {
    return this.#deliveries.last(sourceIds);
  }

  async gapsKnownUntil(target: Target): Promise<number | null> {
    const { rows } = await this.#db.query<{ until: number }>(sql.GAPS_KNOWN_UNTIL, [writeTarget(target)]);
    return rows[0]?.until ?? null;
  }

  async queue(now: number): Promise<Queue> {
    const { rows } = await this.#db.query<Queue>(sql.QUEUE, [now, now - DAY_MS]);
    const [row] = rows;
    if (row === undefined) throw new Error('PostgreSQL returned no counts of the outbox');
    return row;
  }

  async noticesOf(target: Target, limit: number, subscriptionId?: string) {
    const named = subscriptionId === undefined ? null : JSON.stringify(subscriptionId);
    const { rows } = await this.#db.query<PastNoticeRow>(sql.NEWEST, [writeTarget(target), named, limit]);
    const read = rows.map((row) => ({
      ...row,
      why: readStoredTextOrNull(row.why),
      refusal: readStoredTextOrNull(row.refusal),
    }));
    return readPastNotices(read, target, this.#unreadable);
  }

  async move(subscriptionId: string, from: Target, to: Target): Promise<void> {
    const values = [writeTarget(to), writeTarget(from), JSON.stringify([subscriptionId]), this.#now()];
    await this.#write(sql.MOVE, values);
  }

  async forget(target: Target, subscriptionIds: readonly string[]): Promise<void> {
    const values = [writeTarget(target)];
    await retryWrite(this.#db, () =>
      this.#db.transaction(async (tx) => {
        // Each statement sees the rows that others committed while the previous one waited for its locks.
        const { rows } = await tx.query<{ cause: number }>(sql.FORGET_NOTICES, values);
        await tx.query(sql.FORGET_CAUSES, [rows.map(({ cause }) => cause)]);
        await tx.query(sql.FORGET_MESSAGES, values);
        return tx.query(sql.FORGET_DELIVERIES, [subscriptionIds]);
      }),
    );
  }

  async pauses(): Promise<readonly Pause[]> {
    const { rows } = await this.#db.query<{ target: string; code: number; at: number }>(sql.PAUSES);
    return withTargets(rows, this.#unreadable);
  }

  /** Executes an idempotent statement. */
  async #write(statement: Sql, values: readonly unknown[]): Promise<void> {
    await retryWrite(this.#db, () => this.#db.query(statement, values));
  }

  /** @returns true, or null if the statement affects no row */
  async #isTrue(question: Sql, values: readonly unknown[]): Promise<true | null> {
    return (await this.#db.query(question, values)).count > 0 || null;
  }

  async #idIn(statement: Sql, values: readonly unknown[]): Promise<number | null> {
    const { rows } = await this.#db.query<{ id: number }>(statement, values);
    return rows[0]?.id ?? null;
  }
}

interface MessageRow extends MessageListsRow {
  readonly settledAt: number | null;
  readonly messageId: string | null;
  readonly why: string | null;
}

/** The outcomes of messages, and the last deliveries of their feeds and watches. */
export class Deliveries {
  readonly #db: Postgres;
  readonly #unreadable: UnreadableRows;

  constructor(db: Postgres, unreadable: UnreadableRows) {
    this.#db = db;
    this.#unreadable = unreadable;
  }

  /**
   * Settles a message. A message that was deleted during its delivery has nothing to settle. A message with the same
   * outcome already counts as settled: a write whose answer was lost, or another process, settled it.
   * @throws NotWritten
   * @throws LeaseLost if another process settled the message with another outcome; a retry would change nothing
   */
  async settle(id: number, settlement: Settlement): Promise<void> {
    const isSettled = await retryWrite(this.#db, () => this.#settle(id, settlement));
    if (!isSettled) throw new LeaseLost(`message ${id} was settled with another outcome`);
  }

  async #settle(id: number, settlement: Settlement): Promise<boolean> {
    const message = await this.#find(id);
    if (message === undefined || hasOutcome(message, settlement)) return true;
    if (message.settledAt === null && (await this.#write(id, settlement, message))) return true;
    const now = await this.#find(id);
    return now === undefined || hasOutcome(now, settlement);
  }

  async last(sourceIds: readonly string[]): Promise<ReadonlyMap<string, LastDelivery>> {
    if (sourceIds.length === 0) return new Map();
    const { rows } = await this.#db.query<DeliveryRow>(LAST_DELIVERED, [sourceIds]);
    return new Map(
      rows.map((row) => [row.source_id, readLastDelivery({ ...row, goods: readStoredTextOrNull(row.goods) })]),
    );
  }

  /** @returns false if the message no longer waits */
  async #write(id: number, settlement: Settlement, message: MessageRow): Promise<boolean> {
    const isDelivered = settlement.kind === 'delivered';
    const { subscriptionIds, best } = isDelivered
      ? readMessageLists(id, message, this.#unreadable)
      : { subscriptionIds: [], best: {} };
    const sourceIds = deliveredSourceIds(subscriptionIds, best);
    const end = isDelivered ? [settlement.messageId, null] : [null, storedText(settlement.why)];
    const columns = [
      sourceIds,
      sourceIds.map((sourceId) => best[sourceId]?.unitPrice ?? null),
      sourceIds.map((sourceId) => storedTextOrNull(best[sourceId]?.goods ?? null)),
    ];
    const { rows } = await this.#db.query(SETTLE, [id, settlement.at, ...end, ...columns]);
    return rows.length > 0;
  }

  async #find(id: number): Promise<MessageRow | undefined> {
    const { rows } = await this.#db.query<MessageRow>(SETTLED, [id]);
    return rows[0];
  }
}

function hasOutcome({ settledAt, messageId, why }: MessageRow, settlement: Settlement): boolean {
  if (settledAt === null) return false;
  return settlement.kind === 'delivered'
    ? messageId === settlement.messageId
    : messageId === null && readStoredTextOrNull(why) === settlement.why;
}
