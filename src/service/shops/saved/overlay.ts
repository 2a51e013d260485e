import { eachInSlices } from '../../../market/shops/in-slices.ts';
import { ShardedMap } from '../../../market/shops/sharded-map.ts';
import type { Shop } from '../../../market/shops/shop.ts';
import type { Link } from './format.ts';

/**
 * The shops of a snapshot, from the file that builds on none and those that follow it: the fresh records of each replace those
 * of the same id, then what is filled does, then what is gone goes. Yields often.
 */
export function* overlay(base: Link, followers: readonly Link[]): Generator<void, readonly Shop[]> {
  /** What stands instead of the base's records; null: nothing, or it stands there already. */
  const instead = new ShardedMap<Shop | null>();
  for (const { fresh, filled, gone } of [{ ...base, fresh: [] }, ...followers]) {
    yield* eachInSlices(fresh, (shop) => instead.set(shop.id, shop));
    yield* eachInSlices(filled, (shop) => instead.set(shop.id, shop));
    yield* eachInSlices(gone, (id) => instead.set(id, null));
  }
  const shops: Shop[] = [];
  yield* eachInSlices(base.fresh, (shop) => {
    const news = instead.get(shop.id);
    if (news === undefined) shops.push(shop);
    if (!news) return;
    shops.push(news);
    instead.set(shop.id, null);
  });
  yield* eachInSlices(instead.values(), (shop) => shop && shops.push(shop));
  return shops;
}
