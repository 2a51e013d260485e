import type { Language } from '../../../language/language.ts';
import {
  formatBundle,
  formatGivenDiamonds,
  formatGivenPrice,
  formatPrice,
  formatWhole,
} from '../../../language/number.ts';
import type { NearestAnswer } from '../../../market/search/nearest-answer.ts';
import type { Offer, Offers } from '../../../market/search/offer.ts';
import type { Stop } from '../../../market/search/plan-count.ts';
import type { ShopQuery } from '../../../ports/queries.ts';
import { BUTTON_LABEL_CHARACTERS } from '../component-limits.ts';
import { button } from '../layout.ts';
import { describeFilters } from '../words/describe.ts';
import {
  asMarkdown,
  formatFilterDistance,
  formatInStock,
  formatRoomLeft,
  type OfferListFormat,
  placeFirst,
  sayFound,
} from '../words/format-offer.ts';
import { formatLandmark, isSaidByLandmark } from '../words/format-place.ts';
import { nameOfItem, nameOfType } from '../words/names.ts';
import { clip, safe } from '../words/text.ts';

/** Formats `lead` and an offer as `32 for 3 · 0.094 each · 640 in stock`, with the place below. */
export function formatOfferRow(
  offer: Offer,
  lead: string,
  { filter, side }: Pick<ShopQuery, 'filter' | 'side'>,
  list: OfferListFormat,
  language: Language,
): string {
  const { shop, match } = offer;
  const facts = [
    `${lead}${asMarkdown(sayFound(shop, match, language, list))}`,
    ...formatName(offer, filter, language),
    ...(side === 'buy' ? [formatOfferStock(offer, language)] : []),
    ...(shop.side === null ? [language.say('shop.of-kind', { kind: safe(shop.kind, 30) })] : []),
  ].join(' · ');
  return `${facts}${formatRoomLeft(shop, offer.remaining, language)}\n${formatWhere(offer, filter, language)}`;
}

function formatOfferStock({ inStock, estimated, remaining }: Offer, language: Language): string {
  if (!inStock) return language.say(estimated ? 'offer.probably-out-of-stock' : 'offer.out-of-stock');
  return formatInStock(remaining, estimated, language);
}

/** Names the container or the variant, which the heading does not name. */
function formatName(
  { shop, match, hasOpenVariant }: Offer,
  { item }: ShopQuery['filter'],
  language: Language,
): readonly string[] {
  const name = nameOfItem(shop.item, language, hasOpenVariant);
  if (match.contained) return [language.say('offer.in-container', { container: safe(name, 60) })];
  return item && (item.key !== undefined || name === nameOfType(item.type, language)) ? [] : [safe(name, 60)];
}

/** Formats the trade at one shop as `64 for 6 · 0.094 each · 2 × (32 for 3)`, with the place below. */
export function formatStop(
  { offer, bundles, items, diamonds: paid }: Stop,
  rank: number,
  { filter, side }: ShopQuery,
  list: OfferListFormat,
  language: Language,
): string {
  const { shop, match, estimated, remaining } = offer;
  const amount = formatPrice(paid, language);
  const lead =
    side === 'buy'
      ? formatBundle(items, amount, language)
      : language.say('offer.pays', { price: amount, quantity: formatWhole(items, language) });
  const { bundle: sign, unit } = sayFound(shop, match, language, { ...list, saysPays: false });
  const facts = [
    `\`#${rank}\` **${lead}**`,
    ...(items > 1 ? [unit ?? language.say('offer.unit', { price: sign })] : []),
    ...(bundles > 1 && unit !== null
      ? [`${formatWhole(bundles, language)} × (${sign})`.replaceAll(' ', '\u00a0')]
      : []),
    ...formatName(offer, filter, language),
    ...(side === 'buy' ? [formatInStock(remaining, estimated, language)] : []),
  ].join(' · ');
  return `${facts}\n${formatWhere(offer, filter, language)}`;
}

