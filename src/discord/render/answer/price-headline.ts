import type { Language } from '../../../language/language.ts';
import { price, signedPercent, whole } from '../../../language/number.ts';
import { countsForWorth } from '../../../market/item/item.ts';
import { isPlainChoice } from '../../../market/prices/kind-counts.ts';
import type { Quote } from '../../../market/prices/quotes.ts';
import { type Standing, standing } from '../../../market/prices/worth.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import { fitLine } from '../words/fit.ts';
import { sayOffer } from '../words/format-offer.ts';
import { isManyTimes, sayStanding } from '../words/format-worth.ts';
import { nameConditions } from '../words/item-name.ts';
import { safe } from '../words/text.ts';
import type { PriceAnswer } from './price-answer.ts';

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
