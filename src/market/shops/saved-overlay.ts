import type { Market } from '../market.ts';
import { eachInSlices } from './in-slices.ts';
import { ShardedMap } from './sharded-map.ts';
import type { Shop } from './shop.ts';
import type { Snapshot } from './snapshot.ts';

/** What a restart makes of a snapshot's saved records, before it is told what is otherwise in the market. */
export interface SavedOverlay {
  /** The snapshot that they are put over; null: none. */
  readonly before: number | null;
  /** What stands there for the shop that was read. */
  shopFor(read: Shop): Shop | undefined;
}

/** All records of a snapshot are saved with it, unless it says which are fresh and that only these are. */
export function* savedOverlay(
  previous: Market | null,
  { since, isSavedWhole }: Snapshot,
): Generator<void, SavedOverlay> {
  if (since === undefined || isSavedWhole === true) return { before: null, shopFor: (read) => read };
  const base = previous?.snapshotAt === since.before ? previous : null;
  const fresh = new ShardedMap<Shop>();
  yield* eachInSlices(since.fresh, (shop) => fresh.set(shop.id, shop));
  return { before: base && since.before, shopFor: ({ id }) => fresh.get(id) ?? base?.shop(id) };
}
