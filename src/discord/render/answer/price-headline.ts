import type { Language } from '../../../language/language.ts';
import { each, whole } from '../../../language/number.ts';
import { countsForWorth } from '../../../market/item/item.ts';
import type { Quote } from '../../../market/prices/quotes.ts';
import { standing } from '../../../market/prices/standing.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import { asMarkdown, sayOffer } from '../words/format-offer.ts';
import { sayStanding } from '../words/format-standing.ts';
import { nameConditions } from '../words/item-name.ts';
import { safe } from '../words/text.ts';
import type { PriceAnswer } from './price-answer.ts';

const CONDITION_LENGTH = 60;

/** Worth, cheapest to buy and best to sell to, and how they stand to each other: a line each. */
export function formatHeadline(answer: PriceAnswer): string {
  const { worth, hasShops, language } = answer;
  const known =
    worth.worth === null
      ? language.say('price.no-worth')
      : language.say('price.worth', { each: each(worth.worth, language) });
  const shops = hasShops ? [formatCheapest(answer), formatBest(answer)] : [language.say('price.no-list')];
  return [known, ...shops].join('\n');
}

function formatCheapest(answer: PriceAnswer): string {
  const { ask, worth, language } = answer;
  if (ask === null) return language.say(noneSells(answer));
  const stands = worth.worth === null ? null : sayStanding(ask.unitPrice, worth.worth, language);
  const offer = language.say('price.cheapest', { offer: asMarkdown(sayOffer(ask.shop, null, language)) });
  return withStanding(offer, conditionOf(ask, language) ?? stands);
}

/** Of a type that is sold filled, the empty one is quoted. */
function noneSells({ isSoldOut, boxes }: PriceAnswer) {
  if (isSoldOut) return 'price.sold-out';
  return boxes !== null && boxes.quotes.length + boxes.mixed > 0 ? 'price.none-sells-empty' : 'price.none-sells';
}

function formatBest({ ask, bid, worth, language }: PriceAnswer): string {
  if (bid === null) return language.say('price.none-buys');
  const unitPrice = unitPriceOf(bid.shop);
  const stands =
    worth.worth === null ? againstCheapest(unitPrice, ask, language) : sayStanding(unitPrice, worth.worth, language);
  const offer = language.say('price.best', { offer: asMarkdown(sayOffer(bid.shop, null, language)) });
  return withStanding(offer, conditionOf(bid, language) ?? stands);
}

/**
 * `damaged`, or null for sound goods. Goods out of condition are priced otherwise, so that no comparison says anything.
 */
function conditionOf({ shop }: Quote, language: Language): string | null {
  const conditions = nameConditions(shop.item, language).map((condition) => safe(condition, CONDITION_LENGTH));
  return conditions.length === 0 ? null : conditions.join(' · ');
}

function withStanding(offer: string, standing: string | null): string {
  return standing === null ? offer : `${offer} · ${standing}`;
}

function againstCheapest(unitPrice: number, cheapest: Quote | null, language: Language): string | null {
  if (cheapest === null || !countsForWorth(cheapest.shop.item)) return null;
  const how = standing(unitPrice, cheapest.unitPrice);
  if (how === null) return null;
  if (how.direction === 'at') return language.say('price.at-cheapest');
  const percent = whole(how.percent, language);
  return language.say(how.direction === 'under' ? 'price.under-cheapest' : 'price.over-cheapest', { percent });
}
