import type { Market } from '../market.ts';
import { eachInSlices } from './in-slices.ts';
import { ShardedMap } from './sharded-map.ts';
import type { Shop } from './shop.ts';
import type { Snapshot } from './snapshot.ts';
import { Comparison, type Taken } from './taken.ts';

/** With a larger share of fresh records all is made anew: that costs less then. */
const MOST_FRESH = 0.5;

/**
 * Makes the index of a snapshot out of the one before, at the cost of what changed. null: that cannot be done, or is not worth it; so
 * where the snapshot does not say what changed since that market's, or an id comes twice in either.
 */
export function* follow(previous: Market | null, { takenAt, shops, since }: Snapshot): Generator<void, Taken | null> {
  if (since === undefined || previous === null || previous.snapshotAt !== since.before) return null;
  const { fresh, gone } = since;
  if (previous.duplicates > 0 || fresh.length > shops.length * MOST_FRESH) return null;
  if (previous.shops.length - gone.length + fresh.length !== shops.length) return null;
  if (!previous.index.shops.hasRoomFor(shops.length)) return null;
  const index = previous.index.next();
  const isFresh = new ShardedMap<true>();
  yield* eachInSlices(fresh, ({ id }) => isFresh.set(id, true));
  const lacking: Shop[] = [];
  yield* eachInSlices(gone, ({ id }) => {
    const before = index.shops.get(id);
    if (before === undefined || isFresh.has(id)) return;
    index.remove(before);
    lacking.push(before);
  });
  const comparison = new Comparison(previous, takenAt);
  const filled: Shop[] = [];
  yield* eachInSlices(fresh, (read) => {
    const before = index.shops.get(read.id);
    const shop = comparison.fill(read);
    comparison.note(shop);
    if (before === undefined) index.add(shop);
    else index.replace(before, shop);
    if (shop !== read) filled.push(shop);
  });
  if (index.shops.length !== shops.length) return null;
  yield* index.settle(previous.index);
  return { index, comparison, lacking, saved: { before: since.before, filled } };
}
