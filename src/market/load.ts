import type { Change } from './change.ts';
import { changeBetween } from './difference.ts';
import { Market } from './market.ts';
import { recall } from './recall.ts';
import { ShardedMap } from './sharded-map.ts';
import type { Shop } from './shop.ts';
import { ShopIndex } from './shop-index.ts';

/** Shops between two yields: well under a millisecond's work. */
const SLICE = 128;

/**
 * Makes the market of a snapshot and tells what changed since `previous` (null: nothing to compare, so nothing changed).
 * Yields often, so that the caller may let others work in between; `previous` may take in events meanwhile. Of records
 * with one id the last counts. `takenAt`: epoch ms, the time of every change.
 */
export function* load(
  previous: Market | null,
  shops: readonly Shop[],
  takenAt: number,
): Generator<void, { readonly market: Market; readonly changes: readonly Change[] }> {
  const byId = new ShardedMap<number, Shop>((id) => id);
  const index = new ShopIndex();
  const changes: Change[] = [];
  yield* eachInSlices(shops, (shop) => byId.set(shop.id, recall(shop, previous?.shop(shop.id))));
  yield* eachInSlices(byId.values(), (shop) => {
    index.add(shop);
    const change = previous && changeBetween(previous.shop(shop.id), shop, takenAt);
    if (change) changes.push(change);
  });
  yield* eachInSlices(previous?.shops ?? [], (before) => {
    if (!byId.has(before.id)) changes.push({ kind: 'removed', at: takenAt, before });
  });
  yield* index.sort();
  yield* eachInSlices(previous?.catalogue.types ?? [], ({ choice }) => index.catalogue.keepType(choice.type));
  yield* eachInSlices(previous?.catalogue.identities ?? [], (identity) => index.catalogue.keepVariant(identity));
  return { market: new Market(byId, index, takenAt, shops.length - byId.size), changes };
}

function* eachInSlices<T>(entries: Iterable<T>, visit: (entry: T) => void): Generator<void, void> {
  let visited = 0;
  for (const entry of entries) {
    visit(entry);
    if (++visited % SLICE === 0) yield;
  }
}
