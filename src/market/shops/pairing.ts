import { ownerKey } from '../player.ts';
import { ShardedMap } from './sharded-map.ts';
import type { Shop } from './shop.ts';
import { placeKey } from './shops-by-place.ts';
import {
  areSameGoods,
  compareById,
  identityKey,
  isSameById,
  isSameStand,
  type LaterKey,
  PAIRING_ROUNDS,
  type PairingRound,
} from './similarity.ts';
import { eachInSlices } from './slices.ts';

/** One shop in two snapshots. Its id may differ, since a shop that is set up again gets a new one. */
export interface Pair {
  readonly before: Shop;
  readonly shop: Shop;
}

/** The result of pairing, in no particular order. */
export interface Pairing {
  readonly pairs: readonly Pair[];
  /** Unpaired shops of the earlier snapshot. */
  readonly removed: readonly Shop[];
  /** Unpaired shops of the later one. */
  readonly listed: readonly Shop[];
}

/** Maximum average number of shops in a bucket, which is paired between two yields. */
const SHOPS_PER_BUCKET = 64;

/**
 * Pairs shops of an earlier snapshot with those of a later one. Two shops are the same if place, owner, side and item
 * match (see `isSameStand`). The remaining ones are the same if the id and two of place, owner and goods match (see
 * `isSameById`). Pure and independent of the order of both lists. Yields often.
 * @param before shops that the later snapshot lacks, or has under an id that now belongs to another shop
 * @param now shops that are new or changed in the later snapshot
 */
export function* pairShops(
  before: readonly Shop[],
  now: readonly Shop[],
  laterKey: LaterKey = identityKey,
): Generator<void, Pairing> {
  if (before.length === 0 || now.length === 0) return { pairs: [], removed: before, listed: now };
  const pairs: Pair[] = [];
  const alone = yield* pairAlone(before, now, laterKey, pairs);
  const left = yield* pairStands(alone.before, alone.now, laterKey, pairs);
  return yield* pairIds(left, laterKey, pairs);
}

interface ShopLists {
  readonly before: Shop[];
  readonly now: Shop[];
}

/** Slots of a table per shop. With 16, one in thirty shops shares its slot with a shop of another place. */
const SLOTS_PER_SHOP = 16;
/** Marks a slot that several shops share. */
const SEVERAL_SHOPS = -1;

/**
 * Pairs shops without a rival: usually one shop stands at a place, and only its price or stock has changed. Shops of
 * places that share a slot are left for `pairStands`.
 * @returns the unpaired shops
 */
function* pairAlone(
  before: readonly Shop[],
  now: readonly Shop[],
  laterKey: LaterKey,
  pairs: Pair[],
): Generator<void, ShopLists> {
  const slots = SLOTS_PER_SHOP * Math.max(before.length, now.length);
  const earlier = yield* tableOf(before, slots);
  const later = yield* tableOf(now, slots);
  const left: ShopLists = { before: [], now: [] };
  const isPaired = new Uint8Array(before.length);
  let at = 0;
  yield* eachInSlices(now, (shop) => {
    at += 1;
    const slot = slotOf(shop, slots);
    const old = (earlier[slot] ?? 0) - 1;
    const was = before[old];
    if (later[slot] !== at || was === undefined || !isSameStand(was, shop, laterKey)) left.now.push(shop);
    else {
      isPaired[old] = 1;
      pairs.push({ before: was, shop });
    }
  });
  at = 0;
  yield* eachInSlices(before, (shop) => {
    if (isPaired[at] === 0) left.before.push(shop);
    at += 1;
  });
  return left;
}

/** Builds a table by slot: 0 for none, the shop's position in the list from 1, or `SEVERAL_SHOPS`. */
function* tableOf(shops: readonly Shop[], slots: number): Generator<void, Int32Array> {
  const table = new Int32Array(slots);
  let at = 0;
  yield* eachInSlices(shops, (shop) => {
    at += 1;
    const slot = slotOf(shop, slots);
    table[slot] = table[slot] === 0 ? at : SEVERAL_SHOPS;
  });
  return table;
}

