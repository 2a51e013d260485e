import { type ShopChange, shopOf } from '../change.ts';
import { Market } from '../market.ts';
import { changeBetween } from './difference.ts';
import { fillUnknowns } from './fill-unknowns.ts';
import { ShardedMap } from './sharded-map.ts';
import type { Shop } from './shop.ts';
import { ShopIndex } from './shop-index.ts';
import type { Snapshot } from './snapshot.ts';
import { sortInSlices } from './sort-in-slices.ts';

/** Shops between two yields: well under a millisecond's work. */
const SLICE = 128;

/** What a snapshot made of the market. `unannounced`: new shops left out of `changes`, see `load`. */
export interface Loaded {
  readonly market: Market;
  /** What is new, what has changed, what is gone; each by the shop's id. */
  readonly changes: readonly ShopChange[];
  readonly unannounced: number;
}

/** So many shops may be gone at once before that is doubted: this many, or this share of all. */
const FEW_GONE = { shops: 20, share: 0.1 };
/** So many may be new at once, or as many as there were, before the snapshot before is doubted. */
const FEW_NEW = 200;

/**
 * Makes the market of a snapshot and tells what changed since `previous` (null: nothing to compare, so nothing changed).
 * Yields often, so that the caller may let others work in between; `previous` may take in events meanwhile. Of records
 * with one id the last counts. The time of every change is when the snapshot was taken.
 *
 * A snapshot that lacks many shops, or of which records were set aside, is doubted: what it lacks is gone only if the next
 * one lacks it too, and is not new when it comes back. (A saved snapshot, loaded at a start, brings what it lacked so as its
 * `missing`.) Where most shops are new, the one before was not whole, and nothing counts as new.
 */
export function* load(
  previous: Market | null,
  { takenAt, shops, setAside = 0, missing: lackedBefore = [] }: Snapshot,
): Generator<void, Loaded> {
  const byId = new ShardedMap<Shop>();
  const changes: ShopChange[] = [];
  const listed: ShopChange[] = [];
  const before = (id: number) => previous?.shop(id) ?? previous?.missing.get(id);
  yield* eachInSlices(shops, (shop) => byId.set(shop.id, fillUnknowns(shop, before(shop.id))));
  const index = new ShopIndex(byId.size);
  yield* eachInSlices(byId.values(), (shop) => {
    index.add(shop);
    const change = previous && changeBetween(before(shop.id), shop, takenAt);
    if (change) (change.kind === 'listed' ? listed : changes).push(change);
  });
  const lacking: Shop[] = [];
  yield* eachInSlices(previous?.shops ?? [], (shop) => {
    if (!byId.has(shop.id)) lacking.push(shop);
  });
  const known = previous?.shops.length ?? 0;
  const isDoubted = setAside > 0 || lacking.length > Math.max(FEW_GONE.shops, known * FEW_GONE.share);
  const gone = [...(previous?.missing.values() ?? [])].filter(({ id }) => !byId.has(id));
  if (!isDoubted) gone.push(...lacking);
  const removed = gone.map((before): ShopChange => ({ kind: 'removed', at: takenAt, before }));
  const isFlood = listed.length > Math.max(FEW_NEW, known);
  // The map's own order is nobody's.
  for (const news of [listed, changes, removed]) yield* sortInSlices(news, (a, b) => shopOf(a).id - shopOf(b).id);
  const announced = [...(isFlood ? [] : listed), ...changes, ...removed];
  yield* index.sort();
  yield* index.catalogue.settle(previous?.catalogue);
  const doubted = previous === null ? lackedBefore : isDoubted ? lacking : [];
  const missing = new Map(doubted.map((shop) => [shop.id, shop] as const));
  const market = new Market(byId, index, takenAt, shops.length - byId.size, missing);
  return { market, changes: announced, unannounced: isFlood ? listed.length : 0 };
}

function* eachInSlices<T>(entries: Iterable<T>, visit: (entry: T) => void): Generator<void, void> {
  let visited = 0;
  for (const entry of entries) {
    visit(entry);
    if (++visited % SLICE === 0) yield;
  }
}
