import type { Item } from '../../src/market/item/item.ts';
import type { Filter } from '../../src/market/search/filter.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { type Deal, pricesOf, within } from './filter-oracle.ts';

/** Returns the worth in diamonds of one of the goods with this key, or null if it is unknown. */
export type Worths = (key: string) => number | null;

/** Every fourth goods key has no worth, and all others are worth 6 diamonds. */
export const SOME_WORTHS: Worths = (key) => (Number.parseInt(key.slice(0, 1), 16) % 4 === 0 ? null : 6);

interface Asked {
  readonly filter: Filter;
  readonly percent: number;
  readonly minSaving: number;
}

/** Returns the goods and unit price of a shop that is a deal, or null if it is none. Written as plainly as possible. */
export function bargainOf(
  { filter, percent, minSaving }: Asked,
  shop: Shop | null | undefined,
  worthOf: Worths,
): { readonly key: string; readonly unit: number } | null {
  if (shop?.side !== 'ask' || shop.remaining < shop.item.quantity) return null;
  const sold = soldBy(shop);
  if (sold === null || (shop.item.contents.length > 0 && !filter.containers)) return null;
  const { key } = sold.item.identity;
  const worth = worthOf(key);
  if (worth === null) return null;
  const bundle = sold.count;
  const unit = shop.price / bundle;
  if ((worth - unit) * 100 < percent * worth - 1e-6) return null;
  if ((worth - unit) * bundle * bundlesBought(shop, bundle) < minSaving - 1e-6) return null;
  return pricesOf(filter, sold) && { key, unit };
}

/** Returns one bundle of a shop's goods, unpacked, or null if they are several, unknown, damaged or signed. */
export function soldBy({ item, price, owner, location, remaining }: Shop): Deal | null {
  const isBox = item.contents.length > 0;
  const leaves = isBox ? within(item).filter(({ contents }) => contents.length === 0) : [item];
  const [first] = leaves;
  const isOne = leaves.every((leaf) => leaf.identity.key === first?.identity.key && isSound(leaf));
  if (!first || !isOne || first.identity.variant === null) return null;
  const count = item.quantity * (isBox ? countIn(item.contents) : 1);
  return { item: { ...first, contents: [] }, count, paid: price, owner, place: location, stock: remaining };
}

/** Buys further bundles while they fit into one stack and cost at most 100 diamonds. */
function bundlesBought({ price, item, remaining }: Shop, bundle: number): number {
  let bought = 1;
  while ((bought + 1) * item.quantity <= remaining && (bought + 1) * bundle <= 64 && (bought + 1) * price <= 100)
    bought += 1;
  return bought;
}

function countIn(contents: readonly Item[]): number {
  return contents.reduce(
    (sum, { quantity, contents: inner }) => sum + quantity * (inner.length > 0 ? countIn(inner) : 1),
    0,
  );
}

export function isSound({ condition }: Item): boolean {
  return condition?.damaged === undefined && condition?.signedBy === undefined;
}
