import type { Market } from '../market.ts';
import type { OtherNames } from '../search/catalogue-entry.ts';
import { eachInSlices, SLICE } from './in-slices.ts';
import { savedOverlay } from './saved-overlay.ts';
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
  const index = new ShopIndex(shops.length, undefined, otherNames, previous?.index.formerKeys);
  const comparison = new Comparison(previous, takenAt);
  const overlay = yield* savedOverlay(previous, snapshot);
  const filled: Shop[] = [];
  // From the end: of records with one id the last counts.
  for (let at = shops.length - 1; at >= 0; at--) {
    const read = shops[at];
    if (read === undefined) continue;
    const shop = comparison.fill(read);
    if (!index.add(shop)) continue;
    comparison.note(shop);
    if (shop !== overlay.shopFor(read)) filled.push(shop);
    if (at % SLICE === 0) yield;
  }
  yield* index.settle(previous?.index);
  const lacking: Shop[] = [];
  yield* eachInSlices(previous?.shops ?? [], (shop) => {
    if (!index.shops.has(shop.id)) lacking.push(shop);
  });
  return { index, comparison, lacking, saved: { before: overlay.before, filled } };
}
