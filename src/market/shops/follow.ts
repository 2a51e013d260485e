import type { Market } from '../market.ts';
import { eachInSlices } from './in-slices.ts';
import { ShardedMap } from './sharded-map.ts';
import type { Shop } from './shop.ts';
import type { ShopIndex } from './shop-index.ts';
import type { Snapshot } from './snapshot.ts';
import { Comparison, type Taken } from './taken.ts';

/**
 * Makes the index of a snapshot out of the one before, at the cost of what changed.
 * @returns null if the snapshot does not say what changed since that market's, or an id comes twice in either
 */
export function* follow(previous: Market | null, snapshot: Snapshot): Generator<void, Taken | null> {
  const { takenAt, shops, since } = snapshot;
  if (since === undefined || previous === null || previous.snapshotAt !== since.before) return null;
  const { fresh, gone } = since;
  if (previous.duplicates > 0) return null;
  if (previous.shops.length - gone.length + fresh.length !== shops.length) return null;
  if (!previous.index.shops.hasRoomFor(shops.length)) return null;
  const index = previous.index.next();
  const isFresh = new ShardedMap<true>();
  yield* eachInSlices(fresh, ({ id }) => isFresh.set(id, true));
  const goneShops: Shop[] = [];
  yield* eachInSlices(gone, ({ id }) => {
    const before = index.shops.get(id);
    if (before === undefined || isFresh.has(id)) return;
    index.remove(before);
    goneShops.push(before);
  });
  const comparison = new Comparison(previous, takenAt);
  const filled: Shop[] = [];
  const noteFilled = (read: Shop, shop: Shop) => {
    if (shop !== read) filled.push(shop);
  };
  yield* eachInSlices(fresh, (read) => {
    const shop = comparison.take(read);
    const before = shop && index.shops.get(shop.id);
    if (!shop || !before) return;
    index.replace(before, shop);
    noteFilled(read, shop);
  });
  const differences = yield* comparison.pair(index, goneShops, noteFilled);
  if (index.shops.length !== shops.length) return null;
  yield* index.settle(previous.index);
  const isWhole = snapshot.isSavedWhole === true;
  const saved = isWhole ? { before: null, filled: yield* filledOf(shops, index) } : { before: since.before, filled };
  return { index, differences, goneIds: goneShops.map(({ id }) => id), repeatedIds: [], saved };
}

/** Shops that are otherwise in the market than they were read, now or when their records came first. */
function* filledOf(shops: readonly Shop[], index: ShopIndex): Generator<void, readonly Shop[]> {
  const filled: Shop[] = [];
  yield* eachInSlices(shops, (read) => {
    const shop = index.shops.get(read.id);
    if (shop !== undefined && shop !== read) filled.push(shop);
  });
  return filled;
}
