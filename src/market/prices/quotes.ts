import { soleContent } from '../item/contents.ts';
import { identify, unknownVariant } from '../item/identity.ts';
import { type Identity, type ItemChoice, mixedKeyOf } from '../item/item.ts';
import { isInVariants } from '../item/open-variant.ts';
import type { Market, Stock } from '../market.ts';
import { highestFirst } from '../shops/item-groups.ts';
import { type Shop, UNLIMITED } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';
import type { PriceSample } from './trade-group.ts';

/** The best shop of an item itself, never a container of it; a box is priced empty. `unitPrice`: diamonds for one. `shops`: all that are able now. */
export interface Quote extends Stock {
  readonly shop: Shop;
  readonly unitPrice: number;
  readonly shops: number;
}

/** Where the item is cheapest now; a bare type means the plain item. null: no shop has it in stock. */
export function bestAsk(market: Market, choice: ItemChoice): Quote | null {
  return quote(market, asksOf(market, choice));
}

/** Where the item is paid for best; a bare type means the plain item. Null if no shop has room for it. */
export function bestBid(market: Market, choice: ItemChoice): Quote | null {
  return quote(market, bidsOf(market, { type: choice.type, key: keyOf(choice) }));
}

/** Whether trades since the snapshot have emptied the last shop that sells the item itself. */
export function isSoldOutSince(market: Market, choice: ItemChoice): boolean {
  const asks = asksOf(market, choice);
  return firstAble(market, asks) === null && asks.some((shop) => isItself(shop) && inStock(shop, shop.remaining));
}

/** The cheapest ask of a variant. `unitPrice`: diamonds for one. */
export interface VariantQuote {
  readonly identity: Identity;
  readonly shop: Shop;
  readonly unitPrice: number;
}

/** The cheapest ask of each variant of the type but the plain one, the cheapest first. Variants not in stock are left out. */
export function variantsOf(market: Market, type: string): readonly VariantQuote[] {
  const plain = identify(type).key;
  return market
    .ofType(type)
    .flatMap(({ identity, asks }) => {
      const best = identity.key === plain || identity.variant === null ? null : firstAble(market, asks);
      return best ? [{ identity, shop: best.shop, unitPrice: best.unitPrice }] : [];
    })
    .sort((a, b) => a.unitPrice - b.unitPrice || (a.identity.key < b.identity.key ? -1 : 1));
}

/** An unknown variant has no price. */
function asksOf(market: Market, choice: ItemChoice): readonly Shop[] {
  const shops = market.ofKey(keyOf(choice));
  return shops === undefined || shops.identity.variant === null ? [] : shops.asks;
}

function keyOf({ type, key }: ItemChoice): string {
  return key ?? identify(type).key;
}

function quote(market: Market, shops: readonly Shop[]): Quote | null {
  const best = firstAble(market, shops);
  if (best === null) return null;
  return {
    ...best,
    shops: shops.filter((shop) => isItself(shop) && inStock(shop, market.remainingOf(shop).remaining)).length,
  };
}

/** A filled box is priced by what it holds. */
function isItself({ item }: Shop): boolean {
  return item.contents.length === 0;
}

/** Trades since the snapshot may have emptied the first ones. */
function firstAble(market: Market, shops: readonly Shop[]): Omit<Quote, 'shops'> | null {
  for (const shop of shops) {
    const stock = market.remainingOf(shop);
    if (!isItself(shop) || !inStock(shop, stock.remaining)) continue;
    return { shop, unitPrice: unitPriceOf(shop), ...stock };
  }
  return null;
}

/**
 * The shops that buy an item, those with room first, then the best paying. The service may leave out the variant of a
 * shop without room. Where shops have the type in no variants, that shop counts as a buyer of the plain item.
 */
export function bidsOf(market: Market, { type, key }: Pick<Identity, 'type' | 'key'>): readonly Shop[] {
  if (key === unknownVariant(type).key) return [];
  const bids = market.ofKey(key)?.bids ?? [];
  const open = key === identify(type).key && !isInVariants(market, type) ? openBids(market, type) : [];
  return open.length === 0 ? bids : [...bids, ...open].sort(highestFirst);
}

/** Those who buy one variant of the type, and nobody knows which: they are never priced. */
export function unpricedBids(market: Market, type: string): readonly Shop[] {
  return isInVariants(market, type) ? openBids(market, type) : [];
}

function openBids(market: Market, type: string): readonly Shop[] {
  return market.ofKey(unknownVariant(type).key)?.bids ?? [];
}

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

/** The offers of one identity now. `formerKey`: see `mixedKeyOf`. */
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

/** Unlimited stock is not counted: it would hide how the stock of all other shops changes. */
function countedStock({ item, remaining }: Shop): number {
  return item.contents.length > 0 || remaining === UNLIMITED ? 0 : remaining;
}
