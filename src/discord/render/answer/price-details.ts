import type { APIComponentInContainer } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatPrice, formatWhole, pricesApart } from '../../../language/number.ts';
import type { Quote } from '../../../market/prices/quotes.ts';
import { FEW_TRADES, type TradeSummary } from '../../../market/prices/summary.ts';
import { differenceFromWorth } from '../../../market/prices/worth.ts';
import { separator, text } from '../layout.ts';
import {
  asMarkdown,
  formatBasis,
  formatInStock,
  type OfferListFormat,
  placeFirst,
  sayOffer,
} from '../words/format-offer.ts';
import { formatLandmark } from '../words/format-place.ts';
import { nameOfIdentity, nameOfItem } from '../words/names.ts';
import { fitLines, safe, stamp } from '../words/text.ts';
import { OFFER_IN_DIAMONDS, type PriceAnswer } from './price-answer.ts';

/** Limits the lines of each list, so that the details stay within one and a half screens of a phone. */
const MOST_LISTED_LINES = 3;
const DETAIL_LINES_CHARACTERS = 400;

export function renderDetails(answer: PriceAnswer): (APIComponentInContainer | null)[] {
  return [
    separator(),
    text(...formatQuotes(answer)),
    text(formatHistory(answer)),
    text(...explainWorth(answer)),
    text(...formatFilled(answer), ...formatVariants(answer)),
  ];
}

function formatQuotes(answer: PriceAnswer): string[] {
  const { ask, bid, unpricedBids: n, hasShops, language } = answer;
  if (!hasShops) return [];
  return [
    ...(ask === null ? [] : [formatQuote(language.say('price.buy-at'), ask, language)]),
    ...(bid === null ? [] : [formatQuote(language.say('price.sell-at'), bid, language)]),
    ...(n === 0 ? [] : [language.say('price.unpriced', { n })]),
    ...formatFull(answer),
  ];
}

/** Formats a full offer with its stock and place. The headline may lack the unit price. */
function formatQuote(heading: string, { shop, remaining, estimated }: Quote, language: Language): string {
  const offer = asMarkdown(sayOffer(shop, null, language, OFFER_IN_DIAMONDS));
  const stock = shop.side === 'ask' ? [formatInStock(remaining, estimated, language)] : [];
  const facts = [...stock, placeFirst(shop, language), ...formatLandmark(shop.location, language)].join(' · ');
  return `${heading} · ${offer}\n-# ${facts}`;
}

/** Formats the best offer in a container, separate from shops of the item itself. */
function formatFull({ full, language }: PriceAnswer): string[] {
  if (!full) return [];
  const { shop, unitPrice, count } = full;
  const facts = [
    language.say('price.in-containers'),
    asMarkdown(sayOffer(shop, { held: count, unitPrice }, language, OFFER_IN_DIAMONDS)),
    language.say('offer.in-container', { container: safe(nameOfItem(shop.item, language), 60) }),
  ];
  const place = [placeFirst(shop, language), ...formatLandmark(shop.location, language)].join(' · ');
  return [`${facts.join(' · ')}\n-# ${place}`];
}

/** Explains how worth, median and auctions differ, and formats the data behind the worth. */
function explainWorth({ worth, language }: PriceAnswer): string[] {
  const basis = worth.worth === null ? [] : [formatBasis(worth, language)];
  return [language.say('price.explained'), ...basis].map((line) => `-# ${line}`);
}

function formatFilled({ boxes, language }: PriceAnswer): string[] {
  if (!boxes || (boxes.quotes.length === 0 && boxes.mixed === 0)) return [];
  const list = listFormat(boxes.quotes, language);
  const lines = boxes.quotes.map(({ identity, shop, unitPrice, count, shops }) => {
    const offer = asMarkdown(sayOffer(shop, { held: count, unitPrice }, language, list));
    return `${safe(nameOfIdentity(identity, language), 70)} · ${offer} · ${language.say('common.shops', { n: shops })}`;
  });
  const mixed = boxes.mixed > 0 ? [language.say('price.mixed', { n: boxes.mixed })] : [];
  return [language.say('price.filled'), ...listed(lines, language), ...mixed];
}

