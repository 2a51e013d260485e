import type { Shop } from '../../../src/market/shops/shop.ts';
import type { SavedSnapshot, Snapshot } from '../../../src/market/shops/snapshot.ts';
import type { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { readShop } from '../../../src/service/wire/shop.ts';

/** A record of the service. */
export function record(id: number, price = 1, more: object = {}) {
  const owner = { name: 'Ann', uuid: 'u' };
  const location = { x: id, y: 0, z: 0, world: 'w' };
  return { id, owner, location, type: 'SELLING', price, remaining: 1, item: { type: 'DIRT', quantity: 1 }, ...more };
}

/** The shop of a record. */
export function shopOf(wire: unknown): Shop {
  const read = readShop(wire, 'bundles');
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

/** Saves a snapshot with so many fresh records, given as texts or as values. */
export async function save(
  files: SavedSnapshots,
  saved: Partial<SavedSnapshot> & { readonly takenAt: number },
  records: readonly unknown[] = [],
): Promise<void> {
  const draft = files.begin();
  for (const wire of records) {
    const bytes = Buffer.from(typeof wire === 'string' ? wire : JSON.stringify(wire));
    draft.add(Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]), 1, bytes.length + 1);
    if (draft.isFull) await draft.flush();
  }
  await files.save({ filled: [], missing: [], ...saved });
}

/** A snapshot's shops by their ids, of which the last counts, in the order of the ids. */
export function byId(snapshot: Snapshot | null): readonly Shop[] {
  const shops = new Map(snapshot?.shops.map((shop) => [shop.id, shop]));
  return [...shops.values()].sort((a, b) => a.id - b.id);
}
