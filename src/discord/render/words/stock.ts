import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import { type Shop, UNLIMITED } from '../../../market/shops/shop.ts';
import { inStock } from '../../../market/shops/unit-price.ts';

/** `640 in stock`, `about 640 in stock` of an estimate, `probably 1 in stock`, or `unlimited stock`. `remaining`: items. */
export function formatInStock(remaining: number, estimated: boolean, language: Language): string {
  if (remaining === UNLIMITED) return language.say('offer.unlimited');
  const count = whole(remaining, language);
  if (!estimated) return language.say('offer.in-stock', { count });
  return language.say(remaining === 1 ? 'offer.probably-in-stock' : 'offer.about-in-stock', { count });
}

/** ` · room for 32` or ` · no room left` of a shop that buys; empty of one that sells or takes any number. `remaining`: items. */
export function formatRoomLeft(shop: Shop, remaining: number, language: Language): string {
  if (shop.side !== 'bid' || remaining === UNLIMITED) return '';
  if (!inStock(shop, remaining)) return formatRoom(shop, remaining, language);
  return ` · ${language.say('offer.room', { count: whole(remaining, language) })}`;
}

/** ` · no room left` of a shop that buys and has no room for a bundle; else empty. */
export function formatRoom(shop: Shop, remaining: number, language: Language): string {
  return shop.side === 'bid' && !inStock(shop, remaining) ? ` · ${language.say('offer.no-room')}` : '';
}
