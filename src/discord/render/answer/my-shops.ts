import type { Language } from '../../../language/language.ts';
import { formatDiamonds, formatWhole } from '../../../language/number.ts';
import {
  ATTENTION_KINDS,
  NEEDS,
  needsAttention,
  type OwnShop,
  type OwnShopsReport,
  type Turnover,
  type TurnoverOfItem,
} from '../../../market/my-shops/report.ts';
import type { Outage } from '../../../ports/journal.ts';
import type { Home, Person } from '../../../routing/person.ts';
import { SALES_PICTURE_URL } from '../../chart/sales-chart.ts';
import { GALLERY_ALT_CHARACTERS } from '../component-limits.ts';
import {
  button,
  COLOURS,
  card,
  gallery,
  type Layout,
  type Paging,
  pageButtons,
  pageMenu,
  row,
  separator,
  text,
} from '../layout.ts';
import { formatOutages } from '../words/freshness.ts';
import { nameOfIdentity } from '../words/names.ts';
import { andMore, clip, fitList, safe, stamp } from '../words/text.ts';
import { formatItems, formatOwnShops } from './my-shop-rows.ts';
import { weeklyButton } from './weekly.ts';

/** Lists of the report, each behind a button. */
export const OWN_SHOP_VIEWS = ['shops', 'items', 'empty', 'undercut', 'unsold'] as const;
export type OwnShopView = (typeof OWN_SHOP_VIEWS)[number];

const OWN_SHOPS_A_PAGE = 5;
const ITEMS_A_PAGE = 15;
/** The list and the totals stay together below Discord's 4,000 characters. */
const LIST_CHARACTERS = 2_400;
const MOST_REPORT_GAPS = 3;
const ITEM_NAME_CHARACTERS = 40;

interface OwnShopsAnswer {
  readonly report: OwnShopsReport;
  /** The player's name, or null if the shops are the user's own. */
  readonly owner: string | null;
  readonly days: number;
  readonly view: OwnShopView;
  /** The page from 0. Numbers beyond the last page mean the last. */
  readonly page: number;
  /** The user's home in a private answer; null in a public one, because distances from it locate it. */
  readonly home: Home | null;
  /** The user of a private report about their own shops, for the button of the weekly message; else null. */
  readonly person: Pick<Person, 'weekly'> | null;
  /** The key of the saved query, or null if it could not be saved and the answer has no buttons. */
  readonly key: string | null;
  /** The alt text of the chart, or null if it is not drawn. */
  readonly chart: string | null;
  /** Times without the stream since the beginning of the days, or since the last look if that is earlier. */
  readonly outages: readonly Outage[];
  /** Beginning of Crier's records (epoch ms) if it is later than that of the days, else null. */
  readonly knownSince: number | null;
  readonly freshness: string;
  readonly now: number;
  readonly language: Language;
}

/** Renders `/my-shops`: totals, needs and the chart, then a page of one of the lists. */
export function renderMyShops(answer: OwnShopsAnswer): Layout {
  const { report, view, chart, key, freshness, language } = answer;
  const { lines, paging, none } = listOf(answer);
  const numbers = { page: formatWhole(paging.page + 1, language), pages: formatWhole(paging.pages, language) };
  return card(
    colourOf(report),
    text(
      `### ${titleOfReport(answer)}`,
      ...formatReportTotals(answer),
      report.shops.length === 0 ? null : formatNeeds(report, language),
      formatStock(report, language),
    ),
    chart === null ? null : gallery({ url: SALES_PICTURE_URL, alt: clip(chart, GALLERY_ALT_CHARACTERS) }),
    text(...formatMissing(answer).map((line) => `-# ${line}`)),
    separator(),
    text(
      `${language.say(HEADINGS[view])} · ${language.say('common.in-diamonds')}`,
      lines.length > 0 ? fitList(lines, LIST_CHARACTERS, andMore(language)) : language.say(none),
    ),
    ...(key === null ? [] : controls(answer, key, paging)),
    text(paging.pages > 1 && `-# ${language.say('shop.page', numbers)}`, freshness),
  );
}

function colourOf({ shops }: OwnShopsReport): number {
  if (shops.length === 0) return COLOURS.neutral;
  return shops.some(needsAttention) ? COLOURS.warning : COLOURS.good;
}

