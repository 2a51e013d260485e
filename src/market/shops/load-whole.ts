import type { Market } from '../market.ts';
import type { OtherNames } from '../search/catalogue-entry.ts';
import { eachInSlices } from './in-slices.ts';
import { savedOverlay } from './saved-overlay.ts';
import { ShardedMap } from './sharded-map.ts';
import type { Shop } from './shop.ts';
import { ShopIndex } from './shop-index.ts';
import type { Snapshot } from './snapshot.ts';
import { Comparison, type Taken } from './taken.ts';

/** Makes an index of all shops of a snapshot. */
export function* loadWhole(
  previous: Market | null,
  snapshot: Snapshot,
  otherNames?: OtherNames,
): Generator<void, Taken> {
  const { shops, takenAt } = snapshot;
  const index = new ShopIndex(shops.length, undefined, otherNames, previous?.index);
  const comparison = new Comparison(previous, takenAt);
  const overlay = yield* savedOverlay(previous, snapshot);
  const filled: Shop[] = [];
  const noteFilled = (read: Shop, shop: Shop, before: Shop | undefined) => {
    if (before !== undefined) index.formerNames.note(before.owner, shop.owner);
    if (shop !== overlay.shopFor(read)) filled.push(shop);
  };
  /** Shops that are put into the index when they are paired. */
  const open = new ShardedMap<Shop>();
  const repeated: Shop[] = [];
  yield* eachInSlices(shops, (read) => {
    if (index.shops.has(read.id) || open.has(read.id)) return void repeated.push(read);
    const shop = comparison.take(read);
    if (shop === null) return open.set(read.id, read);
    index.add(shop);
    noteFilled(read, shop, previous?.shop(shop.id));
  });
  const repeatedIds = chooseRepeated(repeated, { index, open, comparison });
  const gone: Shop[] = [];
  yield* eachInSlices(previous?.shops ?? [], (shop) => {
    if (!index.shops.has(shop.id) && !open.has(shop.id)) gone.push(shop);
  });
  const differences = yield* comparison.pair(index, gone, noteFilled);
  // Saved records are read as the last one with each id, which need not be the one that counts.
  filled.push(...index.withIds(repeatedIds));
  yield* index.settle(previous?.index);
  const goneIds = gone.map(({ id }) => id);
  return { index, differences, goneIds, repeatedIds, saved: { before: overlay.before, filled } };
}

/**
 * Chooses one of the records with one id, whatever their order: the market must not change back and forth with it.
 * @returns the ids that several records have
 */
function chooseRepeated(
  repeated: readonly Shop[],
  { index, open, comparison }: { index: ShopIndex; open: ShardedMap<Shop>; comparison: Comparison },
): readonly number[] {
  const instead: Shop[] = [];
  const byId = Map.groupBy(repeated, ({ id }) => id);
  for (const [id, records] of byId) {
    const standing = index.shops.get(id);
    const first = standing ?? open.get(id);
    if (first === undefined) continue;
    const chosen = comparison.closest([first, ...records]);
    if (chosen === first) continue;
    if (standing !== undefined) index.remove(standing);
    open.set(id, chosen);
    instead.push(chosen);
  }
  comparison.retake(instead);
  return [...byId.keys()];
}
