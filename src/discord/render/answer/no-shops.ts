import type { Language } from '../../../language/language.ts';
import { givenDiamonds, givenPrice } from '../../../language/number.ts';
import type { NearestAnswer } from '../../../market/search/nearest-answer.ts';
import type { Offers } from '../../../market/search/offer.ts';
import type { ShopQuery } from '../../../ports/queries.ts';
import { button } from '../layout/controls.ts';
import { describeFilters } from '../words/describe.ts';
import type { OfferList } from '../words/format-offer.ts';
import { clip } from '../words/text.ts';
import { formatOffer } from './shop-rows.ts';

const FILTER_CHARACTERS = 500;
/** An offer that stands alone names its unit. */
const SINGLE: OfferList = { prices: new Map(), namesUnit: false, saysPays: true };

/** The answer of `/shop` where no shop matches. */
export interface NoShops {
  readonly query: ShopQuery;
  readonly found: Offers;
  /** The nearest offer, and the key of the query that shows it. */
  readonly nearest?: { readonly answer: NearestAnswer; readonly key: string | null } | null;
  /** How many shops the other side has, and the key of the query that shows them. */
  readonly otherSide?: { readonly shops: number; readonly key: string | null } | null;
}

/** Says that nobody sells or buys it so, and what comes nearest. */
export function formatNoShops({ query, found, nearest = null, otherSide = null }: NoShops, language: Language): string {
  const { side, outOfStock, filter } = query;
  const { empty, emptied } = found;
  const hint = !outOfStock && side === 'buy' && empty > 0 ? [language.say('shop.empty', { n: empty })] : [];
  if (nearest !== null) return [...formatNearest(nearest.answer, query, language), ...hint].join('\n');
  if (filter.item === undefined) return [language.say('shop.none-matches'), ...hint].join('\n');
  const none = side === 'sell' ? 'shop.none-buys' : emptied > 0 ? 'shop.just-emptied' : ('shop.none-sells' as const);
  const others =
    otherSide === null ? [] : [language.say(side === 'buy' ? 'offer.buyers' : 'offer.sellers', { n: otherSide.shops })];
  return [language.say(none), ...others, ...hint].join('\n');
}

/** `No shop sells it for 0.10 diamonds or less. Cheapest: 32 for 6 diamonds · 0.19 each`, and its place. */
function formatNearest(
  { condition, only, filter, offer }: NearestAnswer,
  { side, filter: asked }: ShopQuery,
  language: Language,
): string[] {
  const { maxPrice, minPrice } = only;
  const row = (lead: string) => formatOffer(offer, `${lead} `, { filter, side }, SINGLE, language);
  if (condition === 'max-price' && side === 'buy' && asked.item && maxPrice !== undefined) {
    const none = language.say('shop.none-at-most', { diamonds: givenDiamonds(maxPrice, language) });
    return [none, row(language.say('shop.cheapest'))];
  }
  if (condition === 'min-price' && side === 'sell' && asked.item && minPrice !== undefined) {
    const none = language.say('shop.none-at-least', { diamonds: givenDiamonds(minPrice, language) });
    return [none, row(language.say('shop.best-paid'))];
  }
  const missed = describeFilters(only, language, FILTER_CHARACTERS, side === 'sell' ? 'bid' : 'ask');
  return [language.say('shop.none-with', { filter: missed }), row(language.say('shop.next-best'))];
}

/** Where nothing answers: the nearest offer, a watch at the price that was asked for, the shops of the other side. */
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
            clip(language.say('shop.watch-at', { price: givenPrice(limit, language) }), 80),
            `shop:watch-at:${key}`,
          ),
        ]),
    ...(otherSide?.key
      ? [show(language.say(side === 'buy' ? 'shop.show-buyers' : 'shop.show-sellers'), otherSide.key)]
      : []),
  ];
}
