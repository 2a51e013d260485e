import type { APIComponentInContainer } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { price, signedPercent, whole } from '../../../language/number.ts';
import { identify } from '../../../market/item/identity.ts';
import { countsForWorth, type ItemChoice } from '../../../market/item/item.ts';
import { isPlainChoice, type KindCounts } from '../../../market/prices/kind-counts.ts';
import type { Quote } from '../../../market/prices/quotes.ts';
import { type Standing, standing } from '../../../market/prices/worth.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { Icons } from '../../../ports/pictures.ts';
import type { PriceFacts, VariantQuotes } from '../../../ports/prices.ts';
import { button, itemId, row, type Thumbnail } from '../layout.ts';
import { isManyTimes, sayOffer, sayStanding } from '../words/format-offer.ts';
import { nameConditions } from '../words/names.ts';
import { fitLine, safe } from '../words/text.ts';

/**
 * Two views of an answer, each short enough for a phone.
 * - `chart`: the headline and the chart
 * - `details`: the headline, and all that it rests on
 */
export type PriceView = 'chart' | 'details';

/** What is known of an item over so many days. */
export interface PriceAnswer extends Omit<PriceFacts, 'since' | 'points' | 'asks'>, VariantQuotes {
  readonly item: ItemChoice;
  readonly days: number;
  readonly view: PriceView;
  readonly freshness: string;
  /** What the chart shows, in words; null: there is none. */
  readonly chart: string | null;
  /** Whether there should be a chart, but it could not be drawn in time. */
  readonly lacksChart: boolean;
  /** Whether a list of shops is in at all. */
  readonly hasShops: boolean;
  readonly counts: KindCounts;
  /** Whether the market does not know the variant any more, so that its name is lost. */
  readonly isGone: boolean;
  /** The picture of the painting that was asked for, in place of the type's icon; null or absent if there is none. */
  readonly thumbnail?: Thumbnail | null;
  readonly icons: Icons;
  readonly language: Language;
}

const PRICE_PERIODS = [7, 30, 90] as const;

/**
 * The item as the answer's buttons name it. Where the type is traded in several kinds, the plain one goes by its key,
 * so that a button neither asks for a kind again nor shows shops of all kinds.
 */
function pricedItem({ item, counts }: Pick<PriceAnswer, 'item' | 'counts'>): ItemChoice {
  const isOnlyKind = counts.others.sellers + counts.others.buyers + counts.filled === 0;
  return item.key === undefined && !isOnlyKind ? { type: item.type, key: identify(item.type).key } : item;
}

/**
 * A row of other spans of days, of which the shown one cannot be pressed, and a row of the other view, the watch and
 * the shops. No rows for a type that no custom id takes.
 */
export function priceButtons(answer: PriceAnswer): (APIComponentInContainer | null)[] {
  const { days, view, counts, hasShops, language } = answer;
  const item = pricedItem(answer);
  const period = view === 'details' ? 'details' : 'days';
  const periods = PRICE_PERIODS.map((n) => ({
    label: language.say('price.period', { n }),
    id: itemId(`price:${period}:${n}`, item),
    disabled: n === days,
  }));
  const other =
    view === 'details'
      ? { label: language.say('price.back'), id: itemId(`price:days:${days}`, item) }
      : { label: language.say('price.details'), id: itemId(`price:details:${days}`, item) };
  const { sellers, empty, buyers } = counts.own;
  const shops = { label: language.say('price.show-shops'), id: itemId('shop:item', item) };
  // *Show them* of the chart's view opens the same shops where the others are containers alone.
  const isShown = view === 'chart' && counts.containers > 0 && shops.id === restId(answer);
  const more = [
    other,
    { label: language.say('shop.watch'), id: itemId('price:watch', item) },
    ...(hasShops && sellers + empty + buyers > 0 && !isShown ? [shops] : []),
  ].map((one) => ({ ...one, disabled: false }));
  return [periods, more].flatMap((wanted) => {
    const buttons = wanted.flatMap(({ label, id, disabled }) => (id === null ? [] : [button(label, id, { disabled })]));
    return buttons.length === wanted.length ? [row(...buttons)] : [];
  });
}

/** The custom id of *Show them*: the shops of every kind of the type, or of the item and its containers. */
export function restId(answer: Pick<PriceAnswer, 'item' | 'counts'>): string | null {
  const { others, filled } = answer.counts;
  const hasKinds = others.sellers + others.buyers + filled > 0;
  return itemId('shop:item', hasKinds ? { type: answer.item.type } : pricedItem(answer));
}

/** Leaves room for the offer on a phone's line; the details have the whole condition. */
const CONDITION_LENGTH = 14;
/** An offer under the heading of the answer, which names the unit. */
export const IN_DIAMONDS = { prices: new Map<number, string>(), namesUnit: true };

/**
 * A comparison in words and in signs: `62% under worth`, `−62%`. Signs are empty if they would say nothing. `stays`: an
 * offer without it would mislead.
 */
interface Compared {
  readonly words: string;
  readonly signs: string;
  readonly stays: boolean;
}

/**
 * Worth, cheapest to buy and best to sell to, and how they stand to each other: at most three lines on a phone, as each
 * line leaves out what does not fit. The details say the rest.
 */
