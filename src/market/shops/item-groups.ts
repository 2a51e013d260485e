import { isPlainItem } from '../item/identity.ts';
import type { Identity } from '../item/item.ts';
import { type RowsByKey, rowsOfKey } from './rows-by-key.ts';
import type { Shop, Side } from './shop.ts';
import type { ShopTable } from './shop-table.ts';
import { sortInSlices } from './slices.ts';
import { inStock, sells, unitPriceOf } from './unit-price.ts';

/**
 * The shops of one item, those in stock or with room first: asks from the cheapest, bids from the highest, other kinds
 * by id.
 */
export interface ItemShops {
  readonly identity: Identity;
  readonly asks: readonly Shop[];
  readonly bids: readonly Shop[];
  readonly others: readonly Shop[];
  /** Number of asks in stock that are not filled containers. */
  readonly bareSellers: number;
  /** Shops that sell filled containers. */
  readonly filled: readonly Shop[];
  /**
   * Number of shops per display name. Empty for items that are not plain, which search does not find by these names.
   */
  readonly names: readonly (readonly [name: string, shops: number])[];
}

/** Minimum length of a list that is sorted in slices. */
const LONG_LIST_SHOPS = 512;
const SHOPS_PER_GROUP_SLICE = 256;

export class ItemGroups {
  readonly #byKey: ReadonlyMap<string, ItemShops>;
  readonly #byType: ReadonlyMap<string, readonly ItemShops[]>;

  /**
   * Groups the shops of a snapshot. Yields often.
   * @param rows rows of the table by identity key
   * @param identities identities by number of the key
   * @param isNew by row: 1 if the shop is not the same object as in the previous snapshot
   * @param previous groups of the previous snapshot; the group of an item with the same shop objects is reused
   */
  static *of(
    shops: ShopTable,
    rows: RowsByKey<string>,
    identities: readonly Identity[],
    isNew: Uint8Array,
    previous: ItemGroups | null,
  ): Generator<void, ItemGroups> {
    const sorted = yield* rows.sorted();
    const byKey = new Map<string, ItemShops>();
    const byType = new Map<string, ItemShops[]>();
    let visited = 0;
    for (const [number, identity] of identities.entries()) {
      const own = rowsOfKey(sorted, number);
      const before = previous?.get(identity.key);
      const isSame = before !== undefined && groupSize(before) === own.length && own.every((at) => isNew[at] === 0);
      const group = isSame ? before : yield* buildGroup(identity, shopsIn(own, shops));
      byKey.set(identity.key, group);
      const ofType = byType.get(identity.type);
      if (ofType === undefined) byType.set(identity.type, [group]);
      else ofType.push(group);
      visited += own.length + 1;
      if (visited < SHOPS_PER_GROUP_SLICE) continue;
      visited = 0;
      yield;
    }
    return new ItemGroups(byKey, byType);
  }

  private constructor(byKey: ReadonlyMap<string, ItemShops>, byType: ReadonlyMap<string, readonly ItemShops[]>) {
    this.#byKey = byKey;
    this.#byType = byType;
  }

  get(identityKey: string): ItemShops | undefined {
    return this.#byKey.get(identityKey);
  }

  ofType(type: string): readonly ItemShops[] {
    return this.#byType.get(type) ?? [];
  }

  all(): Iterable<ItemShops> {
    return this.#byKey.values();
  }
}

function shopsIn(rows: Int32Array, shops: ShopTable): Shop[] {
  const found: Shop[] = [];
  for (const row of rows) {
    const shop = shops.at(row);
    if (shop !== undefined) found.push(shop);
  }
  return found;
}

function groupSize({ asks, bids, others }: ItemShops): number {
  return asks.length + bids.length + others.length;
}

function* buildGroup(identity: Identity, shops: Shop[]): Generator<void, ItemShops> {
  if (shops.length > LONG_LIST_SHOPS) yield* sortInSlices(shops, inItemOrder);
  else if (shops.length > 1) shops.sort(inItemOrder);
  let bids = 0;
  let others = 0;
  let bareSellers = 0;
  const filled: Shop[] = [];
  const names = isPlainItem(identity) ? new Map<string, number>() : null;
  for (const [at, shop] of shops.entries()) {
    if (shop.side === 'ask') bids = at + 1;
    if (shop.side !== null) others = at + 1;
    if (shop.item.contents.length > 0) filled.push(shop);
    else if (sells(shop)) bareSellers += 1;
    names?.set(shop.item.name, (names.get(shop.item.name) ?? 0) + 1);
    if (at % LONG_LIST_SHOPS === LONG_LIST_SHOPS - 1) yield;
  }
  return {
    ...{ identity, bareSellers, names: names === null ? NO_NAME_COUNTS : [...names] },
    asks: sliceOf(shops, 0, bids),
    bids: sliceOf(shops, bids, others),
    others: sliceOf(shops, others, shops.length),
    filled: filled.length === 0 ? NO_GROUP_SHOPS : filled,
  };
}

const NO_GROUP_SHOPS: readonly Shop[] = [];
const NO_NAME_COUNTS: ItemShops['names'] = [];

function sliceOf(shops: readonly Shop[], from: number, to: number): readonly Shop[] {
  if (from === to) return NO_GROUP_SHOPS;
  return to - from === shops.length ? shops : shops.slice(from, to);
}

/**
 * Orders the shops of an item by side: asks, bids, other kinds. Within a side, shops in stock or with room come first,
 * then asks from the cheapest and bids from the highest.
 */
export function inItemOrder(a: Shop, b: Shop): number {
  if (a.side !== b.side) return sideRank(a.side) - sideRank(b.side);
  if (a.side === 'ask') return cheapestAskFirst(a, b);
  return a.side === 'bid' ? highestBidFirst(a, b) : a.id - b.id;
}

function sideRank(side: Side): number {
  return side === 'ask' ? 0 : side === 'bid' ? 1 : 2;
}

function cheapestAskFirst(a: Shop, b: Shop): number {
  return tradableFirst(a, b) || unitPriceOf(a) - unitPriceOf(b) || a.id - b.id;
}

/** Orders bids: shops with room first, then from the highest unit price. */
export function highestBidFirst(a: Shop, b: Shop): number {
  return tradableFirst(a, b) || unitPriceOf(b) - unitPriceOf(a) || a.id - b.id;
}

function tradableFirst(a: Shop, b: Shop): number {
  return Number(inStock(b, b.remaining)) - Number(inStock(a, a.remaining));
}
