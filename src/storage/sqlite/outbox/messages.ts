import type { DatabaseSync } from 'node:sqlite';
import type { LastDelivery, Seal, Sealed, Settlement } from '../../../ports/outbox.ts';
import type { DeliveredPrice } from '../../../routing/better-price.ts';
import type { Target } from '../../../routing/notice.ts';
import {
  type DeliveryRow,
  type MessageLists,
  type MessageListsRow,
  NO_REJECTION_REASONS,
  readLastDelivery,
  readMessageLists,
  readSealed,
  SEALED_COLUMNS,
  type SealedRow,
  SPLIT_REASON,
} from '../../mappers/outbox-rows.ts';
import type { UnreadableRows } from '../../mappers/record.ts';
import { withTargets, writeTarget } from '../../mappers/target.ts';
import { command, insert, query } from '../sql.ts';

/** The outbox's messages with Discord's answers. The body of a message never changes. */
export class MessagesTable {
  readonly #sql;
  readonly #unreadable: UnreadableRows;

  constructor(db: DatabaseSync, unreadable: UnreadableRows) {
    this.#sql = {
      add: insert(
        db,
        `INSERT INTO messages (target, nonce, body, subscription_ids, best_prices, gaps_known_until, sealed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ),
      unsettled: query<SealedRow>(
        db,
        `SELECT ${SEALED_COLUMNS} FROM messages WHERE target = ? AND settled_at IS NULL ORDER BY id`,
      ),
      gapsKnownUntil: query<{ gaps_known_until: number }>(
        db,
        `SELECT gaps_known_until FROM messages
       WHERE target = ? AND gaps_known_until IS NOT NULL AND message_id IS NOT NULL ORDER BY id DESC LIMIT 1`,
      ),
      byTarget: query<{ target: string; count: number }>(
        db,
        'SELECT target, count(*) AS count FROM messages WHERE settled_at IS NULL GROUP BY target',
      ),
      count: query<{ count: number; since: number | null }>(
        db,
        `SELECT count(*) AS count, min(sealed_at) AS since FROM messages
       WHERE settled_at IS NULL AND target NOT IN (SELECT target FROM pauses)`,
      ),
      refused: query<{ count: number }>(
        db,
        `SELECT count(*) AS count FROM messages WHERE settled_at >= ? AND why NOT IN (${NO_REJECTION_REASONS})`,
      ),
      forget: command(db, 'DELETE FROM messages WHERE target = ?'),
      settle: command(
        db,
        'UPDATE messages SET settled_at = ?, message_id = ?, why = ? WHERE id = ? AND settled_at IS NULL',
      ),
      split: command(
        db,
        `UPDATE messages SET settled_at = coalesce(settled_at, ?1), why = ?2 WHERE id = ?3 AND (why = ?2
       OR settled_at IS NULL AND (SELECT count(*) FROM notices WHERE message = messages.id) > 1)`,
      ),
      get: query<MessageListsRow>(db, 'SELECT subscription_ids, best_prices FROM messages WHERE id = ?'),
    };
    this.#unreadable = unreadable;
  }

  add({ target, nonce, body, notices, best = {}, gapsKnownUntil = null, at }: Seal): Sealed {
    const subscriptionIds = [...new Set(notices.flatMap((notice) => notice.subscriptionIds))];
    const [ids, prices] = [JSON.stringify(subscriptionIds), JSON.stringify(best)];
    const id = this.#sql.add(writeTarget(target), nonce, body, ids, prices, gapsKnownUntil, at);
    return { id, target, nonce, body, subscriptionIds, sealedAt: at };
  }

  unsettled(target: Target): Sealed[] {
    return this.#sql.unsettled.all(writeTarget(target)).map((row) => readSealed(row, target, this.#unreadable));
  }

  gapsKnownUntil(target: Target): number | null {
    return this.#sql.gapsKnownUntil.first(writeTarget(target))?.gaps_known_until ?? null;
  }

  byTarget() {
    return withTargets(this.#sql.byTarget.all(), this.#unreadable);
  }

  count() {
    return this.#sql.count.first() ?? { count: 0, since: null };
  }

  /** @returns the number of messages that Discord rejected at `since` or later */
  refused(since: number): number {
    return this.#sql.refused.first(since)?.count ?? 0;
  }

  forget(target: Target): void {
    this.#sql.forget(writeTarget(target));
  }

  /**
   * Settles a message. A message that was deleted during its delivery has nothing to settle.
   * @returns the feeds and watches of the message, with the best price of each that has one
   * @throws Error if the message was settled before
   */
  settle(id: number, settlement: Settlement): MessageLists {
    const [messageId, why] = settlement.kind === 'delivered' ? [settlement.messageId, null] : [null, settlement.why];
    const settled = this.#sql.settle(settlement.at, messageId, why, id);
    const row = this.#sql.get.first(id);
    if (settled === 0 && row !== undefined) throw new Error(`message ${id} does not wait`);
    if (row === undefined) return { subscriptionIds: [], best: {} };
    return readMessageLists(id, row, this.#unreadable);
  }

  /** @returns whether the message is split now */
  split(id: number, at: number): boolean {
    return this.#sql.split(at, SPLIT_REASON, id) === 1;
  }
}

/** The last delivery of each feed and watch, and the best unit price that its message named. */
export class DeliveriesTable {
  readonly #sql;

  constructor(db: DatabaseSync) {
    this.#sql = {
      put: command(
        db,
        `INSERT INTO deliveries (source_id, at, unit_price, goods) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET at = excluded.at, unit_price = excluded.unit_price, goods = excluded.goods`,
      ),
      get: query<DeliveryRow>(db, 'SELECT source_id, at, unit_price, goods FROM deliveries WHERE source_id = ?'),
      // Also deletes the prices of shops, whose source id begins with the id and a space. '!' is the next
      // character after the space.
      forget: command(
        db,
        "DELETE FROM deliveries WHERE source_id = ?1 OR (source_id >= ?1 || ' ' AND source_id < ?1 || '!')",
      ),
    };
  }

  put(sourceId: string, at: number, best: DeliveredPrice | undefined): void {
    this.#sql.put(sourceId, at, best?.unitPrice ?? null, best?.goods ?? null);
  }

  last(sourceIds: readonly string[]): ReadonlyMap<string, LastDelivery> {
    const rows = sourceIds.flatMap((id) => this.#sql.get.first(id) ?? []);
    return new Map(rows.map((row) => [row.source_id, readLastDelivery(row)]));
  }

  forget(subscriptionId: string): void {
    this.#sql.forget(subscriptionId);
  }
}
