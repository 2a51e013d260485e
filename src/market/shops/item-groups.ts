import type { Identity } from '../item/item.ts';
import { eachInSlices } from './in-slices.ts';
import { inItemOrder } from './item-order.ts';
import type { Shop } from './shop.ts';
import type { ShopTable } from './shop-table.ts';
import { rowsByNumber } from './shops-by-owner.ts';
import { sortInSlices } from './sort-in-slices.ts';

/**
 * The shops of one item, those in stock or with room first: asks from the cheapest, bids from the highest; other kinds
 * by their ids.
 */
export interface ItemShops {
  readonly identity: Identity;
  readonly asks: readonly Shop[];
  readonly bids: readonly Shop[];
  readonly others: readonly Shop[];
}

/** A list so long is sorted in slices. */
const LONG = 512;
/** Shops between two yields. */
const SLICE = 256;

/** The shops of each item, in their order. */
export class ItemGroups {
  readonly #byKey: ReadonlyMap<string, ItemShops>;
  readonly #byType: ReadonlyMap<string, readonly ItemShops[]>;

  /** @param previous of the snapshot before: the lists of an item whose shops are the same objects stay */
  static *of(shops: ShopTable, previous: ItemGroups | null): Generator<void, ItemGroups> {
    const numbers = new Map<string, number>();
    const numberOf = new Int32Array(shops.length);
    const counts: number[] = [];
    const identities: Identity[] = [];
    let row = 0;
    yield* eachInSlices(shops, ({ item: { identity } }) => {
      const number = numbers.get(identity.key) ?? numbers.size;
      if (number === numbers.size) {
        numbers.set(identity.key, number);
        identities.push(identity);
      }
      counts[number] = (counts[number] ?? 0) + 1;
      numberOf[row++] = number;
    });
    const { rows, ends } = yield* rowsByNumber(numberOf, counts);
    const byKey = new Map<string, ItemShops>();
    const byType = new Map<string, ItemShops[]>();
    let visited = 0;
    for (const [number, identity] of identities.entries()) {
      const own = Array.from(rows.subarray(ends[number - 1] ?? 0, ends[number]), (at) => shops.at(at));
      const group = yield* groupOf(
        identity,
        own.filter((shop) => shop !== undefined),
        previous?.get(identity.key),
      );
      byKey.set(identity.key, group);
      const ofType = byType.get(identity.type);
      if (ofType === undefined) byType.set(identity.type, [group]);
      else ofType.push(group);
      visited += own.length + 1;
      if (visited < SLICE) continue;
      visited = 0;
      yield;
    }
    return new ItemGroups(byKey, byType);
  }

  private constructor(byKey: ReadonlyMap<string, ItemShops>, byType: ReadonlyMap<string, readonly ItemShops[]>) {
    this.#byKey = byKey;
    this.#byType = byType;
  }

  /** By an identity's key. */
  get(key: string): ItemShops | undefined {
    return this.#byKey.get(key);
  }

  ofType(type: string): readonly ItemShops[] {
    return this.#byType.get(type) ?? [];
  }

  all(): Iterable<ItemShops> {
    return this.#byKey.values();
  }
}

function* groupOf(identity: Identity, shops: Shop[], previous: ItemShops | undefined): Generator<void, ItemShops> {
  if (shops.length > LONG) yield* sortInSlices(shops, inItemOrder);
  else if (shops.length > 1) shops.sort(inItemOrder);
  if (previous !== undefined && isOf(previous, shops)) return previous;
  let bids = 0;
  while (shops[bids]?.side === 'ask') bids += 1;
  let others = bids;
  while (shops[others]?.side === 'bid') others += 1;
  return {
    identity,
    asks: part(shops, 0, bids),
    bids: part(shops, bids, others),
    others: part(shops, others, shops.length),
  };
}

function isOf({ asks, bids, others }: ItemShops, shops: readonly Shop[]): boolean {
  if (asks.length + bids.length + others.length !== shops.length) return false;
  let at = 0;
  for (const list of [asks, bids, others]) for (const shop of list) if (shop !== shops[at++]) return false;
  return true;
}

const NONE: readonly Shop[] = [];

function part(shops: readonly Shop[], from: number, to: number): readonly Shop[] {
  if (from === to) return NONE;
  return to - from === shops.length ? shops : shops.slice(from, to);
}
