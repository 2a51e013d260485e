import type { APIEmbed } from 'discord.js';
import type { ContainerQuote } from '../../market/container-quotes.ts';
import type { Identity, ItemChoice } from '../../market/item.ts';
import { labelOf } from '../../market/label.ts';
import type { Summary } from '../../market/prices.ts';
import type { Quote } from '../../market/quotes.ts';
import { standing } from '../../market/standing.ts';
import type { NoWorth, Worth } from '../../market/worth.ts';
import type { Outage } from '../../ports/journal.ts';
import { PICTURE_URL } from '../chart/picture-name.ts';
import { describeItem } from './describe.ts';
import { sayOutages } from './freshness.ts';
import { bundle, price, whole } from './number.ts';
import { priceButtons } from './price-buttons.ts';
import { sayPlace } from './say-shop.ts';
import { count, fitLines, safe, stamp } from './text.ts';

export interface PriceAnswer {
  readonly item: ItemChoice;
  readonly ask: Quote | null;
  readonly bid: Quote | null;
  readonly days: number;
  /** Shop transactions and auctions of the days; null: none. */
  readonly trades: Summary | null;
  readonly auctions: Summary | null;
  /** Of the transactions of as many days before. */
  readonly medianBefore: number | null;
  readonly worth: Worth | NoWorth;
  /** What filled containers of the type cost by their content; null: not asked. */
  readonly boxes: { readonly quotes: readonly ContainerQuote[]; readonly mixed: number } | null;
  /** The other variants of the type with their best ask, unit price. */
  readonly variants: readonly { readonly identity: Identity; readonly unitPrice: number }[];
  /** Those worth telling. */
  readonly outages: readonly Outage[];
  readonly freshness: string;
  readonly hasPicture: boolean;
  /** Whether a list of shops is in at all. */
  readonly hasShops: boolean;
  readonly locale: string;
}

const UNKNOWN = 'Not known yet: the list of shops is not in';
const LISTED = 8;
const OUTAGES = 3;

/** The answer of `/price`: asked and paid apart. */
export function renderPrice(answer: PriceAnswer) {
  const { item, ask, bid, days, trades, auctions, hasShops, locale } = answer;
  const span = count(days, 'day', locale);
  const fields = [
    { name: 'Worth', value: sayWorth(answer.worth, locale) },
    { name: 'Cheapest to buy', value: sayQuote(ask, hasShops ? 'No shop sells it now' : UNKNOWN, 'sell', locale) },
    { name: 'Best to sell', value: sayQuote(bid, hasShops ? 'No shop buys it now' : UNKNOWN, 'buy', locale) },
    { name: `Paid in shops, ${span}`, value: `${saySummary(trades, 'trade', locale)}${sayTrend(answer, span)}` },
    { name: `Auctions, ${span}`, value: saySummary(auctions, 'auction', locale) },
    ...boxesField(answer),
    ...variantsField(answer),
  ];
  const embed: APIEmbed = {
    title: `Price of ${describeItem(item)}`,
    fields,
    description: notes(answer),
    color: 0xe0a526,
    ...(answer.hasPicture && { image: { url: PICTURE_URL } }),
  };
  return { embeds: [embed], components: priceButtons(item, days) };
}

/** A worth with what it rests on; or why there is none. Shops of one owner, or within 16 blocks, are one seller. */
function sayWorth(worth: Worth | NoWorth, locale: string): string {
  if (worth.worth === null) return NO_WORTH[worth.why];
  const { trades, voices, setAside } = worth;
  const aside = setAside > 0 ? ` · ${whole(setAside, locale)} far off, left out` : '';
  const sellers = `${count(voices, 'independent seller', locale)}, one vote each`;
  return `**${price(worth.worth, locale)}** each · by ${sellers} · ${count(trades, 'trade', locale)}${aside}`;
}

const NO_WORTH: Record<NoWorth['why'], string> = {
  'few-trades': 'Too few trades at shops to say: it takes five',
  'few-voices': 'Too few sellers to say: it takes three (shops of one owner, or near each other, count as one)',
  scattered: 'Sellers are too far apart to say',
};

function sayQuote(quote: Quote | null, none: string, verb: string, locale: string): string {
  if (!quote) return none;
  const { shop, remaining, estimated, shops } = quote;
  const unit = price(shop.price / shop.item.quantity, locale);
  const stock = shop.side === 'ask' ? ` · ${estimated ? 'about ' : ''}${whole(remaining, locale)} in stock` : '';
  const others = shops === 1 ? `1 shop ${verb}s it` : `${count(shops, 'shop', locale)} ${verb} it`;
  return `**${unit}** each · ${bundle(shop.item.quantity, shop.price, locale)}${stock} · ${others}\n${sayPlace(shop, shop.location)}`;
}

function saySummary(summary: Summary | null, noun: string, locale: string): string {
  if (!summary) return `No ${noun} seen`;
  const { median, p10, p90, volume, trades, shops, lastAt } = summary;
  const range = p10 === p90 ? '' : ` (most between ${price(p10, locale)} and ${price(p90, locale)})`;
  const where = noun === 'trade' && shops > 0 ? ` at ${count(shops, 'place', locale)}` : '';
  return `Median **${price(median, locale)}** each${range}\n${count(trades, noun, locale)}${where} · ${count(volume, 'item', locale)} · last ${stamp(lastAt)}`;
}

/** The median against that of the period before. */
function sayTrend({ trades, medianBefore, locale }: PriceAnswer, span: string): string {
  const against = trades === null || medianBefore === null ? null : standing(trades.median, medianBefore);
  if (medianBefore === null || against === null) return '';
  const words = { under: 'less than', over: 'more than', at: 'the same as' }[against.direction];
  const percent = against.direction === 'at' ? '' : `${whole(against.percent, locale)} % `;
  return `\n${percent}${words} in the ${span} before (${price(medianBefore, locale)})`;
}

function boxesField({ boxes, locale }: PriceAnswer) {
  if (!boxes || (boxes.quotes.length === 0 && boxes.mixed === 0)) return [];
  const lines = boxes.quotes
    .slice(0, LISTED)
    .map(
      ({ identity, unitPrice, shops }) =>
        `${safe(labelOf(identity), 70)}: **${price(unitPrice, locale)}** each · ${count(shops, 'shop', locale)}`,
    );
  const more = boxes.quotes.length - LISTED;
  if (more > 0) lines.push(`… and ${count(more, 'more content', locale)}`);
  if (boxes.mixed > 0)
    lines.push(`${count(boxes.mixed, 'shop', locale)} with mixed contents, which have no price each`);
  return [{ name: 'Filled, by what is in it', value: fitLines(lines, 1_024) }];
}

function variantsField({ variants, locale }: PriceAnswer) {
  if (variants.length === 0) return [];
  const lines = variants
    .slice(0, LISTED)
    .map(({ identity, unitPrice }) => `${safe(labelOf(identity), 70)}: **${price(unitPrice, locale)}**`);
  if (variants.length > LISTED) lines.push(`… and ${count(variants.length - LISTED, 'more variant', locale)}`);
  return [{ name: 'Other variants, cheapest now', value: fitLines(lines, 1_024) }];
}

function notes({ outages, freshness }: PriceAnswer): string {
  if (outages.length === 0) return freshness;
  return `${freshness}\n-# Stream down ${sayOutages(outages, OUTAGES).join(', ')}: trades in that time are unknown`;
}
