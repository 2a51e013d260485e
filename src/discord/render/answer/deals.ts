import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { price, whole } from '../../../language/number.ts';
import type { Deals, ShownDeal } from '../../../market/deals/deals.ts';
import type { Spread } from '../../../market/deals/spreads.ts';
import { displayName, labelOf } from '../../../market/item/label.ts';
import type { NoWorth } from '../../../market/prices/worth.ts';
import type { Filter } from '../../../market/search/filter.ts';
import { distanceTo } from '../../../market/search/match.ts';
import { formatPlace, formatRoom } from '../alert/format-shop.ts';
import { describeFilter, describeItem } from '../words/describe.ts';
import { formatNoWorth } from '../words/format-worth.ts';
import { bundleOf } from '../words/found-inside.ts';
import { clip, count, fitList, safe } from '../words/text.ts';

export const SHOWN = 8;
/** So many spreads are looked for: more are counted than shown. */
export const MOST_SPREADS = 100;
const NAME_LENGTH = 70;
const CHARACTERS = 3_900;

interface Answer {
  readonly filter: Filter;
  readonly freshness: string;
  readonly language: Language;
}

/** How many items with a worth an answer is about; where it is about one item that has none, why. */
export interface WorthCoverage {
  readonly items: number;
  readonly why: NoWorth | null;
}

/** The answer of `/deals`. */
export function renderDeals(
  answer: Answer & { readonly deals: Deals; readonly discount: number; readonly known: WorthCoverage },
): { embeds: APIEmbed[] } {
  const { deals, discount, known, language } = answer;
  const { shown, total } = deals;
  const least = `${whole(discount, language)} %`;
  const none = formatNone(`Nothing is ${least} under its worth now`, known, language);
  const lines = shown.map((deal) => formatDeal(deal, answer));
  const leftAfter = (taken: number) => shown.slice(0, taken).reduce((left, { more }) => left - 1 - more, total);
  return page(`${least} or more under its worth`, total === 0 ? none : fitIn(lines, leftAfter, answer), answer);
}

/** The answer of `/deals` with `spreads`. */
export function renderSpreads(
  answer: Answer & { readonly spreads: readonly Spread[]; readonly known: WorthCoverage },
): {
  embeds: APIEmbed[];
} {
  const { spreads, known, language } = answer;
  const none = formatNone(
    'No buyer within reason pays more than a seller asks who has enough for them',
    known,
    language,
  );
  if (spreads.length === 0) return page('buy here, sell there', none, answer);
  const lines = spreads.slice(0, SHOWN).map((spread) => formatSpread(spread, language));
  const atLeast = spreads.length === MOST_SPREADS ? 'at least ' : '';
  const list = fitIn(lines, (taken) => spreads.length - taken, answer, atLeast);
  return page('buy here, sell there', `${list}\n-# Nobody tells how much a buyer takes or can pay: ask first.`, answer);
}

/** As many of the lines as there is room for, and how many there are besides: `leftAfter` so many of them. */
function fitIn(
  lines: readonly string[],
  leftAfter: (taken: number) => number,
  { freshness, language }: Answer,
  atLeast = '',
): string {
  const beyond = leftAfter(lines.length);
  const more = (left: number) => `… and ${atLeast}${whole(leftAfter(lines.length + beyond - left), language)} more`;
  return fitList(lines, CHARACTERS - freshness.length, more, beyond);
}

function page(title: string, list: string, { filter, freshness, language }: Answer) {
  const filters = describeFilter(filter, language);
  const what = filter.item ? describeItem(filter.item, language) : filters.length > 0 ? 'Everything' : null;
  const heading = what === null ? capital(title) : `${[what, ...filters].join(', ')}: ${title}`;
  return { embeds: [{ title: clip(heading, 256), description: `${list}\n${freshness}`, color: 0x3ba55d }] };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function formatNone(nothing: string, { items, why }: WorthCoverage, language: Language): string {
  if (why !== null) return `It has no worth. ${formatNoWorth(why, language)}.`;
  if (items > 0) return `${nothing}${items > 1 ? `, among ${count(items, 'item', language.tag)} with a worth` : ''}.`;
  return 'No item has a worth yet: a worth takes 5 purchases from 3 sellers within 30 days.';
}

function formatDeal(deal: ShownDeal, { filter, language }: Answer): string {
  const { shop, unitPrice, worth, percent, items, saving, estimated, contained, more } = deal;
  const name = safe(contained ? labelOf(deal.identity) : displayName(shop.item), NAME_LENGTH);
  const where = contained ? `, in ${safe(displayName(shop.item), 40)}` : '';
  const basis = `${whole(Math.floor(percent), language)} % under ${price(worth, language)}`;
  const stock = `${estimated ? 'about ' : ''}${whole(items, language)} to be had, saves ${price(round(saving), language)} in all`;
  return [
    `**${name}** ${unitPrice === 0 ? 'for **0**' : `at **${price(unitPrice, language)}** each`}${where} · ${basis}`,
    `${bundleOf(shop, contained ? deal.identity : null, language)} · ${stock}`,
    `${formatPlace(shop, shop.location)}${formatDistance(distanceTo(filter, shop.location), language)}`,
    ...(more > 0 ? [`-# … and ${whole(more, language)} more of ${safe(labelOf(deal.identity), NAME_LENGTH)}`] : []),
  ].join('\n');
}

function formatSpread(spread: Spread, language: Language): string {
  const { ask, bid, worth, bought, paid, sold, received, profit, distance, distanceToAsk, estimated } = spread;
  const apart = distance === null ? '' : `, ${whole(distance, language)} blocks away`;
  return [
    `**${safe(displayName(ask.item), NAME_LENGTH)}**: **${price(round(profit), language)}** profit · worth ${price(worth, language)}`,
    `Buy ${estimated ? 'about ' : ''}${whole(bought, language)} for ${price(paid, language)} · ${formatPlace(ask, ask.location)}${formatDistance(distanceToAsk, language)}`,
    `Sell ${whole(sold, language)} for ${price(received, language)}${apart}${formatRoom(bid, bid.remaining, language)} · ${formatPlace(bid, bid.location)}`,
  ].join('\n');
}

function formatDistance(blocks: number | null, language: Language): string {
  return blocks === null ? '' : ` · ${whole(blocks, language)} blocks from you`;
}

/** Sums of unit prices carry dust of binary fractions. */
function round(diamonds: number): number {
  return Math.round(diamonds * 100) / 100;
}