function formatWhere({ shop }: Offer, filter: ShopQuery['filter'], language: Language): string {
  const { location } = shop;
  // The landmark tells the same distance, and the direction.
  const isSaid = isSaidByLandmark(filter, location, language);
  const distance = isSaid ? [] : formatFilterDistance(filter, location, language);
  return `-# ${[placeFirst(shop, language), ...distance, ...formatLandmark(location, language)].join(' · ')}`;
}

const MISSED_FILTER_CHARACTERS = 500;
/** The format of an offer outside a list, which names its unit. */
const OUTSIDE_LIST: OfferListFormat = { prices: new Map(), namesUnit: false, saysPays: true };

/** The data of `/shop` if no shop matches. */
export interface NoShops {
  readonly query: ShopQuery;
  readonly found: Offers;
  /** The nearest offer, and the key of the query that shows it. */
  readonly nearest?: { readonly answer: NearestAnswer; readonly key: string | null } | null;
  /** The number of shops on the other side, and the key of the query that shows them. */
  readonly otherSide?: { readonly shops: number; readonly key: string | null } | null;
}

/** Formats that no shop matches, and the nearest offer. */
export function formatNoMatch({ query, found, nearest = null, otherSide = null }: NoShops, language: Language): string {
  const { side, outOfStock, filter } = query;
  const { empty, emptied } = found;
  const hint = !outOfStock && side === 'buy' && empty > 0 ? [language.say('shop.empty', { n: empty })] : [];
  if (nearest !== null) return [...formatNearestOffer(nearest.answer, query, language), ...hint].join('\n');
  if (filter.item === undefined) return [language.say('shop.none-matches'), ...hint].join('\n');
  const none = side === 'sell' ? 'shop.none-buys' : emptied > 0 ? 'shop.just-emptied' : ('shop.none-sells' as const);
  const others =
    otherSide === null ? [] : [language.say(side === 'buy' ? 'offer.buyers' : 'offer.sellers', { n: otherSide.shops })];
  return [language.say(none), ...others, ...hint].join('\n');
}

/** Formats `No shop sells it for 0.10 diamonds or less. Cheapest: 32 for 6 diamonds · 0.19 each` with the place. */
function formatNearestOffer(
  { condition, only, filter, offer }: NearestAnswer,
  { side, filter: asked }: ShopQuery,
  language: Language,
): string[] {
  const { maxPrice, minPrice } = only;
  const row = (lead: string) => formatOfferRow(offer, `${lead} `, { filter, side }, OUTSIDE_LIST, language);
  if (condition === 'max-price' && side === 'buy' && asked.item && maxPrice !== undefined) {
    const none = language.say('shop.none-at-most', { diamonds: formatGivenDiamonds(maxPrice, language) });
    return [none, row(language.say('shop.cheapest'))];
  }
  if (condition === 'min-price' && side === 'sell' && asked.item && minPrice !== undefined) {
    const none = language.say('shop.none-at-least', { diamonds: formatGivenDiamonds(minPrice, language) });
    return [none, row(language.say('shop.best-paid'))];
  }
  const missed = describeFilters(only, language, MISSED_FILTER_CHARACTERS, side === 'sell' ? 'bid' : 'ask');
  return [language.say('shop.none-with', { filter: missed }), row(language.say('shop.next-best'))];
}

/** Returns buttons for an answer without shops: the nearest offer, a watch at the requested price, the other side. */
export function buttonsInstead(
  { query, nearest = null, otherSide = null, language }: NoShops & { readonly language: Language },
  key: string,
) {
  const { side, filter } = query;
  const limit = filter.item === undefined ? undefined : side === 'buy' ? filter.maxPrice : filter.minPrice;
  const show = (label: string, of: string) => button(label, `shop:page:${of}:0`, { style: 'main' });
  return [
    ...(nearest?.key ? [show(language.say('shop.show-it'), nearest.key)] : []),
    ...(limit === undefined
      ? []
      : [
          button(
            clip(language.say('shop.watch-at', { price: formatGivenPrice(limit, language) }), BUTTON_LABEL_CHARACTERS),
            `shop:watch-at:${key}`,
          ),
        ]),
    ...(otherSide?.key
      ? [show(language.say(side === 'buy' ? 'shop.show-buyers' : 'shop.show-sellers'), otherSide.key)]
      : []),
  ];
}
