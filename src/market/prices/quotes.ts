import { soleContent } from '../item/contents.ts';
import { identify, unknownVariant } from '../item/identity.ts';
import { type Identity, type ItemChoice, mixedKeyOf } from '../item/item.ts';
import { hasKnownVariants } from '../item/open-variant.ts';
import type { Market, Stock } from '../market.ts';
import { highestBidFirst } from '../shops/item-groups.ts';
import { type Shop, UNLIMITED } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';
import type { PriceSample } from './trade-group.ts';

/** The best shop of an item itself, never of a filled container. */
export interface Quote extends Stock {
  readonly shop: Shop;
  /** Diamonds for one item. */
  readonly unitPrice: number;
  /** Number of shops that can trade now. */
  readonly shops: number;
}

/** Returns the cheapest ask in stock, or null if there is none. A bare type means the plain item. */
export function bestAsk(market: Market, choice: ItemChoice): Quote | null {
  return quoteOf(market, asksOfChoice(market, choice));
}

/** Returns the highest bid with room, or null if there is none. A bare type means the plain item. */
export function bestBid(market: Market, choice: ItemChoice): Quote | null {
  return quoteOf(market, bidsOf(market, { type: choice.type, key: keyOfChoice(choice) }));
}

/** Returns whether the last shop that sells the item itself was emptied by trades since the snapshot. */
export function isSoldOutSince(market: Market, choice: ItemChoice): boolean {
  const asks = asksOfChoice(market, choice);
  return firstTradable(market, asks) === null && asks.some((shop) => isUnfilled(shop) && inStock(shop, shop.remaining));
}

/** The cheapest ask of a variant. `unitPrice`: diamonds for one item. */
export interface VariantQuote {
  readonly identity: Identity;
  readonly shop: Shop;
  readonly unitPrice: number;
}

/**
 * Returns the cheapest ask of each variant except the plain one, cheapest first. Variants out of stock are left out.
 */
export function variantQuotes(market: Market, type: string): readonly VariantQuote[] {
  const plain = identify(type).key;
  return market
    .ofType(type)
    .flatMap(({ identity, asks }) => {
      const best = identity.key === plain || identity.variant === null ? null : firstTradable(market, asks);
      return best ? [{ identity, shop: best.shop, unitPrice: best.unitPrice }] : [];
    })
    .sort((a, b) => a.unitPrice - b.unitPrice || (a.identity.key < b.identity.key ? -1 : 1));
}

/** An unknown variant has no price, so it has no asks. */
function asksOfChoice(market: Market, choice: ItemChoice): readonly Shop[] {
  const shops = market.ofKey(keyOfChoice(choice));
  return shops === undefined || shops.identity.variant === null ? [] : shops.asks;
}

function keyOfChoice({ type, key }: ItemChoice): string {
  return key ?? identify(type).key;
}

function quoteOf(market: Market, shops: readonly Shop[]): Quote | null {
  const best = firstTradable(market, shops);
  if (best === null) return null;
  return {
    ...best,
    shops: shops.filter((shop) => isUnfilled(shop) && inStock(shop, market.remainingOf(shop).remaining)).length,
  };
}

/** A filled container is priced by its contents. */
function isUnfilled({ item }: Shop): boolean {
  return item.contents.length === 0;
}

/** Checks more than the first shop, which trades may have emptied since the snapshot. */
function firstTradable(market: Market, shops: readonly Shop[]): Omit<Quote, 'shops'> | null {
  for (const shop of shops) {
    const stock = market.remainingOf(shop);
    if (!isUnfilled(shop) || !inStock(shop, stock.remaining)) continue;
    return { shop, unitPrice: unitPriceOf(shop), ...stock };
  }
  return null;
}

/**
 * Returns the shops that buy an item, those with room first, then the best paying. The service may omit the variant of
 * a shop without room. If no shop has a variant of the type, such a shop counts as a buyer of the plain item.
 */
export function bidsOf(market: Market, { type, key }: Pick<Identity, 'type' | 'key'>): readonly Shop[] {
  if (key === unknownVariant(type).key) return [];
  const bids = market.ofKey(key)?.bids ?? [];
  const open = key === identify(type).key && !hasKnownVariants(market, type) ? unknownVariantBids(market, type) : [];
  return open.length === 0 ? bids : [...bids, ...open].sort(highestBidFirst);
}

/**
 * Returns bids for an unknown variant of a type with variants. They are never priced, since the item they buy is
 * unknown.
 */
export function unpricedBids(market: Market, type: string): readonly Shop[] {
  return hasKnownVariants(market, type) ? unknownVariantBids(market, type) : [];
}

function unknownVariantBids(market: Market, type: string): readonly Shop[] {
  return market.ofKey(unknownVariant(type).key)?.bids ?? [];
}

/** Prices of containers that hold only `identity`. */
export interface ContainerQuote extends FullContainer {
  readonly identity: Identity;
}

/**
 * Quotes the filled containers of a type that are in stock now, grouped by their sole content. The content sold by most
 * shops comes first. `mixed`: number of shops with mixed contents, which have no unit price.
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
  return { quotes: [...quotes.values()].sort(mostShopsFirst), mixed };
}

/**
 * The shop with the cheapest containers that hold only the item. `shops`: number of shops that sell such containers
 * now.
 */
export interface FullContainer {
  readonly shop: Shop;
  readonly unitPrice: number;
  /** Items in one container. */
  readonly count: number;
  readonly shops: number;
}

/**
 * Finds the cheapest containers that hold only the item, or null if there are none. A bare type means the plain item.
 */
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

function mostShopsFirst(a: ContainerQuote, b: ContainerQuote): number {
  return b.shops - a.shops || a.unitPrice - b.unitPrice || (a.identity.key < b.identity.key ? -1 : 1);
}

/** The current offers of one identity. `formerKey`: see `mixedKeyOf`. */
export interface OfferSample extends Omit<PriceSample, 'at'> {
  readonly key: string;
  readonly formerKey: string | null;
  readonly type: string;
}

/**
 * Yields the price samples of every item that a shop offers itself, without filled boxes. The caller may yield to the
 * event loop between two.
 */
export function* offerSamples(market: Market): Generator<OfferSample, void> {
  for (const { choice } of market.catalogue.types) {
    for (const { identity, asks } of market.ofType(choice.type)) {
      if (identity.variant === null) continue;
      const { key, type } = identity;
      const stock = asks.reduce((sum, shop) => sum + countedStock(shop), 0);
      const ask = bestAsk(market, { key, type })?.unitPrice ?? null;
      const bid = bestBid(market, { key, type })?.unitPrice ?? null;
      if (ask !== null || bid !== null) yield { key, formerKey: mixedKeyOf(identity), type, ask, bid, stock };
    }
  }
}

/** Returns 0 for unlimited stock, which would hide every change of the other shops' stock. */
function countedStock({ item, remaining }: Shop): number {
  return item.contents.length > 0 || remaining === UNLIMITED ? 0 : remaining;
}
