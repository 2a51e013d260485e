import type { APIEmbed } from 'discord.js';
import type { Identity, ItemChoice } from '../../market/item.ts';
import { labelOf } from '../../market/label.ts';
import type { Summary } from '../../market/prices.ts';
import type { Quote } from '../../market/quotes.ts';
import type { Outage } from '../../ports/journal.ts';
import { describeItem } from './describe.ts';
import { sayOutages, tellable } from './freshness.ts';
import { bundle, price, whole } from './number.ts';
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
  /** The other variants of the type with their best ask, unit price. */
  readonly variants: readonly { readonly identity: Identity; readonly unitPrice: number }[];
  readonly outages: readonly Outage[];
  readonly freshness: string;
  readonly locale: string;
}

const VARIANTS = 8;
const OUTAGES = 3;

/** The answer of `/price`: asked and paid apart. */
export function renderPrice(answer: PriceAnswer): { embeds: APIEmbed[] } {
  const { item, ask, bid, days, trades, auctions, locale } = answer;
  const fields = [
    { name: 'Cheapest to buy', value: sayQuote(ask, 'No shop sells it now', 'sell', locale) },
    { name: 'Best to sell', value: sayQuote(bid, 'No shop buys it now', 'buy', locale) },
    { name: `Paid in shops, ${count(days, 'day', locale)}`, value: saySummary(trades, 'trade', locale) },
    { name: `Auctions, ${count(days, 'day', locale)}`, value: saySummary(auctions, 'auction', locale) },
    ...variantsField(answer),
  ];
  return {
    embeds: [{ title: `Price of ${describeItem(item)}`, fields, description: notes(answer), color: 0xe0a526 }],
  };
}

function sayQuote(quote: Quote | null, none: string, verb: string, locale: string): string {
  if (!quote) return none;
  const { shop, remaining, shops } = quote;
  const unit = price(shop.price / shop.item.quantity, locale);
  const stock = shop.side === 'ask' ? ` · ${whole(remaining, locale)} in stock` : '';
  const others = shops === 1 ? `1 shop ${verb}s it` : `${count(shops, 'shop', locale)} ${verb} it`;
  return `**${unit}** each · ${bundle(shop.item.quantity, shop.price, locale)}${stock} · ${others}\n${sayPlace(shop, shop.location)}`;
}

function saySummary(summary: Summary | null, noun: string, locale: string): string {
  if (!summary) return `No ${noun} seen`;
  const { median, p10, p90, volume, trades, shops, lastAt } = summary;
  const range = trades > 1 ? ` (most between ${price(p10, locale)} and ${price(p90, locale)})` : '';
  const where = noun === 'trade' && shops > 0 ? ` in ${count(shops, 'known shop', locale)}` : '';
  return `Median **${price(median, locale)}** each${range}\n${count(trades, noun, locale)}${where} · ${count(volume, 'item', locale)} · last ${stamp(lastAt)}`;
}

function variantsField({ variants, locale }: PriceAnswer) {
  if (variants.length === 0) return [];
  const lines = variants
    .slice(0, VARIANTS)
    .map(({ identity, unitPrice }) => `${safe(labelOf(identity), 70)}: **${price(unitPrice, locale)}**`);
  if (variants.length > VARIANTS) lines.push(`… and ${count(variants.length - VARIANTS, 'more variant', locale)}`);
  return [{ name: 'Other variants, cheapest now', value: fitLines(lines, 1_024) }];
}

function notes({ trades, auctions, outages, freshness }: PriceAnswer): string {
  const lost = tellable(outages);
  const few = (trades?.trades ?? 0) + (auctions?.trades ?? 0) < 5 ? ['-# Too few trades to say what it is worth'] : [];
  const gaps =
    lost.length === 0
      ? []
      : [`-# Stream down ${sayOutages(lost, OUTAGES).join(', ')}: trades in that time are unknown`];
  return [freshness, ...few, ...gaps].join('\n');
}
