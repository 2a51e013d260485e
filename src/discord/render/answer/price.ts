import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { bundle, price, whole } from '../../../language/number.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { displayName, labelOf } from '../../../market/item/label.ts';
import type { Quote } from '../../../market/prices/quotes.ts';
import { standing } from '../../../market/prices/standing.ts';
import { FEW_TRADES, type Summary } from '../../../market/prices/summary.ts';
import type { PriceFacts, VariantQuotes } from '../../../ports/price-facts.ts';
import { PICTURE_URL } from '../../chart/picture/picture-name.ts';
import { formatPlace, formatRoom } from '../alert/format-shop.ts';
import { describeItem } from '../words/describe.ts';
import { formatWorth } from '../words/format-worth.ts';
import { containerBundle } from '../words/found-inside.ts';
import { formatOutages, withoutStartMoments } from '../words/freshness.ts';
import { count, fitLines, safe, stamp, stampLately } from '../words/text.ts';
import { priceButtons } from './price-buttons.ts';

/** What is known of an item over so many days. */
export interface PriceAnswer extends Omit<PriceFacts, 'since' | 'points' | 'asks'>, VariantQuotes {
  readonly item: ItemChoice;
  readonly days: number;
  readonly freshness: string;
  readonly hasPicture: boolean;
  /** Whether a list of shops is in at all. */
  readonly hasShops: boolean;
  readonly language: Language;
}

const UNKNOWN = 'Not known yet: the list of shops is not in';
const LISTED = 8;
const OUTAGES = 3;

/** The answer of `/price`: asked and paid apart, and what players paid from what they were paid. */
export function renderPrice(answer: PriceAnswer) {
  const { item, ask, bid, days, purchases, sales, auctions, hasShops, language } = answer;
  const span = count(days, 'day', language.tag);
  // Of a type that is sold filled, the empty one stands here.
  const what = answer.boxes && answer.boxes.quotes.length + answer.boxes.mixed > 0 ? 'an empty one' : 'it';
  const none = answer.isSoldOut ? 'Probably out of stock: the last seems to be sold' : `No shop sells ${what} now`;
  const fields = [
    { name: 'Worth', value: formatWorth(answer.worth, language) },
    { name: 'Cheapest to buy', value: formatQuote(ask, hasShops ? none : UNKNOWN, 'sell', language) },
    ...fullField(answer),
    {
      name: 'Best to sell',
      value: `${formatQuote(bid, hasShops ? `No shop buys ${what} now` : UNKNOWN, 'buy', language)}${formatUnpriced(answer)}`,
    },
    {
      name: `Players paid shops, ${span}`,
      value: `${formatSummary(purchases, 'purchase', language)}${formatTrend(answer)}`,
    },
    { name: `Shops paid players, ${span}`, value: formatSummary(sales, 'sale', language) },
    { name: `Auctions, ${span}`, value: formatSummary(auctions, 'auction', language) },
    ...boxesField(answer),
    ...variantsField(answer),
  ];
  const embed: APIEmbed = {
    title: `Price of ${describeItem(item, language)}`,
    fields,
    description: notes(answer),
    color: 0xe0a526,
    ...(answer.hasPicture && { image: { url: PICTURE_URL } }),
  };
  return { embeds: [embed], components: priceButtons(item, days) };
}

function formatQuote(quote: Quote | null, none: string, verb: string, language: Language): string {
  if (!quote) return none;
  const { shop, remaining, estimated, shops } = quote;
  const unit = price(shop.price / shop.item.quantity, language);
  const inStock = ` · ${estimated ? 'about ' : ''}${whole(remaining, language)} in stock`;
  const stock = shop.side === 'ask' ? inStock : formatRoom(shop, remaining, language);
  const others = shops === 1 ? `1 shop ${verb}s it` : `${count(shops, 'shop', language.tag)} ${verb} it`;
  return `**${unit}** each · ${bundle(shop.item.quantity, shop.price, language)}${stock} · ${others}\n${formatPlace(shop, shop.location)}`;
}

/** `/shop` lists them too, with their prices. */
function formatUnpriced({ unpricedBids: shops, bid, language }: PriceAnswer): string {
  if (shops === 0) return '';
  return `\n${count(shops, bid === null ? 'shop' : 'more shop', language.tag)} may buy it: nobody knows which variant`;
}