const HEADINGS = {
  shops: 'my-shops.by-shop',
  items: 'my-shops.by-item',
  empty: 'my-shops.empty',
  undercut: 'my-shops.undercut',
  unsold: 'my-shops.unsold',
} as const;

/** Texts of empty lists. */
const NONE = {
  shops: 'my-shops.none',
  items: 'my-shops.none-traded',
  empty: 'my-shops.none-empty',
  undercut: 'my-shops.none-undercut',
  unsold: 'my-shops.none-unsold',
} as const;

/** Returns the heading of the report, as players wrote it. */
export function titleOfOwnShops(owner: string | null, language: Language): string {
  return owner === null ? language.say('my-shops.title-own') : language.say('my-shops.title', { owner });
}

function titleOfReport({ owner, language }: OwnShopsAnswer): string {
  return titleOfOwnShops(owner === null ? null : safe(owner, 40), language);
}

function formatReportTotals({ report, days: n, language }: OwnShopsAnswer): string[] {
  const { sinceLook, total } = report;
  return [
    ...(sinceLook === null
      ? []
      : [
          language.say('my-shops.since-look', { when: stamp(sinceLook.at) }),
          ...formatTurnover(sinceLook.turnover, language),
          ...nameBestSold(sinceLook.items, language),
        ]),
    language.say('my-shops.in-days', { n }),
    ...formatTurnover(total, language),
  ];
}

const MOST_NAMED_ITEMS = 3;

/** Formats the goods that earned most, as `32 × Slime Block · 3 × Bell … and 2 more`. Empty if nothing was sold. */
function nameBestSold(items: readonly TurnoverOfItem[], language: Language): string[] {
  const sold = items.filter((item) => item.sold > 0);
  if (sold.length === 0) return [];
  const named = sold.slice(0, MOST_NAMED_ITEMS).map((item) => {
    const name = safe(nameOfIdentity(item.identity, language), ITEM_NAME_CHARACTERS);
    return language.say('offer.goods', { count: formatWhole(item.sold, language), item: name });
  });
  const left = sold.length - named.length;
  return [`-# ${named.join(' · ')}${left === 0 ? '' : ` ${andMore(language)(left)}`}`];
}

/** Formats `12 sales · 340 items · 85 diamonds`, and a line for purchases if there are any. */
export function formatTurnover(
  { sales, sold, earned, purchases, bought, spent }: Turnover,
  language: Language,
): string[] {
  return [
    ...(sales === 0
      ? purchases === 0
        ? [language.say('my-shops.nothing-sold')]
        : []
      : [language.say('alert.own-sold', { n: sales, items: sold, diamonds: formatDiamonds(earned, language) })]),
    ...(purchases === 0
      ? []
      : [language.say('alert.own-bought', { n: purchases, items: bought, diamonds: formatDiamonds(spent, language) })]),
  ];
}

const NEED_COUNTS = {
  empty: 'my-shops.n-empty',
  full: 'my-shops.n-full',
  'soon-empty': 'my-shops.n-runs-empty',
  undercut: 'my-shops.n-undercut',
  unsold: 'my-shops.n-unsold',
} as const;

/** Formats `Needs attention: 2 empty · 1 undercut`. */
export function formatNeeds({ shops }: Pick<OwnShopsReport, 'shops'>, language: Language): string {
  const counts = ATTENTION_KINDS.map((kind) => ({ kind, n: shops.filter(NEEDS[kind]).length }));
  const list = counts.flatMap(({ kind, n }) => (n === 0 ? [] : [language.say(NEED_COUNTS[kind], { n })])).join(' · ');
  return list === '' ? language.say('my-shops.all-well') : language.say('my-shops.attention', { list });
}

function formatStock({ stock: { worth, priced, unpriced } }: OwnShopsReport, language: Language): string | null {
  if (priced + unpriced === 0) return null;
  return [
    language.say('my-shops.stock-worth', { diamonds: formatDiamonds(worth, language) }),
    ...(unpriced === 0 ? [] : [language.say('my-shops.no-worth', { n: unpriced })]),
  ].join(' · ');
}

