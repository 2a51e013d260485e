import type { APIComponentInContainer } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatPrice, formatSignedPercent, formatWhole } from '../../../language/number.ts';
import { identify } from '../../../market/item/identity.ts';
import { countsForWorth, type ItemChoice } from '../../../market/item/item.ts';
import { isPlainChoice, type KindCounts } from '../../../market/prices/kind-counts.ts';
import type { Quote } from '../../../market/prices/quotes.ts';
import { differenceFromWorth, type WorthDifference } from '../../../market/prices/worth.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { Icons } from '../../../ports/pictures.ts';
import type { PriceFacts, VariantQuotes } from '../../../ports/prices.ts';
import { button, itemId, row, type Thumbnail } from '../layout.ts';
import { isManyTimes, sayOffer, sayStanding } from '../words/format-offer.ts';
import { nameConditions } from '../words/names.ts';
import { fitLine, safe } from '../words/text.ts';

/**
 * The views of an answer, each short enough for a phone.
 * - `chart`: the headline and the chart
 * - `details`: the headline and the facts behind it
 */
export type PriceView = 'chart' | 'details';

/** The facts about an item's price over `days` days. */
export interface PriceAnswer extends Omit<PriceFacts, 'since' | 'points' | 'asks'>, VariantQuotes {
  readonly item: ItemChoice;
  readonly days: number;
  readonly view: PriceView;
  readonly freshness: string;
  /** The chart's alt text, or null if there is none. */
  readonly chart: string | null;
  /** Whether the chart is missing because it could not be drawn in time. */
  readonly lacksChart: boolean;
  /** Whether there is a snapshot. */
  readonly hasShops: boolean;
  readonly counts: KindCounts;
  /** Whether the market no longer knows the variant and its name. */
  readonly isGone: boolean;
  /** The requested painting's picture, which replaces the type's icon. Null or absent if there is none. */
  readonly thumbnail?: Thumbnail | null;
  readonly icons: Icons;
  readonly language: Language;
}

const PRICE_PERIODS = [7, 30, 90] as const;

/**
 * Returns the item for the answer's buttons. A type with several kinds gets the plain one's key, so that a button does
 * not ask for the kind again or show shops of all kinds.
 */
function pricedItem({ item, counts }: Pick<PriceAnswer, 'item' | 'counts'>): ItemChoice {
  const isOnlyKind = counts.others.sellers + counts.others.buyers + counts.filled === 0;
  return item.key === undefined && !isOnlyKind ? { type: item.type, key: identify(item.type).key } : item;
}

/**
 * Returns a row of periods, with the shown one disabled, and a row with the other view, the watch and the shops. Empty
 * for a type that does not fit a custom id.
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
  // In the chart's view *Show them* opens the same shops if the others are only containers.
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

/** Returns the custom id of *Show them*: the shops of all kinds of the type, or of the item and its containers. */
export function restId(answer: Pick<PriceAnswer, 'item' | 'counts'>): string | null {
  const { others, filled } = answer.counts;
  const hasKinds = others.sellers + others.buyers + filled > 0;
  return itemId('shop:item', hasKinds ? { type: answer.item.type } : pricedItem(answer));
}

/** Limits a condition, so that the offer fits a phone's line. The details show it in full. */
const CONDITION_CHARACTERS = 14;
/** The format of offers under the answer's heading, which names the unit. */
export const OFFER_IN_DIAMONDS = { prices: new Map<number, string>(), namesUnit: true };

/** A comparison of two prices, or a condition of the goods in its place. */
interface PriceComparison {
  /** The long form, such as `62% under worth`. */
  readonly long: string;
  /** The short form, such as `−62%`, or an empty text. */
  readonly short: string;
  /** Whether a short line keeps the comparison. The price of damaged goods would mislead without `damaged`. */
  readonly stays: boolean;
}

/**
 * Formats the worth, the cheapest shop and the best buyer in one line each, with comparisons that fit a phone. The
 * details show the rest.
 */
export function formatPriceHeadline(answer: PriceAnswer): string {
  const { hasShops, language } = answer;
  const shops = hasShops ? [formatCheapestLine(answer), formatBest(answer)] : [language.say('price.no-list')];
  return [formatWorthLine(answer), ...shops].join('\n');
}

