import { LeaseLost } from '../../../faults/store-faults.ts';
import type { LastDelivery, Settlement } from '../../../ports/outbox.ts';
import {
  type DeliveryRow,
  deliveredSourceIds,
  type MessageListsRow,
  readLastDelivery,
  readMessageLists,
} from '../../mappers/message-row.ts';
import type { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import type { Postgres } from '../connection.ts';
import { retryWrite } from '../retry-write.ts';
import { readTextOrNull, storedText, storedTextOrNull } from '../text.ts';
import { LAST_DELIVERED, SETTLE, SETTLED } from './sql.ts';

interface MessageRow extends MessageListsRow {
  readonly settledAt: number | null;
  readonly messageId: string | null;
  readonly why: string | null;
}

/** How messages ended, and what their feeds and watches have last told. */
export class Deliveries {
  readonly #db: Postgres;
  readonly #unreadable: UnreadableRows;

  constructor(db: Postgres, unreadable: UnreadableRows) {
    this.#db = db;
    this.#unreadable = unreadable;
  }

  /**
   * A message that was forgotten while it was under way has nothing to settle; one that has ended so already, by a write whose answer
   * was lost or by another process, is settled.
   * @throws NotWritten; LeaseLost where another process has ended the message otherwise: to ask again would change nothing
   */
  async settle(id: number, settlement: Settlement): Promise<void> {
    const isSettled = await retryWrite(this.#db, () => this.#settle(id, settlement));
    if (!isSettled) throw new LeaseLost(`message ${id} has ended otherwise`);
  }

  async #settle(id: number, settlement: Settlement): Promise<boolean> {
    const message = await this.#find(id);
    if (message === undefined || hasEndedSo(message, settlement)) return true;
    if (message.settledAt === null && (await this.#write(id, settlement, message))) return true;
    const now = await this.#find(id);
    return now === undefined || hasEndedSo(now, settlement);
  }

  async last(sourceIds: readonly string[]): Promise<ReadonlyMap<string, LastDelivery>> {
    if (sourceIds.length === 0) return new Map();
    const { rows } = await this.#db.query<DeliveryRow>(LAST_DELIVERED, [sourceIds]);
    return new Map(rows.map((row) => [row.source_id, readLastDelivery({ ...row, goods: readTextOrNull(row.goods) })]));
  }

  /** False: it waits no longer. */
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

function hasEndedSo({ settledAt, messageId, why }: MessageRow, settlement: Settlement): boolean {
  if (settledAt === null) return false;
  return settlement.kind === 'delivered'
    ? messageId === settlement.messageId
    : messageId === null && readTextOrNull(why) === settlement.why;
}
