import { identify } from '../item/identity.ts';
import type { Identity, ItemChoice } from '../item/item.ts';
import type { Market, Stock } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';
import { bidsOf } from './bids.ts';

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