function formatWorthLine({ worth, trend, language }: PriceAnswer): string {
  if (worth.worth === null) return language.say('price.no-worth');
  const known = language.say('price.worth-line', { price: formatPrice(worth.worth, language) });
  if (trend === null) return known;
  const period = language.say('price.period', { n: 7 });
  const percent = formatWhole(trend.percent, language);
  const words = language.say(`price.trend-${trend.direction}`, { period, percent });
  return fitLine(`${known} · ${words}`, `${known} · ${period} ${formatSignedDifference(trend, language)}`, known);
}

function formatCheapestLine(answer: PriceAnswer): string {
  const { ask, full, worth, language } = answer;
  if (ask !== null) {
    const compared = againstWorth(ask, worth.worth, language);
    return formatOfferLine('price.buy-line', ask, compared, language);
  }
  if (full === null || answer.isSoldOut) return language.say(noneSells(answer));
  const unit = language.say('offer.unit', { price: `**${formatPrice(full.unitPrice, language)}**` });
  return fitLine(language.say('price.only-in-containers', { unit }), unit);
}

/**
 * Returns the key of the sentence for an item that no shop sells. It says "empty" for a type that is sold filled, and
 * "plain" for a type with other kinds.
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
  return formatOfferLine('price.sell-line', bid, compared, language);
}

/** Formats an offer's line. The bundle comes first and is never omitted. */
function formatOfferLine(
  line: 'price.buy-line' | 'price.sell-line',
  { shop, unitPrice }: Quote,
  compared: PriceComparison | null,
  language: Language,
): string {
  const { bundle } = sayOffer(shop, null, language, OFFER_IN_DIAMONDS);
  const unit =
    shop.item.quantity === 1 ? null : language.say('price.unit-line', { price: formatPrice(unitPrice, language) });
  const form = (...parts: readonly (string | null | undefined)[]) =>
    language.say(line, { offer: [`**${bundle}**`, ...parts.filter((part) => part)].join(' · ') });
  const { long, short, stays } = compared ?? { long: '', short: '', stays: false };
  if (stays) return fitLine(form(unit, long), form(unit, short), form(short));
  // The unit price takes precedence over the comparison: the reader can compare it to the worth in the line above.
  return fitLine(form(unit, long), form(unit, short), form(unit), form(short), form());
}

function againstWorth(quote: Quote, worth: number | null, language: Language): PriceComparison | null {
  const condition = conditionAsComparison(quote, language);
  if (condition !== null) return condition;
  const how = worth === null ? null : differenceFromWorth(quote.unitPrice, worth);
  const words = worth === null ? null : sayStanding(quote.unitPrice, worth, language);
  if (worth === null || how === null || words === null) return null;
  const isTimes = isManyTimes(quote.unitPrice, worth);
  const times = `×${formatWhole(quote.unitPrice / worth, language)}`;
  return { long: words, short: isTimes ? times : formatSignedDifference(how, language), stays: false };
}

/**
 * Returns a condition such as `damaged` in place of a comparison, because such goods have other prices.
 *
 * @returns null for goods in good condition
 */
function conditionAsComparison({ shop }: Quote, language: Language): PriceComparison | null {
  const [first, ...others] = nameConditions(shop.item, language);
  if (first === undefined) return null;
  const shownCondition = safe(first, CONDITION_CHARACTERS);
  return {
    long: [shownCondition, ...others.map((other) => safe(other, CONDITION_CHARACTERS))].join(' · '),
    short: shownCondition,
    stays: true,
  };
}

/** Compares the best buyer to the cheapest seller, if the worth is unknown. */
function againstCheapest(
  unitPrice: number,
  bid: Quote,
  cheapest: Quote | null,
  language: Language,
): PriceComparison | null {
  const condition = conditionAsComparison(bid, language);
  if (condition !== null) return condition;
  if (cheapest === null || !countsForWorth(cheapest.shop.item)) return null;
  const how = differenceFromWorth(unitPrice, cheapest.unitPrice);
  if (how === null) return null;
  if (how.direction === 'at') return { long: language.say('price.at-cheapest'), short: '', stays: false };
  const percent = formatWhole(how.percent, language);
  const long = language.say(how.direction === 'under' ? 'price.under-cheapest' : 'price.over-cheapest', { percent });
  return { long, short: '', stays: false };
}

function formatSignedDifference({ percent, direction }: WorthDifference, language: Language): string {
  return direction === 'at' ? '' : formatSignedPercent(direction === 'under' ? -percent : percent, language);
}