/** Formats the facts that the report lacks. */
function formatMissing({ report, outages, knownSince, now, language }: OwnShopsAnswer): string[] {
  const { sales, purchases, earned, spent } = report.unclear;
  const n = sales + purchases;
  const times = language.list(formatOutages(outages, MOST_REPORT_GAPS, now, language));
  return [
    ...(outages.length === 0 ? [] : [language.say('my-shops.gaps', { times })]),
    ...(knownSince === null ? [] : [language.say('price.watched-since', { when: stamp(knownSince, 'f') })]),
    ...(n === 0 ? [] : [language.say('my-shops.unclear', { n, diamonds: formatDiamonds(earned + spent, language) })]),
    language.say('my-shops.unknowable'),
  ];
}

/** Returns whether a shop belongs to a list about shops. */
const BELONGS: Readonly<Record<Exclude<OwnShopView, 'items'>, (shop: OwnShop) => boolean>> = {
  shops: () => true,
  empty: (shop) => NEEDS.empty(shop) || NEEDS['soon-empty'](shop),
  undercut: NEEDS.undercut,
  unsold: NEEDS.unsold,
};

function listOf({ report, view, page, home, language }: OwnShopsAnswer) {
  if (view === 'items') {
    const { shown, paging } = pageOf(report.items, page, ITEMS_A_PAGE);
    return { lines: formatItems(shown, language), paging, none: NONE[view] };
  }
  const { shown, paging } = pageOf(report.shops.filter(BELONGS[view]), page, OWN_SHOPS_A_PAGE);
  const context = { showsRivals: view === 'undercut', home, language };
  const linked = formatOwnShops(shown, { ...context, isLinked: true });
  const fits = linked.join('\n').length <= LIST_CHARACTERS;
  const lines = fits ? linked : shortenRows(formatOwnShops(shown, { ...context, isLinked: false }));
  return { lines, paging, none: NONE[view] };
}

/** Drops the last facts of the longest rows after their places, because a row that does not fit is on no page. */
function shortenRows(rows: readonly string[]): readonly string[] {
  if (rows.join('\n').length <= LIST_CHARACTERS) return rows;
  const [longest] = rows.filter((each) => lastFactAt(each) > each.indexOf('\n')).sort((a, b) => b.length - a.length);
  if (longest === undefined) return rows;
  return shortenRows(rows.with(rows.indexOf(longest), longest.slice(0, lastFactAt(longest))));
}

/** Returns the index at which a row's last fact begins. */
function lastFactAt(row: string): number {
  return Math.max(row.lastIndexOf('\n'), row.lastIndexOf(' · '));
}

function pageOf<T>(entries: readonly T[], page: number, aPage: number) {
  const pages = Math.max(1, Math.ceil(entries.length / aPage));
  const paging: Paging = { page: Math.min(Math.max(0, page), pages - 1), pages, entries: entries.length, aPage };
  return { paging, shown: entries.slice(paging.page * aPage, (paging.page + 1) * aPage) };
}

function controls({ report, view, person, language }: OwnShopsAnswer, key: string, paging: Paging) {
  const count = (of: 'empty' | 'undercut' | 'unsold') => report.shops.filter(BELONGS[of]).length;
  const [empty, undercut, unsold] = [count('empty'), count('undercut'), count('unsold')];
  const show = (of: OwnShopView, label: string, n = 1) =>
    button(label, `my-shops:list:${key}:${of}`, { disabled: n === 0 || view === of });
  const counted = (n: number) => ({ count: formatWhole(n, language) });
  const jump = view === 'items' ? null : pageMenu(`my-shops:jump:${key}:${view}`, paging, language);
  return [
    jump === null ? null : row(jump),
    row(
      ...pageButtons(`my-shops:page:${key}:${view}`, paging, language),
      show('shops', language.say('my-shops.show-shops')),
      show('items', language.say('my-shops.show-items')),
    ),
    row(
      show('empty', language.say('my-shops.show-empty', counted(empty)), empty),
      show('undercut', language.say('my-shops.show-undercut', counted(undercut)), undercut),
      show('unsold', language.say('my-shops.show-unsold', counted(unsold)), unsold),
      button('CSV', `my-shops:csv:${key}`),
      ...(person === null ? [] : [weeklyButton(person, language)]),
    ),
  ];
}
