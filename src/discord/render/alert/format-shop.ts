import type { Language } from '../../../language/language.ts';
import { bundle, diamonds, whole } from '../../../language/number.ts';
import { type ShopChange, shopOf } from '../../../market/change.ts';
import { hasRestocked } from '../../../market/shops/difference.ts';
import { type Shop, UNLIMITED } from '../../../market/shops/shop.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { NoticeInContext } from '../../../ports/messenger.ts';
import { findNewlyBanned } from '../../../routing/banned-paintings.ts';
import { andMore } from '../words/and-more.ts';
import { formatStanding } from '../words/format-standing.ts';
import { containerBundle, containerNoun, type Inside, insideShop } from '../words/found-inside.ts';
import { placeFirst } from '../words/place.ts';
import { formatInStock, formatRoom } from '../words/stock.ts';
import { code, safe, stamp } from '../words/text.ts';
import { nameOffer } from './name-goods.ts';
import { newsOf, type ShopNews, sentenceOf, unitPrices } from './shop-news.ts';
import type { Told } from './voice.ts';

const CANVASES = 3;
const COLOURS = { shop: 0x9b6dd6, banned: 0xd9534f };

/** There is nothing left to buy: what it would cost is no news. */
const OVER: readonly ShopNews[] = ['gone', 'sold-out'];

/** What became of a shop: `Slime Block: new offer, 0.25 diamonds each`, with the offer and the place. */
export function formatShopChange(
  change: ShopChange,
  entry: Pick<NoticeInContext, 'subscriptions' | 'worth' | 'undercuts' | 'hasOpenVariant'>,
  language: Language,
): Told {
  const { subscriptions, worth, hasOpenVariant } = entry;
  const shop = shopOf(change);
  const news = newsOf(change, entry);
  const [first] = news;
  const filters = subscriptions.map(({ filter }) => filter);
  const inside = insideShop(shop, filters);
  const isOver = OVER.includes(first);
  const standing = inside === null && !isOver ? formatStanding(unitPriceOf(shop), worth, language) : '';
  const facts = [
    ...formatOffer(shop, inside, language),
    ...(isOver ? [] : formatStock(change, language)),
    ...(shop.side === null ? [language.say('alert.kind-of-shop', { kind: safe(shop.kind, 40) })] : []),
    stamp(change.at),
  ];
  const key = sentenceOf(change, news);
  const price = formatPrice(change, inside, entry, language);
  return {
    say: (voice) => language.say(key, { item: nameOffer(shop.item, inside, voice, language, hasOpenVariant), price }),
    lines: [
      `${facts.join(' · ')}${formatRoom(shop, shop.remaining, language)}${standing}`,
      placeFirst(shop, language),
      ...(first === 'banned' ? formatPaintings(change, language) : []),
    ],
    colour: first === 'banned' ? COLOURS.banned : COLOURS.shop,
    item: shop.item,
  };
}

/** `3 diamonds each (was 5 diamonds each)`; of mixed contents, of the container. */
function formatPrice(
  change: ShopChange,
  inside: Inside | null,
  { subscriptions, undercuts }: Pick<NoticeInContext, 'subscriptions' | 'undercuts'>,
  language: Language,
): string {
  const shop = shopOf(change);
  const filters = subscriptions.map(({ filter }) => filter);
  const prices = change.kind === 'price-changed' ? unitPrices(change, filters) : null;
  const each = diamonds(inside?.unitPrice ?? unitPriceOf(shop), language);
  const noun = containerNoun(shop.item) === 'box' ? 'alert.a-box' : 'alert.a-container';
  const isMixed = inside !== null && inside.unitPrice === null;
  const price = language.say(isMixed ? noun : 'alert.each', { diamonds: each });
  if (undercuts !== undefined) return language.say('alert.yours', { price, yours: diamonds(undercuts, language) });
  if (prices === null || prices.was === prices.is) return price;
  return language.say('alert.was', { price, before: diamonds(prices.was, language) });
}

function formatStock(change: ShopChange, language: Language): string[] {
  const shop = shopOf(change);
  const { side, remaining } = shop;
  if (side === 'bid') return [];
  const hasRisen = 'before' in change && change.kind !== 'removed' && hasRestocked(change.before, change.shop);
  if (!hasRisen || remaining === UNLIMITED) return [formatInStock(remaining, false, language)];
  const [count, before] = [whole(remaining, language), whole(change.before.remaining, language)];
  return [language.say('alert.stock-rose', { count, before })];
}

/** The ids of the banned paintings, whole and ready to copy. Which one of a mixed box is banned is not known here. */
export function formatPaintings(change: ShopChange, language: Language): string[] {
  const canvases = findNewlyBanned(change, () => true);
  if (canvases.length === 0) return [];
  const shown = canvases.slice(0, CANVASES).map((canvas) => code(canvas));
  const left = canvases.length - CANVASES;
  if (left > 0) shown.push(andMore(language)(left));
  return [language.say(canvases.length === 1 ? 'alert.painting' : 'alert.paintings', { ids: shown.join(', ') })];
}

/** `16 for 4 diamonds`, `1 box of 64 for 50 diamonds`; nothing where the price of one says it. */
function formatOffer(shop: Shop, inside: Inside | null, language: Language): string[] {
  const { item } = shop;
  if (inside !== null) return [containerBundle(shop, inside.unitPrice === null ? null : inside.count, language)];
  return item.quantity === 1 ? [] : [bundle(item.quantity, shop.price, language)];
}
