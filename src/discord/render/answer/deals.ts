import { type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { diamonds, each, price, whole } from '../../../language/number.ts';
import type { Deals, ShownDeal } from '../../../market/deals/deals.ts';
import type { Spread } from '../../../market/deals/spreads.ts';
import { countWithin } from '../../../market/item/contents.ts';
import type { Identity } from '../../../market/item/item.ts';
import type { NoWorth } from '../../../market/prices/worth.ts';
import type { Filter } from '../../../market/search/filter.ts';
import { distanceTo } from '../../../market/search/match.ts';
import type { Icons } from '../../../ports/icons.ts';
import { button } from '../layout/button.ts';
import { itemThumbnail } from '../layout/item-thumbnail.ts';
import { card, type Layout, pictured, row, separator, text } from '../layout/layout.ts';
import { type Paging, pageButtons, pageMenu } from '../layout/page-controls.ts';
import { COLOURS } from '../layout/theme.ts';
import { andMore } from '../words/and-more.ts';
import { describeFilters, describeItem } from '../words/describe.ts';
import { asMarkdown, sayOffer } from '../words/format-offer.ts';
import { sayStanding } from '../words/format-standing.ts';
import { formatNoWorth } from '../words/format-worth.ts';
import { itemId, itemValue } from '../words/item-id.ts';
import { nameOfIdentity, nameOfItem } from '../words/item-name.ts';
import { placeFirst, placeWithin } from '../words/place.ts';
import { clean, fitList, safe } from '../words/text.ts';

const A_PAGE = 6;
/** So many deals and spreads are looked for. */
export const MOST_DEALS = 150;
export const MOST_SPREADS = 100;
const NAME_LENGTH = 60;
const LIST_CHARACTERS = 3_000;
const FILTER_CHARACTERS = 500;

interface Answer {
  readonly filter: Filter;
  /** From 0; beyond the last it is the last. */
  readonly page: number;
  /** The key of the kept query; null: it could not be kept, so that there are no buttons. */
  readonly key: string | null;
  readonly known: WorthCoverage;
  readonly freshness: string;
  readonly icons: Icons;
  readonly language: Language;
}

/** How many items with a worth an answer is about; where it is about one item that has none, why. */
export interface WorthCoverage {
  readonly items: number;
  readonly why: NoWorth | null;
}

/** The answer of `/deals`: a page of them. */
export function renderDeals(answer: Answer & { readonly deals: Deals; readonly discount: number }): Layout {
  const { deals, discount, language } = answer;
  const percent = whole(discount, language);
  const listed = deals.shown.reduce((sum, { more }) => sum + 1 + more, 0);
  const entries = deals.shown.map((deal) => ({ identity: deal.identity, format: () => formatDeal(deal, answer) }));
  const more = deals.total - listed;
  return renderList(answer, {
    what: language.say('deals.under', { percent }),
    none: language.say('deals.none', { percent }),
    entries,
    beyond: more > 0 ? [andMore(language)(more)] : [],
  });
}

/** The answer of `/deals` with `spreads`: a page of them. */
export function renderSpreads(answer: Answer & { readonly spreads: readonly Spread[] }): Layout {
  const { spreads, language } = answer;
  const entries = spreads.map((spread) => ({
    identity: spread.identity,
    format: () => formatSpread(spread, language),
  }));
  return renderList(answer, {
    what: language.say('deals.buy-and-sell'),
    none: language.say('deals.no-spread'),
    entries,
    beyond: spreads.length === 0 ? [] : [`-# ${language.say('deals.ask-first')}`],
  });
}

interface Entry {
  readonly identity: Identity;
  readonly format: () => string;
}

/** `beyond`: what stands beneath the last page. */
interface List {
  readonly what: string;
  readonly none: string;
  readonly entries: readonly Entry[];
  readonly beyond: readonly string[];
}

function renderList(answer: Answer, { what, none, entries, beyond }: List): Layout {
  const { filter, key, freshness, icons, language } = answer;
  const pages = Math.max(1, Math.ceil(entries.length / A_PAGE));
  const page = Math.min(Math.max(0, answer.page), pages - 1);
  const paging = { page, pages, entries: entries.length, aPage: A_PAGE };
  const first = page * A_PAGE;
  const shown = entries.slice(first, first + A_PAGE);
  const lines = shown.map(({ format }, at) => `\`${first + at + 1}\` ${format()}`);
  const numbers = { page: whole(page + 1, language), pages: whole(pages, language) };
  return card(
    shown.length > 0 ? COLOURS.good : COLOURS.neutral,
    pictured(
      formatHeading(what, filter, language),
      filter.item ? itemThumbnail(icons, filter.item.type, language) : null,
    ),
    separator(),
    text(
      shown.length > 0 ? fitList(lines, LIST_CHARACTERS, andMore(language)) : formatNone(none, answer.known, language),
    ),
    text(...(page === pages - 1 ? beyond : [])),
    ...(key === null ? [] : controls(answer, key, shown, paging)),
    text(pages > 1 && `-# ${language.say('shop.page', numbers)}`, freshness),
  );
}

function formatHeading(what: string, filter: Filter, language: Language): string {
  const filters = describeFilters(filter, language, FILTER_CHARACTERS);
  const heading = filter.item ? describeItem(filter.item, language) : language.say('deals.title');
  return [`### ${heading}`, what, ...(filters === '' ? [] : [`-# ${filters}`])].join('\n');
}

function formatNone(nothing: string, { items, why }: WorthCoverage, language: Language): string {
  if (why !== null) return formatNoWorth(why, language);
  if (items === 0) return language.say('deals.no-worths');
  return items === 1 ? nothing : `${nothing} ${language.say('deals.among', { n: items })}`;
}

function controls({ filter, language }: Answer, key: string, shown: readonly Entry[], paging: Paging) {
  const { item } = filter;
  const menu = item === undefined ? watchMenu(key, shown, language) : null;
  const jump = pageMenu(`deals:jump:${key}`, paging, language);
  const shops = item === undefined ? null : itemId('shop:item', item);
  return [
    ...(menu === null ? [] : [row(menu)]),
    ...(jump === null ? [] : [row(jump)]),
    row(
      ...pageButtons(`deals:page:${key}`, paging, language),
      ...(item ? [button(language.say('shop.watch'), `shop:watch:${key}`)] : []),
      ...(shops !== null ? [button(language.say('price.show-shops'), shops)] : []),
    ),
  ];
}

/** The items of the page, each once. */
function watchMenu(key: string, shown: readonly Entry[], language: Language): APIStringSelectComponent | null {
  const items = new Map(shown.map(({ identity }) => [identity.key, identity]));
  const options = [...items.values()].flatMap((identity) => {
    const value = itemValue(identity);
    return value === null ? [] : [{ value, label: clean(nameOfIdentity(identity, language), 100) }];
  });
  if (options.length === 0) return null;
  const placeholder = language.say('deals.watch');
  return { type: ComponentType.StringSelect, custom_id: `deals:watch:${key}`, placeholder, options };
}

/** What at which price; and where, how much of it, and what it saves. */
function formatDeal(deal: ShownDeal, { filter, language }: Answer): string {
  const { shop, unitPrice, worth, items, saving, estimated, contained, more } = deal;
  const name = safe(contained ? nameOfIdentity(deal.identity, language) : nameOfItem(shop.item, language), NAME_LENGTH);
  const inside = contained ? { held: countWithin(shop.item, deal.identity) ?? 0, unitPrice } : null;
  const offer = [
    `**${name}**`,
    asMarkdown(sayOffer(shop, inside, language)),
    ...standingOf(unitPrice, worth, language),
    ...(contained
      ? [language.say('offer.in-container', { container: safe(nameOfItem(shop.item, language), 40) })]
      : []),
  ];
  const saved = { count: whole(items, language), diamonds: diamonds(saving, language) };
  const distance = distanceTo(filter, shop.location);
  const facts = [
    placeFirst(shop, language),
    ...(distance === null ? [] : [language.say('offer.blocks-away', { n: Math.round(distance) })]),
    language.say(estimated ? 'deals.about-to-buy' : 'deals.to-buy', saved),
    ...(more > 0 ? [language.say('deals.more-of-it', { n: more })] : []),
  ];
  return `${offer.join(' · ')}\n-# ${facts.join(' · ')}`;
}

/** What it leaves; and where to buy and where to sell. */
function formatSpread(spread: Spread, language: Language): string {
  const { ask, bid, worth, distance, distanceToAsk, estimated } = spread;
  const numbers = {
    bought: whole(spread.bought, language),
    paid: diamonds(spread.paid, language),
    sold: whole(spread.sold, language),
    received: diamonds(spread.received, language),
  };
  const offer = [
    `**${safe(nameOfItem(ask.item, language), NAME_LENGTH)}**`,
    language.say('deals.profit', { diamonds: diamonds(spread.profit, language) }),
    language.say(estimated ? 'deals.about-trade' : 'deals.trade', numbers),
  ];
  const facts = [
    placeFirst(ask, language),
    ...(distanceToAsk === null ? [] : [language.say('offer.blocks-away', { n: Math.round(distanceToAsk) })]),
  ];
  const there = [
    placeWithin(bid, language),
    ...(distance === null ? [] : [language.say('deals.apart', { n: Math.round(distance) })]),
    language.say('price.worth', { each: each(worth, language) }),
  ];
  return `${offer.join(' · ')}\n-# ${facts.join(' · ')} → ${there.join(' · ')}`;
}

function standingOf(unitPrice: number, worth: number, language: Language): string[] {
  const standing = sayStanding(unitPrice, worth, language);
  return standing === null ? [] : [language.say('standing.of', { standing, worth: price(worth, language) })];
}
