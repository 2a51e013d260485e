import type { Settlement } from '../../ports/outbox.ts';
import type { DeliveredPrice } from '../../routing/better-price.ts';
import { readBestPrices, readIds } from '../../rows/stored-lists.ts';
import type { UnreadableRows } from '../../rows/unreadable-rows.ts';
import type { Postgres } from '../connection.ts';
import { readText, readTextOrNull, storedText, storedTextOrNull } from '../text.ts';
import { writeSurely } from '../write-surely.ts';
import { SETTLE, SETTLED, TOLD } from './sql.ts';

const UNREADABLE = 'What a message tells of cannot be read: no cool-down begins with it';

interface MessageRow {
  readonly tells: string;
  readonly best: string;
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
   * @throws NotWritten; Error where the message has ended otherwise
   */
  async settle(id: number, settlement: Settlement): Promise<void> {
    await writeSurely(this.#db, () => this.#settle(id, settlement));
  }

  async #settle(id: number, settlement: Settlement): Promise<void> {
    const message = await this.#find(id);
    if (message === undefined || hasEndedSo(message, settlement)) return;
    if (message.settledAt === null && (await this.#write(id, settlement, message))) return;
    const now = await this.#find(id);
    if (now !== undefined && !hasEndedSo(now, settlement)) throw new Error(`message ${id} does not wait`);
  }

  /** Epoch ms; null: never. */
  async lastAt(source: string): Promise<number | null> {
    return (await this.#told(source))?.at ?? null;
  }

  async lastPrice(source: string): Promise<DeliveredPrice | null> {
    const { price = null, goods = null } = (await this.#told(source)) ?? {};
    return price === null || goods === null ? null : { unitPrice: price, goods: readText(goods) };
  }

  /** False: it waits no longer. */
  async #write(id: number, settlement: Settlement, { tells, best }: MessageRow): Promise<boolean> {
    const isDelivered = settlement.kind === 'delivered';
    const sources = isDelivered ? this.#readOr([], id, () => readIds(tells)) : [];
    const prices = isDelivered ? this.#readOr({}, id, () => readBestPrices(best)) : {};
    const end = isDelivered ? [settlement.messageId, null] : [null, storedText(settlement.why)];
    const columns = [
      sources,
      sources.map((source) => prices[source]?.unitPrice ?? null),
      sources.map((source) => storedTextOrNull(prices[source]?.goods ?? null)),
    ];
    const { rows } = await this.#db.query(SETTLE, [id, settlement.at, ...end, ...columns]);
    return rows.length > 0;
  }

  async #find(id: number): Promise<MessageRow | undefined> {
    const { rows } = await this.#db.query<MessageRow>(SETTLED, [id]);
    return rows[0];
  }

  async #told(source: string) {
    const { rows } = await this.#db.query<{ at: number; price: number | null; goods: string | null }>(TOLD, [source]);
    return rows[0];
  }

  #readOr<T>(otherwise: T, id: number, read: () => T): T {
    try {
      return read();
    } catch (error) {
      this.#unreadable.note(`message ${id}`, error);
      this.#unreadable.say(UNREADABLE);
      return otherwise;
    }
  }
}

function hasEndedSo({ settledAt, messageId, why }: MessageRow, settlement: Settlement): boolean {
  if (settledAt === null) return false;
  return settlement.kind === 'delivered'
    ? messageId === settlement.messageId
    : messageId === null && readTextOrNull(why) === settlement.why;
}
