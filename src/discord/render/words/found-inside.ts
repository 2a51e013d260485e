import type { MarketEvent } from '../../../market/event.ts';
import { countHeld } from '../../../market/item/contents.ts';
import type { Item } from '../../../market/item/item.ts';
import type { Filter } from '../../../market/search/filter.ts';
import { type Match, matchEvent, matchShop } from '../../../market/search/match.ts';
import type { Shop } from '../../../market/shops/shop.ts';

/**
 * An item that a filter asked for, found in a container. `held`: how many of it one container holds. `unitPrice`:
 * diamonds for one of it; null if the contents are mixed.
 */
export interface Inside {
  readonly contained: Item;
  readonly held: number;
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
    return { contained, unitPrice, held: countHeld(item, ({ key }) => key === contained.identity.key) };
  }
  return null;
}

/** What one calls it when it is counted: `box`, else `container`. */
export function containerNoun({ identity }: Item): 'box' | 'container' {
  return identity.type.endsWith('SHULKER_BOX') ? 'box' : 'container';
}
