import { type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatGivenDiamonds, formatWhole } from '../../../language/number.ts';
import { DEFAULT_DEAL_TERMS, type DealTerms } from '../../../market/deals/deal.ts';
import type { DealOrder, Deals, ShownDeal } from '../../../market/deals/deals.ts';
import type { Spread } from '../../../market/deals/spreads.ts';
import type { Identity } from '../../../market/item/item.ts';
import type { NoWorth } from '../../../market/prices/worth.ts';
import type { Filter } from '../../../market/search/filter.ts';
import type { Shop } from '../../../market/shops/shop.ts';
import type { Icons } from '../../../ports/pictures.ts';
import { MENU_LABEL_CHARACTERS } from '../component-limits.ts';
import {
  button,
  COLOURS,
  card,
  itemId,
  itemThumbnail,
  itemValue,
  type Layout,
  mineButtons,
  type Paging,
  pageButtons,
  pageMenu,
  pictured,
  row,
  separator,
  text,
} from '../layout.ts';
import { describeFilters, describeItem, formatMeasuredFrom } from '../words/describe.ts';
import { formatNoWorth } from '../words/format-offer.ts';
import { nameOfIdentity } from '../words/names.ts';
import { andMore, clean, fitList } from '../words/text.ts';
import { dealRow, formatRows, type Row, spreadRow } from './deal-rows.ts';

export const DEALS_A_PAGE = 6;
export const MOST_LISTED_DEALS = 150;
export const MOST_LISTED_SPREADS = 100;
const DEAL_LIST_CHARACTERS = 3_000;
const DEAL_FILTER_CHARACTERS = 500;

interface DealListAnswer {
  readonly filter: Filter;
  /** The page from 0. Numbers beyond the last page mean the last. */
  readonly page: number;
  /** The key of the saved query, or null if it could not be saved and the answer has no buttons. */
  readonly key: string | null;
  readonly known: WorthCoverage;
  /** Others see the answer, so that it shows no distances from a home, but ways to see them alone. */
  readonly isPublic?: boolean;
  readonly freshness: string;
  readonly icons: Icons;
  readonly language: Language;
}

interface DealsAnswer extends DealListAnswer {
  readonly deals: Deals;
  readonly terms: DealTerms;
  readonly order: DealOrder;
  /** Weaker terms that find something while `terms` find nothing, or null. */
  readonly nearest: DealTerms | null;
  /** The number of days for which a shop's ask is the lowest, absent if it is not. */
  readonly lowest: ReadonlyMap<Shop, number>;
}

/** The number of items with a worth in an answer, and the reason if its only item has none, else null. */
export interface WorthCoverage {
  readonly items: number;
  readonly why: NoWorth | null;
}

/** Returns the deals of a page, from 0, or of the last page. */
export function dealsOn(page: number, { shown }: Deals): readonly ShownDeal[] {
  const first = dealPaging(shown.length, page).page * DEALS_A_PAGE;
  return shown.slice(first, first + DEALS_A_PAGE);
}

/** Renders a page of `/deals`. */
export function renderDeals(answer: DealsAnswer): Layout {
  const { deals, terms, nearest, key, language } = answer;
  const { shown } = deals;
  const listed = shown.reduce((sum, { more }) => sum + 1 + more, 0);
  const entries = shown.map((deal) => ({ identity: deal.identity, row: () => dealRow(deal, answer) }));
  const more = deals.total - listed;
  const percent = formatWhole(terms.discount, language);
  const isAsked = terms.minSaving !== DEFAULT_DEAL_TERMS.minSaving;
  const least = language.say('deals.at-least', { diamonds: formatGivenDiamonds(terms.minSaving, language) });
  const isSortable = key !== null && shown.length > 1;
  return renderList(answer, {
    what: [
      language.say('deals.under', { percent }),
      `-# ${[language.say('deals.counted'), ...(isAsked ? [least] : []), language.say('common.in-diamonds')].join(' · ')}`,
    ],
    none: formatNoDeals(answer, language),
    entries,
    beyond: more > 0 ? [andMore(language)(more)] : [],
    below: [],
    menus: isSortable ? [orderMenu(key, answer)] : [],
    buttons: [
      ...(key === null ? [] : [button(language.say('deals.tell'), `deals:tell:${key}`)]),
      ...(shown.length === 0 && nearest !== null && key !== null ? [nearestButton(key, nearest, language)] : []),
    ],
  });
}

