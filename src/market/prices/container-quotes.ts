import { identify } from '../item/identity.ts';
import type { Identity, ItemChoice } from '../item/item.ts';
import { soleContent } from '../item/sole-content.ts';
import type { Market } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock } from '../shops/unit-price.ts';

/** Prices of containers full of `identity`. */
export interface ContainerQuote extends FullContainer {
  readonly identity: Identity;
}

/**
 * What the shops that sell filled containers of a type have in them now: those with one item by it, what most shops have
 * first; and how many shops sell mixed ones, which have no unit price.
 */
export function containerQuotes(
  market: Market,
  type: string,
): { readonly quotes: readonly ContainerQuote[]; readonly mixed: number } {
  const quotes = new Map<string, ContainerQuote>();
  let mixed = 0;
  for (const shop of market.ofType(type).flatMap(({ asks }) => asks)) {
    if (shop.item.contents.length === 0 || !inStock(shop, market.remainingOf(shop).remaining)) continue;
    const content = soleContent(shop.item);
    if (content === null) {
      mixed++;
      continue;
    }
    const { identity, count } = content;
    const unitPrice = shop.price / (shop.item.quantity * count);
    const known = quotes.get(identity.key);
    const cheapest = known === undefined || unitPrice < known.unitPrice ? { shop, unitPrice, count } : known;
    quotes.set(identity.key, { ...cheapest, identity, shops: (known?.shops ?? 0) + 1 });
  }
  return { quotes: [...quotes.values()].sort(mostFirst), mixed };
}

/** The shop whose containers full of the item are the cheapest for one of it. `shops`: that sell such now. */
export interface FullContainer {
  readonly shop: Shop;
  readonly unitPrice: number;
  /** How many of it one container holds. */
  readonly count: number;
  readonly shops: number;
}

/** Where the item is cheapest in containers that hold nothing else; a bare type means the plain item. null: nowhere. */
export function cheapestInContainers(market: Market, choice: ItemChoice): FullContainer | null {
  const key = choice.key ?? identify(choice.type).key;
  let best: Omit<FullContainer, 'shops'> | null = null;
  let shops = 0;
  for (const shop of new Set(market.containing(choice.type))) {
    if (shop.side !== 'ask' || !inStock(shop, market.remainingOf(shop).remaining)) continue;
    const content = soleContent(shop.item);
    if (content?.identity.key !== key) continue;
    const unitPrice = shop.price / (shop.item.quantity * content.count);
    shops++;
    if (best === null || unitPrice < best.unitPrice) best = { shop, unitPrice, count: content.count };
  }
  return best && { ...best, shops };
}

function mostFirst(a: ContainerQuote, b: ContainerQuote): number {
  return b.shops - a.shops || a.unitPrice - b.unitPrice || (a.identity.key < b.identity.key ? -1 : 1);
}
