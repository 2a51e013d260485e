import { z } from 'zod';
import type { Owner, Shop, Side } from '../../market/shops/shop.ts';
import { type StockUnit, stockOf } from '../../market/shops/stock.ts';
import type { Result } from '../../ports/status.ts';
import {
  firstFault,
  internOwner,
  internText,
  internWorld,
  locationOf,
  place,
  shortText,
  stock,
  wirePrice,
} from './fields.ts';
import { BrokenItem, bundleOf, IGNORE_PAINTINGS, toItem, wireItem } from './item.ts';

const wireOwner = z.object({ name: z.string().nullish(), uuid: shortText });

/** A shop record of every revision. The stock is `remaining`, or `remainingStock` in the oldest. */
const wireShop = z.object({
  id: z.int(),
  owner: wireOwner,
  location: place,
  type: shortText,
  price: wirePrice,
  remaining: stock.nullish(),
  remainingStock: stock.nullish(),
  item: wireItem,
});

const compiledWireShop = z.compile(wireShop, { strict: true });
const compiledOwner = z.compile(wireOwner, { strict: true });
const compiledText = z.compile(shortText, { strict: true });

/** Kinds that a client of the service knows. Others, such as FROZEN, keep their name and have no side. */
const SIDE_OF_KIND: ReadonlyMap<string, Side> = new Map([
  ['SELLING', 'ask'],
  ['BUYING', 'bid'],
]);

/**
 * Reads one record of getAllShops as a shop. Never throws.
 * @param unit the unit of the record's stock
 * @returns the shop, or the reason why the record is broken
 */
export function readShop(record: unknown, unit: StockUnit, onPainting = IGNORE_PAINTINGS): Result<Shop> {
  if (!z.validate(compiledWireShop, record)) return broken(firstFault(wireShop, record));
  const wireStock = record.remaining ?? record.remainingStock;
  if (wireStock === undefined || wireStock === null) return broken('remaining: missing');
  const bundle = bundleOf(record.item);
  if (bundle < 1) return broken('item.quantity: 0 items for the price');
  const remaining = stockOf(wireStock, bundle, unit);
  const { id, location, type, price } = record;
  try {
    // One revision sends the SNBT of in-stock shops only. Out of stock, its absence means nothing.
    const item = toItem(record.item, remaining >= bundle ? 'plain' : 'unknown', onPainting);
    const owner = internOwner(record.owner.name, record.owner.uuid);
    const shop = toShop(kindOf(type), { id, owner, location: locationOf(location), price, remaining, item });
    return { ok: true, value: shop };
  } catch (error) {
    if (error instanceof BrokenItem) return broken(error.message);
    throw error;
  }
}

/** A revision of the service, as its shop records show it: only the oldest calls the stock `remainingStock`. */
export type ShopRevision = 'oldest' | 'later';

/** Returns the revision of a valid record. */
export function revisionOf(record: unknown): ShopRevision {
  return Object(record).remaining == null ? 'oldest' : 'later';
}

/** Whether a shop sells or buys, and the name of that kind on the wire. */
export type ShopKind = Pick<Shop, 'side' | 'kind'>;

function kindOf(type: string): ShopKind {
  return { side: SIDE_OF_KIND.get(type) ?? null, kind: internText(type) };
}

/** Builds a shop with the same object shape however it was read. */
export function toShop({ side, kind }: ShopKind, values: Omit<Shop, keyof ShopKind>): Shop {
  const { id, owner, location, price, remaining, item } = values;
  return { id, owner, location, side, kind, price, remaining, item };
}

/** @returns the owner of a record, or null if it is broken */
export function readOwner(value: unknown): Owner | null {
  return z.validate(compiledOwner, value) ? internOwner(value.name, value.uuid) : null;
}

/** @returns the world of a record, or null if it is broken */
export function readWorld(value: unknown): string | null {
  return z.validate(compiledText, value) ? internWorld(value) : null;
}

/** @returns the kind of a record, or null if it is broken */
export function readShopKind(value: unknown): ShopKind | null {
  return z.validate(compiledText, value) ? kindOf(value) : null;
}

function broken(why: string): Result<never> {
  return { ok: false, why };
}