/** Renders a page of `/deals` with `spreads`. */
export function renderSpreads(answer: DealListAnswer & { readonly spreads: readonly Spread[] }): Layout {
  const { spreads, language } = answer;
  const entries = spreads.map((spread) => ({
    identity: spread.identity,
    row: () => spreadRow(spread, answer),
  }));
  return renderList(answer, {
    what: [
      language.say('deals.buy-and-sell'),
      ...(spreads.length > 0 ? [`-# ${language.say('deals.spread-row')} · ${language.say('common.in-diamonds')}`] : []),
    ],
    none: formatNoneWith(answer, true, language) ?? language.say('deals.no-spread'),
    entries,
    beyond: [],
    below: spreads.length === 0 ? [] : [`-# ${language.say('deals.ask-first')}`],
    menus: [],
    buttons: [],
  });
}

interface DealEntry {
  readonly identity: Identity;
  readonly row: () => Row;
}

/**
 * The parts of a list of deals or spreads.
 */
interface DealList {
  /** Lines under the heading. */
  readonly what: readonly string[];
  /** The text of an empty list. */
  readonly none: string;
  readonly entries: readonly DealEntry[];
  /** Lines under the last page. */
  readonly beyond: readonly string[];
  /** Lines under each page. */
  readonly below: readonly string[];
  readonly menus: readonly APIStringSelectComponent[];
  /** Buttons after those of the pages. */
  readonly buttons: readonly ReturnType<typeof button>[];
}

function renderList(answer: DealListAnswer, list: DealList): Layout {
  const { filter, key, freshness, icons, language } = answer;
  const { entries, what, none, beyond, below } = list;
  const paging = dealPaging(entries.length, answer.page);
  const { page, pages } = paging;
  const first = page * DEALS_A_PAGE;
  const shown = entries.slice(first, first + DEALS_A_PAGE);
  const lines = formatRows(shown.map((entry) => entry.row()));
  const numbers = { page: formatWhole(page + 1, language), pages: formatWhole(pages, language) };
  return card(
    shown.length > 0 ? COLOURS.good : COLOURS.neutral,
    pictured(
      formatDealsHeading(what, filter, language),
      filter.item ? itemThumbnail(icons, filter.item.type, language) : null,
    ),
    separator(),
    text(
      shown.length > 0
        ? fitList(lines, DEAL_LIST_CHARACTERS, andMore(language))
        : formatNone(none, answer.known, language),
    ),
    text(...(page === pages - 1 ? beyond : []), ...below),
    ...(key === null ? [] : dealControls(answer, key, shown, paging, list)),
    text(
      pages > 1 && `-# ${language.say('shop.page', numbers)}`,
      shown.length > 0 && formatMeasuredFrom(filter, language),
      freshness,
    ),
  );
}

function dealPaging(entries: number, page: number): Paging {
  const pages = Math.max(1, Math.ceil(entries / DEALS_A_PAGE));
  return { page: Math.min(Math.max(0, page), pages - 1), pages, entries, aPage: DEALS_A_PAGE };
}

function formatDealsHeading(what: readonly string[], filter: Filter, language: Language): string {
  const filters = describeFilters(filter, language, DEAL_FILTER_CHARACTERS);
  const heading = filter.item ? describeItem(filter.item, language) : language.say('deals.title');
  return [`### ${heading}`, ...what, ...(filters === '' ? [] : [`-# ${filters}`])].join('\n');
}

function formatNone(nothing: string, { items, why }: WorthCoverage, language: Language): string {
  if (why !== null) return formatNoWorth(why, language);
  if (items === 0) return language.say('deals.no-worths');
  return items === 1 ? nothing : language.sentences([nothing, language.say('deals.among', { n: items })]);
}