function formatVariants({ variants, language }: PriceAnswer): string[] {
  if (variants.length === 0) return [];
  const list = listFormat(variants, language);
  const lines = variants.map(({ identity, shop }) => {
    return `${safe(nameOfIdentity(identity, language), 70)} · ${asMarkdown(sayOffer(shop, null, language, list))}`;
  });
  return [language.say('price.variants'), ...listed(lines, language)];
}

/** Returns the format of offers under a heading that names the unit. */
function listFormat(offers: readonly { readonly unitPrice: number }[], language: Language): OfferListFormat {
  const shown = offers.slice(0, MOST_LISTED_LINES).map(({ unitPrice }) => unitPrice);
  return { prices: pricesApart(shown, language), namesUnit: true };
}

/** Returns the first lines, and the number of further ones. */
function listed(lines: readonly string[], language: Language): string[] {
  const shown = fitLines(lines.slice(0, MOST_LISTED_LINES), DETAIL_LINES_CHARACTERS).split('\n');
  const more = lines.length - shown.length;
  if (lines.length === 0) return [];
  return more === 0 ? shown : [...shown, language.say('common.more', { count: formatWhole(more, language) })];
}

/** Sums up players' payments to shops, shops' payments to players, and auctions. */
function formatHistory(answer: PriceAnswer): string {
  const { days: n, purchases, sales, auctions, language } = answer;
  const trend = formatTrend(answer);
  return [
    formatTradesSummary('paid', n, purchases, language),
    ...(trend === null ? [] : [`-# ${trend}`]),
    formatTradesSummary('received', n, sales, language),
    formatTradesSummary('auctions', n, auctions, language),
  ].join('\n');
}

const TRADES_COUNTED = { paid: 'common.purchases', received: 'price.sales', auctions: 'price.auctioned' } as const;
const NO_TRADES = { paid: 'price.no-purchases', received: 'price.no-sales', auctions: 'price.no-auctions' } as const;

function formatTradesSummary(
  kind: keyof typeof TRADES_COUNTED,
  days: number,
  summary: TradeSummary | null,
  language: Language,
): string {
  if (!summary) return language.say(NO_TRADES[kind], { n: days });
  const { median, p10, p90, volume, trades, shops, lastAt } = summary;
  const apart = pricesApart([p10, median, p90], language);
  const facts = [
    language.say(TRADES_COUNTED[kind], { n: trades }),
    ...(shops > 0 ? [language.say('common.shops', { n: shops })] : []),
    language.say('common.items', { n: volume }),
    language.say('price.last', { when: stamp(lastAt) }),
  ];
  const middle = language.say('offer.unit', { price: `**${apart.get(median) ?? ''}**` });
  const prices = [language.say(`price.${kind}`, { n: days }), language.say('price.median', { each: middle })];
  return `${[...prices, ...formatRange(summary, apart, language)].join(' · ')}\n-# ${facts.join(' · ')}`;
}

function formatRange(
  { p10, p90, trades }: TradeSummary,
  apart: ReadonlyMap<number, string>,
  language: Language,
): string[] {
  if (p10 === p90) return [];
  const ends = { low: apart.get(p10) ?? '', high: apart.get(p90) ?? '' };
  return [language.say(trades < FEW_TRADES ? 'price.range-of-few' : 'price.range', ends)];
}

/** Compares the median to that of the previous period, or returns null if either has too few trades. */
function formatTrend({ purchases, medianBefore, days, language }: PriceAnswer): string | null {
  if (purchases === null || medianBefore === null || purchases.trades < FEW_TRADES) return null;
  const against = differenceFromWorth(purchases.median, medianBefore);
  if (against === null) return null;
  const before = { n: days, median: formatPrice(medianBefore, language) };
  if (against.direction === 'at') return language.say('price.same', before);
  const percent = formatWhole(against.percent, language);
  return language.say(against.direction === 'under' ? 'price.less' : 'price.more', { ...before, percent });
}
