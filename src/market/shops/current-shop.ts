import type { Market } from '../market.ts';
import { distanceOf, isSameById, isSameStand } from './likeness.ts';
import type { Shop } from './shop.ts';

/**
 * Finds a shop as it is now, whatever id it has got since, by the same rules as `pairShops`. A shop that a doubted
 * snapshot lacks is not gone yet.
 * @param reported the shop as it was in an earlier snapshot
 * @returns undefined if it is gone
 */
export function currentShop(reported: Shop, market: Pick<Market, 'shop' | 'shopsAt' | 'missing'>): Shop | undefined {
  const stands = market.shopsAt(reported.location).filter((shop) => isSameStand(reported, shop));
  const inOrder = (shop: Shop) => [shop.id === reported.id ? 0 : 1, distanceOf(reported, shop), shop.id];
  const [stand] = stands.sort((a, b) => compare(inOrder(a), inOrder(b)));
  if (stand !== undefined) return stand;
  return [market.shop(reported.id), market.missing.get(reported.id)].find(
    (shop) => shop !== undefined && isSameById(reported, shop),
  );
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((n, at) => n - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