/** Formats that nothing matches the terms, and the nearest terms that find something. */
function formatNoDeals(answer: Pick<DealsAnswer, 'filter' | 'terms' | 'nearest'>, language: Language): string {
  const { terms, nearest } = answer;
  const percent = formatWhole(terms.discount, language);
  const least = formatGivenDiamonds(terms.minSaving, language);
  const isUsual = terms.minSaving <= DEFAULT_DEAL_TERMS.minSaving;
  const none =
    formatNoneWith(answer, nearest === null, language) ??
    (isUsual
      ? language.say('deals.none', { percent })
      : language.say('deals.none-saves', { percent, diamonds: least }));
  if (nearest === null) return none;
  if (nearest.discount < terms.discount) {
    const best = language.say('deals.best-discount', { percent: formatWhole(nearest.discount, language) });
    return language.sentences([none, best]);
  }
  const best = language.say('deals.best-saving', { diamonds: formatGivenDiamonds(nearest.minSaving, language) });
  return language.sentences([none, best]);
}

/** Formats that nothing matches the filters, with or without advice. Null without filters, or with the item alone. */
function formatNoneWith(
  { filter }: { readonly filter: Filter },
  hasAdvice: boolean,
  language: Language,
): string | null {
  const filters = describeFilters(filter, language, DEAL_FILTER_CHARACTERS);
  if (filters === '') return null;
  const none = language.say('deals.none-with', { filter: filters });
  return hasAdvice ? language.sentences([none, language.say('deals.fewer')]) : none;
}

function nearestButton(key: string, { discount, minSaving }: DealTerms, language: Language) {
  return button(language.say('deals.show-best'), `deals:terms:${key}:${discount}:${minSaving}`, { style: 'main' });
}

function dealControls(
  answer: DealListAnswer,
  key: string,
  shown: readonly DealEntry[],
  paging: Paging,
  list: DealList,
) {
  const { filter, language } = answer;
  const { item } = filter;
  const jump = pageMenu(`deals:jump:${key}`, paging, language);
  const shops = item === undefined ? null : itemId('shop:item', item);
  const menus = [
    ...list.menus,
    ...(item === undefined ? itemMenus(key, shown, language) : []),
    ...(jump === null ? [] : [jump]),
  ];
  const rows = [
    [
      ...pageButtons(`deals:page:${key}`, paging, language),
      ...list.buttons,
      ...(shown.length > 0 ? mineButtons('deals', filter, key, paging, answer) : []),
    ],
    [
      ...(item ? [button(language.say('shop.watch'), `shop:watch:${key}`)] : []),
      ...(item ? [button(language.say('shop.history'), `shop:history:${key}`)] : []),
      ...(shops !== null ? [button(language.say('price.show-shops'), shops)] : []),
    ],
  ];
  return [...menus.map((menu) => row(menu)), ...rows.filter(({ length }) => length > 0).map((each) => row(...each))];
}

/** Returns the menu of orders. In a public answer without a place, *Nearest first* opens a private one. */
function orderMenu(key: string, { order, filter, isPublic, language }: DealsAnswer): APIStringSelectComponent {
  // Without a place nothing is sorted by distance.
  const shown = order === 'distance' && filter.x === undefined ? 'saved' : order;
  const option = (value: DealOrder, label: string) => ({ value, label, default: shown === value });
  return {
    type: ComponentType.StringSelect,
    custom_id: `deals:order:${key}`,
    options: [
      option('saved', language.say('deals.saved')),
      option('percent', language.say('deals.percent')),
      ...(filter.x === undefined && !isPublic ? [] : [option('distance', language.say('shop.nearest'))]),
      option('cheapest', language.say('deals.cheapest')),
    ],
  };
}

/** Returns two menus of the page's items, for their price history and for the form of a watch. */
function itemMenus(key: string, shown: readonly DealEntry[], language: Language): APIStringSelectComponent[] {
  const items = new Map(shown.map(({ identity }) => [identity.key, identity]));
  const options = [...items.values()].flatMap((identity) => {
    const value = itemValue(identity);
    return value === null ? [] : [{ value, label: clean(nameOfIdentity(identity, language), MENU_LABEL_CHARACTERS) }];
  });
  if (options.length === 0) return [];
  const menu = (action: 'history' | 'watch', placeholder: string): APIStringSelectComponent => ({
    type: ComponentType.StringSelect,
    ...{ custom_id: `deals:${action}:${key}`, placeholder, options },
  });
  return [menu('history', language.say('deals.history')), menu('watch', language.say('deals.watch'))];
}
