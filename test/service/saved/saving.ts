import type { Shop } from '../../../src/market/shops/shop.ts';
import type { SavedSnapshot, Snapshot } from '../../../src/market/shops/snapshot.ts';
import type { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { readShops } from '../../../src/service/shops/shop-reader.ts';
import { readShop } from '../../../src/service/wire/shop.ts';
import { inChunks } from '../reading/read-body.ts';

/** Returns a record as the service sends it. */
export function record(id: number, price = 1, more: object = {}) {
  const owner = { name: 'Ann', uuid: 'u' };
  const location = { x: id, y: 0, z: 0, world: 'w' };
  return { id, owner, location, type: 'SELLING', price, remaining: 1, item: { type: 'DIRT', quantity: 1 }, ...more };
}

/** Returns the shop that the record describes. */
export function shopOf(wire: unknown): Shop {
  const read = readShop(wire, 'bundles');
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

/** Begins to save a snapshot, and reads a body of these records, given as texts or as values. */
export async function beginSave(files: SavedSnapshots, records: readonly unknown[]) {
  const draft = files.begin();
  const texts = records.map((wire) => (typeof wire === 'string' ? wire : JSON.stringify(wire)));
  const body = Buffer.from(`[${texts.join(',')}]`);
  const onChunk = (chunk: Buffer) => draft.add(chunk);
  const read = await readShops(inChunks(body, [65_536]), { unit: 'bundles', onChunk });
  if (!read.ok) throw new Error(read.why);
  draft.bodyRead(read.value);
  return draft;
}

/** Saves a snapshot of these records. */
export async function save(
  files: SavedSnapshots,
  saved: Partial<SavedSnapshot> & { readonly takenAt: number },
  records: readonly unknown[] = [],
): Promise<void> {
  await beginSave(files, records);
  await files.save({ filled: [], missing: [], ...saved });
}

/** @returns the loaded snapshot, or null if there is none */
export async function loadFrom(files: SavedSnapshots, takenAt: number): Promise<Snapshot | null> {
  return (await files.load(takenAt))?.snapshot ?? null;
}

/** Returns the snapshot's shops by id. */
export function byId(snapshot: Snapshot | null): readonly Shop[] {
  return [...(snapshot?.shops ?? [])].sort((a, b) => a.id - b.id);
}
