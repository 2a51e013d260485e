import type { Language } from '../../../language/language.ts';
import { bundle, diamonds, each, whole } from '../../../language/number.ts';
import type { MarketEvent } from '../../../market/event.ts';
import { countHeld, countWithin } from '../../../market/item/contents.ts';
import type { Identity, Item } from '../../../market/item/item.ts';
import type { Filter } from '../../../market/search/filter.ts';
import { type Match, matchEvent, matchShop } from '../../../market/search/match.ts';
import type { Shop } from '../../../market/shops/shop.ts';

/**
 * What somebody asked for, found in a container. `count`: how many of it one container holds. `unitPrice`: diamonds for
 * one of it; null: the contents are mixed and have none.
 */
export interface Inside {
  readonly contained: Item;
  readonly count: number;
  readonly unitPrice: number | null;
}

/** What these filters ask for in the containers of a shop; null: the goods themselves, or nothing at all, were asked for. */
export function insideShop(shop: Shop, filters: readonly Filter[]): Inside | null {
  return firstInside(shop.item, filters, (goods) => matchShop(goods, shop, shop.remaining));
}

/** The same for what changed hands. */
export function insideEvent(event: MarketEvent, filters: readonly Filter[]): Inside | null {
  return firstInside(event.item, filters, (goods) => matchEvent(goods, event, null));
}

function firstInside(item: Item, filters: readonly Filter[], match: (goods: Filter) => Match | null): Inside | null {
  for (const { item: choice, enchantments, containers } of filters) {
    if (choice === undefined && enchantments === undefined) continue;
    const found = match({ containers, ...(choice && { item: choice }), ...(enchantments && { enchantments }) });
    if (!found?.contained) continue;
    const { contained, unitPrice } = found;
    return { contained, unitPrice, count: countHeld(item, ({ key }) => key === contained.identity.key) };
  }
  return null;
}

/** What one calls it when it is counted: `box`, else `container`. */
export function containerNoun({ identity }: Item): 'box' | 'container' {
  return identity.type.endsWith('SHULKER_BOX') ? 'box' : 'container';
}

/** The offer of a shop that was found by what its container holds (`contained`), or by what it sells (null). */
export function bundleOf(shop: Shop, contained: Identity | null, language: Language): string {
  if (contained !== null) return containerBundle(shop, countWithin(shop.item, contained), language);
  return bundle(shop.item.quantity, shop.price, language);
}

/** `**0.25 diamonds** each`, `**mixed contents** with 9 of it`. */
export function formatUnit({ unitPrice, held }: Match, language: Language): string {
  if (unitPrice !== null) return each(unitPrice, language);
  return held === null
    ? language.say('offer.mixed')
    : language.say('offer.mixed-with', { count: whole(held, language) });
}

/** `1 box of 64 for 50 diamonds`. `count`: how many of the one item in it; null: the contents are mixed. */
export function containerBundle({ item, price: paid }: Shop, count: number | null, language: Language): string {
  const boxes = { kind: containerNoun(item), n: item.quantity, diamonds: diamonds(paid, language) };
  if (count === null) return language.say('offer.boxes', boxes);
  return language.say('offer.boxes-of', { ...boxes, count: whole(count, language) });
}
