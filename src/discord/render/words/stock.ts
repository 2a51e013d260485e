import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import { type Shop, UNLIMITED } from '../../../market/shops/shop.ts';
import { inStock } from '../../../market/shops/unit-price.ts';

/** `640 in stock`, `about 640 in stock` of an estimate, or `unlimited stock`. `remaining`: items. */
export function formatInStock(remaining: number, estimated: boolean, language: Language): string {
  if (remaining === UNLIMITED) return language.say('offer.unlimited');
  return language.say(estimated ? 'offer.about-in-stock' : 'offer.in-stock', { count: whole(remaining, language) });
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