/** Pairs the shops bucket by bucket. One Map of all places would block the event loop whenever it grows. */
function* pairStands(
  before: readonly Shop[],
  now: readonly Shop[],
  laterKey: LaterKey,
  pairs: Pair[],
): Generator<void, Omit<Pairing, 'pairs'>> {
  const count = Math.ceil((before.length + now.length) / SHOPS_PER_BUCKET);
  const buckets = Array.from({ length: count }, (): ShopLists => ({ before: [], now: [] }));
  yield* eachInSlices(before, (shop) => buckets[slotOf(shop, count)]?.before.push(shop));
  yield* eachInSlices(now, (shop) => buckets[slotOf(shop, count)]?.now.push(shop));
  const removed: Shop[] = [];
  const listed: Shop[] = [];
  for (const bucket of buckets) {
    const stands = new Map<string, ShopLists>();
    for (const shop of bucket.before) standOf(stands, shop).before.push(shop);
    for (const shop of bucket.now) standOf(stands, shop).now.push(shop);
    for (const stand of stands.values()) {
      const left = pairStand(stand, laterKey, pairs);
      removed.push(...left.before);
      listed.push(...left.now);
    }
    yield;
  }
  return { removed, listed };
}

function slotOf({ location: { x, y, z } }: Shop, count: number): number {
  const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(z, 0x85ebca6b) ^ Math.imul(y, 0xc2b2ae35);
  const spread = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return Math.floor(((spread >>> 0) / 2 ** 32) * count);
}

function standOf(stands: Map<string, ShopLists>, { location, owner, side, item }: Shop): ShopLists {
  const key = JSON.stringify([placeKey(location), ownerKey(owner), side, item.identity.type]);
  const known = stands.get(key);
  if (known !== undefined) return known;
  const stand = { before: [], now: [] };
  stands.set(key, stand);
  return stand;
}

function pairStand({ before, now }: ShopLists, laterKey: LaterKey, pairs: Pair[]): ShopLists {
  const [old, ...olds] = before;
  const [shop, ...shops] = now;
  if (old && shop && olds.length + shops.length === 0 && areSameGoods(old.item, shop.item, laterKey)) {
    pairs.push({ before: old, shop });
    return { before: [], now: [] };
  }
  let left: ShopLists = { before, now };
  for (const round of PAIRING_ROUNDS) {
    if (left.before.length === 0 || left.now.length === 0) break;
    left = pairRound(left, round, laterKey, pairs);
  }
  return left;
}

/** Pairs shops with the same id first, then those with the lowest ids. */
function pairRound({ before, now }: ShopLists, round: PairingRound, laterKey: LaterKey, pairs: Pair[]): ShopLists {
  const known = Map.groupBy(before, (shop) => round.before(shop, identityKey));
  const left: ShopLists = { before: known.get(null) ?? [], now: [] };
  known.delete(null);
  for (const [text, shops] of Map.groupBy(now, (shop) => round.now(shop, laterKey))) {
    const olds = (text === null ? [] : (known.get(text) ?? [])).sort(compareById);
    if (text !== null) known.delete(text);
    const byId = new Map(olds.toReversed().map((shop) => [shop.id, shop]));
    const others: Shop[] = [];
    const taken = new Set<Shop>();
    for (const shop of shops.sort(compareById)) {
      const old = byId.get(shop.id);
      if (old === undefined || taken.has(old)) others.push(shop);
      else {
        taken.add(old);
        pairs.push({ before: old, shop });
      }
    }
    const free = olds.filter((shop) => !taken.has(shop));
    for (const [n, shop] of others.entries()) {
      const old = free[n];
      if (old === undefined) left.now.push(shop);
      else pairs.push({ before: old, shop });
    }
    left.before.push(...free.slice(others.length));
  }
  for (const shops of known.values()) left.before.push(...shops);
  return left;
}

function* pairIds(
  { removed, listed }: Omit<Pairing, 'pairs'>,
  laterKey: LaterKey,
  pairs: Pair[],
): Generator<void, Pairing> {
  const byId = new ShardedMap<Shop[]>();
  yield* eachInSlices(removed, (shop) => byId.set(shop.id, [...(byId.get(shop.id) ?? []), shop]));
  const continued = new ShardedMap<Shop>();
  const left: Shop[] = [];
  yield* eachInSlices(listed, (shop) => {
    const before = byId
      .get(shop.id)
      ?.sort(compareById)
      .find((old) => isSameById(old, shop, laterKey));
    if (before === undefined || continued.has(shop.id)) left.push(shop);
    else {
      pairs.push({ before, shop });
      continued.set(shop.id, before);
    }
  });
  const gone: Shop[] = [];
  yield* eachInSlices(removed, (shop) => continued.get(shop.id) === shop || gone.push(shop));
  return { pairs, removed: gone, listed: left };
}