function formatSummary(summary: Summary | null, noun: string, language: Language): string {
  if (!summary) return `No ${noun} seen`;
  const { median, volume, trades, shops, lastAt } = summary;
  const where = shops > 0 ? ` at ${count(shops, 'place', language.tag)}` : '';
  return `Median **${price(median, language)}** each${formatRange(summary, language)}\n${count(trades, noun, language.tag)}${where} · ${count(volume, 'item', language.tag)} · last ${stamp(lastAt)}`;
}

function formatRange({ p10, p90, trades }: Summary, language: Language): string {
  if (p10 === p90) return '';
  const [low, high] = [price(p10, language), price(p90, language)];
  return trades < FEW_TRADES ? ` (from ${low} to ${high})` : ` (most between ${low} and ${high})`;
}

/** The median against that of the period before, where both have enough trades to compare. */
function formatTrend({ purchases, medianBefore, days, language }: PriceAnswer): string {
  if (purchases === null || medianBefore === null || purchases.trades < FEW_TRADES) return '';
  const against = standing(purchases.median, medianBefore);
  if (against === null) return '';
  const before = `the ${days === 1 ? 'day' : count(days, 'day', language.tag)} before (${price(medianBefore, language)})`;
  if (against.direction === 'at') return `\nHardly changed from ${before}`;
  const words = against.direction === 'under' ? 'less' : 'more';
  return `\n${whole(against.percent, language)} % ${words} than in ${before}`;
}

/** Containers stand apart from shops of the item itself. */
function fullField({ full, language }: PriceAnswer) {
  if (!full) return [];
  const { shop, unitPrice, shops } = full;
  const others = `${count(shops, 'shop', language.tag)} ${shops === 1 ? 'sells' : 'sell'} it so`;
  const box = `in ${safe(displayName(shop.item), 60)} · ${containerBundle(shop, full.count, language)}`;
  const value = `**${price(unitPrice, language)}** each ${box} · ${others}\n${formatPlace(shop, shop.location)}`;
  return [{ name: 'In containers', value }];
}

function boxesField({ boxes, language }: PriceAnswer) {
  if (!boxes || (boxes.quotes.length === 0 && boxes.mixed === 0)) return [];
  const lines = boxes.quotes
    .slice(0, LISTED)
    .map(
      ({ identity, unitPrice, shops }) =>
        `${safe(labelOf(identity), 70)}: **${price(unitPrice, language)}** each · ${count(shops, 'shop', language.tag)}`,
    );
  const more = boxes.quotes.length - LISTED;
  if (more > 0) lines.push(`… and ${count(more, 'more content', language.tag)}`);
  if (boxes.mixed > 0)
    lines.push(`${count(boxes.mixed, 'shop', language.tag)} with mixed contents, which have no price each`);
  return [{ name: 'Filled, by what is in it', value: fitLines(lines, 1_024) }];
}

function variantsField({ variants, language }: PriceAnswer) {
  if (variants.length === 0) return [];
  const lines = variants
    .slice(0, LISTED)
    .map(({ identity, unitPrice }) => `${safe(labelOf(identity), 70)}: **${price(unitPrice, language)}**`);
  if (variants.length > LISTED) lines.push(`… and ${count(variants.length - LISTED, 'more variant', language.tag)}`);
  return [{ name: 'Other variants, cheapest now', value: fitLines(lines, 1_024) }];
}

/** An outage that goes on is told with the freshness. */
function notes({ outages, knownSince, hasEarlierTrades, freshness, now }: PriceAnswer): string {
  const over = formatOutages(
    withoutStartMoments(outages).filter(({ until }) => until !== null),
    OUTAGES,
    now,
  );
  const gaps = over.length > 0 ? [`-# Stream down ${over.join(', ')}: trades in that time are unknown`] : [];
  const earlier = hasEarlierTrades ? 'may be missing' : 'are unknown';
  const came =
    knownSince === null
      ? []
      : [`-# Crier has watched since ${stampLately(knownSince, now)}: earlier trades ${earlier}`];
  return [freshness, ...gaps, ...came].join('\n');
}
