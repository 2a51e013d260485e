import { z } from 'zod';
import { Unreadable } from '../../faults/store-faults.ts';
import type { BestPrices, LastDelivery, Sealed } from '../../ports/outbox.ts';
import type { Target } from '../../routing/notice.ts';
import { UNWANTED } from '../../routing/stored-reasons.ts';
import { parseJson } from './record.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** A message that is not settled yet. */
export interface SealedRow {
  readonly id: number;
  readonly nonce: string;
  readonly body: string;
  readonly subscription_ids: string;
  readonly sealed_at: number;
}

/** The columns of a `SealedRow`. */
export const SEALED_COLUMNS = 'id, nonce, body, subscription_ids, sealed_at';

/** Columns of a message that its delivery reads, both JSON. */
export interface MessageListsRow {
  readonly subscription_ids: string;
  readonly best_prices: string;
}

/** The feeds and watches that a message belongs to, and the best price that it names for each. */
export interface MessageLists extends Pick<Sealed, 'subscriptionIds'> {
  readonly best: BestPrices;
}

/** Reads a message. One whose list of feeds and watches is unreadable has an empty list, and is sent all the same. */
export function readSealed(
  { id, nonce, body, subscription_ids, sealed_at }: SealedRow,
  target: Target,
  unreadable: UnreadableRows,
): Sealed {
  const subscriptionIds = readOr([], id, () => readIds(subscription_ids), unreadable);
  return { id, target, nonce, body, subscriptionIds, sealedAt: sealed_at };
}

/** @returns empty lists in the place of those that cannot be read */
export function readMessageLists(id: number, row: MessageListsRow, unreadable: UnreadableRows): MessageLists {
  return {
    subscriptionIds: readOr([], id, () => readIds(row.subscription_ids), unreadable),
    best: readOr({}, id, () => readBestPrices(row.best_prices), unreadable),
  };
}

function readOr<T>(otherwise: T, id: number, read: () => T, unreadable: UnreadableRows): T {
  try {
    return read();
  } catch (error) {
    unreadable.note(`message ${id}`, error);
    unreadable.say('Feeds and watches of a message unreadable: it is sent, and starts no cool-down');
    return otherwise;
  }
}

// JSON columns that SQL reads or defaults. They carry no version; the schema's version covers them.

const ids = z.compile(z.array(z.string()), { strict: true });

const bestPrices: z.ZodType<BestPrices> = z.record(
  z.string(),
  z.object({ unitPrice: z.number(), goods: z.string(), beats: z.number().nullable() }),
);

/** Ids of feeds and watches. @throws Unreadable */
export function readIds(text: string): readonly string[] {
  const value = parseJson(text);
  if (!z.validate(ids, value)) throw new Unreadable('not a list of ids');
  return value;
}

/** @throws Unreadable */
export function readBestPrices(text: string): BestPrices {
  const read = bestPrices.safeParse(parseJson(text));
  if (!read.success) throw new Unreadable('not the best prices');
  return read.data;
}

/** The reason of a message that a restored backup ended, unsent. `ops/after-restore.sql` writes it too. */
export const BACKUP_RESTORED = 'a backup was restored';

/** Why a merged message ended whose content Discord refused: its notices get messages of their own. */
export const SPLIT = 'split';

/**
 * SQL literals of reasons that do not count as a refusal by Discord. A split message is left out because its parts
 * are counted.
 */
export const NOT_REFUSED = [BACKUP_RESTORED, UNWANTED, SPLIT].map((why) => `'${why}'`).join(', ');

/**
 * The last delivery of a feed or watch. `source_id`: its id, or the `shopPriceKey` of a shop in the message.
 * `unit_price` and `goods` are null if the message named no price.
 */
export interface DeliveryRow {
  readonly source_id: string;
  readonly at: number;
  readonly unit_price: number | null;
  readonly goods: string | null;
}

export function readLastDelivery({ at, unit_price, goods }: DeliveryRow): LastDelivery {
  return { at, price: unit_price === null || goods === null ? null : { unitPrice: unit_price, goods } };
}

/**
 * The ids of the rows that a delivered message writes: its feeds and watches, and the shops whose prices it named for
 * them.
 */
export function deliveredSourceIds(subscriptionIds: readonly string[], best: BestPrices): readonly string[] {
  if (subscriptionIds.length === 0) return [];
  return [...subscriptionIds, ...Object.keys(best).filter((key) => key.includes(' '))];
}