export function formatHeadline(answer: PriceAnswer): string {
  const { hasShops, language } = answer;
  const shops = hasShops ? [formatCheapest(answer), formatBest(answer)] : [language.say('price.no-list')];
  return [formatWorth(answer), ...shops].join('\n');
}

function formatWorth({ worth, trend, language }: PriceAnswer): string {
  if (worth.worth === null) return language.say('price.no-worth');
  const known = language.say('price.worth-line', { price: price(worth.worth, language) });
  if (trend === null) return known;
  const period = language.say('price.period', { n: 7 });
  const percent = whole(trend.percent, language);
  const words = language.say(`price.trend-${trend.direction}`, { period, percent });
  return fitLine(`${known} · ${words}`, `${known} · ${period} ${signsOf(trend, language)}`, known);
}

function formatCheapest(answer: PriceAnswer): string {
  const { ask, full, worth, language } = answer;
  if (ask !== null) {
    const compared = againstWorth(ask, worth.worth, language);
    return formatOffer('price.buy-line', ask, compared, language);
  }
  if (full === null || answer.isSoldOut) return language.say(noneSells(answer));
  const unit = language.say('offer.unit', { price: `**${price(full.unitPrice, language)}**` });
  return fitLine(language.say('price.only-in-containers', { unit }), unit);
}

/**
 * Chooses the sentence for an item that no shop sells. It names the empty one of a type that is sold filled, and the
 * plain one of a type with other kinds.
 */
function noneSells({ item, isSoldOut, counts }: PriceAnswer) {
  if (isSoldOut) return 'price.sold-out';
  if (counts.filled > 0) return 'price.none-sells-empty';
  return counts.others.sellers > 0 && isPlainChoice(item) ? 'price.none-sells-plain' : 'price.none-sells';
}

function formatBest({ item, ask, bid, worth, counts, language }: PriceAnswer): string {
  if (bid === null) {
    const isOtherBought = counts.others.buyers > 0 && isPlainChoice(item);
    return language.say(isOtherBought ? 'price.none-buys-plain' : 'price.none-buys');
  }
  const unitPrice = unitPriceOf(bid.shop);
  const compared =
    worth.worth === null ? againstCheapest(unitPrice, bid, ask, language) : againstWorth(bid, worth.worth, language);
  return formatOffer('price.sell-line', bid, compared, language);
}

/** The bundle leads and always stays. */
function formatOffer(
  line: 'price.buy-line' | 'price.sell-line',
  { shop, unitPrice }: Quote,
  compared: Compared | null,
  language: Language,
): string {
  const { bundle } = sayOffer(shop, null, language, IN_DIAMONDS);
  const unit = shop.item.quantity === 1 ? null : language.say('price.unit-line', { price: price(unitPrice, language) });
  const form = (...parts: readonly (string | null | undefined)[]) =>
    language.say(line, { offer: [`**${bundle}**`, ...parts.filter((part) => part)].join(' · ') });
  const { words, signs, stays } = compared ?? { words: '', signs: '', stays: false };
  if (stays) return fitLine(form(unit, words), form(unit, signs), form(signs));
  // The price of one compares with the worth above it by itself.
  return fitLine(form(unit, words), form(unit, signs), form(unit), form(signs), form());
}

function againstWorth(quote: Quote, worth: number | null, language: Language): Compared | null {
  const condition = conditionOf(quote, language);
  if (condition !== null) return condition;
  const how = worth === null ? null : standing(quote.unitPrice, worth);
  const words = worth === null ? null : sayStanding(quote.unitPrice, worth, language);
  if (worth === null || how === null || words === null) return null;
  const isTimes = isManyTimes(quote.unitPrice, worth);
  const times = `×${whole(quote.unitPrice / worth, language)}`;
  return { words, signs: isTimes ? times : signsOf(how, language), stays: false };
}

/**
 * `damaged`, or null for sound goods. Goods out of condition are priced otherwise, so that no comparison says anything.
 */
function conditionOf({ shop }: Quote, language: Language): Compared | null {
  const [first, ...others] = nameConditions(shop.item, language);
  if (first === undefined) return null;
  const said = safe(first, CONDITION_LENGTH);
  return {
    words: [said, ...others.map((other) => safe(other, CONDITION_LENGTH))].join(' · '),
    signs: said,
    stays: true,
  };
}

/** If the worth is unknown: how the shop that pays most stands to the cheapest one. */
function againstCheapest(unitPrice: number, bid: Quote, cheapest: Quote | null, language: Language): Compared | null {
  const condition = conditionOf(bid, language);
  if (condition !== null) return condition;
  if (cheapest === null || !countsForWorth(cheapest.shop.item)) return null;
  const how = standing(unitPrice, cheapest.unitPrice);
  if (how === null) return null;
  if (how.direction === 'at') return { words: language.say('price.at-cheapest'), signs: '', stays: false };
  const percent = whole(how.percent, language);
  const words = language.say(how.direction === 'under' ? 'price.under-cheapest' : 'price.over-cheapest', { percent });
  return { words, signs: '', stays: false };
}

function signsOf({ percent, direction }: Standing, language: Language): string {
  return direction === 'at' ? '' : signedPercent(direction === 'under' ? -percent : percent, language);
}
