import { type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { pricesApart, whole } from '../../../language/number.ts';
import { contentsOf } from '../../../market/item/contents.ts';
import { MOST_LISTED, type Offer, type Offers } from '../../../market/search/offer.ts';
import type { Icons } from '../../../ports/icons.ts';
import type { ShopQuery } from '../../../ports/queries.ts';
import { button } from '../layout/button.ts';
import { itemThumbnail } from '../layout/item-thumbnail.ts';
import { card, type Layout, pictured, row, separator, type Thumbnail, text } from '../layout/layout.ts';
import { type Paging, pageButtons, pageMenu } from '../layout/page-controls.ts';
import { COLOURS } from '../layout/theme.ts';
import { andMore } from '../words/and-more.ts';
import { describeFilters, describeSoldItem } from '../words/describe.ts';
import { asMarkdown, type OfferList, sayFound } from '../words/format-offer.ts';
import { nameOfItem, nameOfType } from '../words/item-name.ts';
import { placeFirst } from '../words/place.ts';
import { formatInStock, formatRoomLeft } from '../words/stock.ts';
import { fitList, safe } from '../words/text.ts';

const SHOPS_A_PAGE = 6;
const HEADING_CHARACTERS = 500;
const LIST_CHARACTERS = 3_000;
const ENTRY_CHARACTERS = LIST_CHARACTERS / SHOPS_A_PAGE;

/** How many offers must be found at least to show a page, counted from 0. */
export function offersUpTo(page: number): number {
  return Math.min(MOST_LISTED, (page + 1) * SHOPS_A_PAGE);
}

/** The offers of a page, from 0; beyond the last page those of the last. */
export function offersOn(page: number, found: Offers): readonly Offer[] {
  const paging = pagingOf({ found, page });
  const first = paging.page * SHOPS_A_PAGE;
  const listed = paging.entries - found.others.length;
  const others = found.others.slice(Math.max(0, first - listed), Math.max(0, first + SHOPS_A_PAGE - listed));
  return [...found.offers.slice(first, first + SHOPS_A_PAGE), ...others];
}

/**
 * The painting that an offer is of: the shop's item, or all paintings in its container. Null if there is none, or
 * several.
 */
export function canvasOfOffer({ shop, match }: Pick<Offer, 'shop' | 'match'>): string | null {
  const { canvas } = shop.item.identity.variant ?? {};
  if (canvas) return canvas;
  if (match.contained === null) return null;
  const inside = new Set(contentsOf(shop.item).flatMap(({ identity }) => identity.variant?.canvas ?? []));
  const [only = null] = inside;
  return inside.size === 1 ? only : null;
}

export interface ShopPage {
  readonly query: ShopQuery;
  /** Of its offers those up to the page, or more. */
  readonly found: Offers;
  /** From 0; beyond the last it is the last. */
  readonly page: number;
  readonly freshness: string;
  /** The key of the kept query; null: it could not be kept, so that there are no buttons. */
  readonly key: string | null;
  /** The picture of the painting that was asked for, in place of the type's icon; null or absent if there is none. */
  readonly thumbnail?: Thumbnail | null;
  /** The pictures of paintings to show next to their offers, by canvas. */
  readonly paintings?: ReadonlyMap<string, Thumbnail>;
  readonly icons: Icons;
  readonly language: Language;
}

/** The answer of `/shop`: one page of offers, and the controls to turn it. */
export function renderShops(answer: ShopPage): Layout {
  const { query, found, freshness, key, icons, language } = answer;
  const paging = pagingOf(answer);
  const first = paging.page * SHOPS_A_PAGE;
  const shown = offersOn(paging.page, found);
  const { item } = query.filter;
  const prices = pricesApart(unitPricesOf(shown), language);
  const list = { prices, namesUnit: false };
  const lines = shown.map((offer, at) => formatOffer(offer, first + at + 1, query, list, language));
  return card(
    shown.length > 0 ? COLOURS.good : COLOURS.neutral,
    pictured(
      formatHeading(query, found, language),
      answer.thumbnail ?? (item ? itemThumbnail(icons, item.type, language) : null),
    ),
    separator(),
    ...(lines.length > 0 ? entriesOf(lines, shown, answer) : [text(formatNothing(query, found, language))]),
    ...(key === null ? [] : controls(answer, key, paging, shown.length > 0)),
    text(formatPage(paging, language), formatWorlds(shown, language), freshness),
  );
}

/** One text for all offers, or one for each offer next to its picture if paintings have pictures. */
function entriesOf(lines: readonly string[], shown: readonly Offer[], { paintings, language }: ShopPage) {
  const more = andMore(language);
  const pictures = shown.map((offer) => paintings?.get(canvasOfOffer(offer) ?? '') ?? null);
  if (pictures.every((picture) => picture === null)) return [text(fitList(lines, LIST_CHARACTERS, more))];
  return lines.map((line, at) => pictured(fitList([line], ENTRY_CHARACTERS, more), pictures[at] ?? null));
}

function pagingOf({ found, page }: Pick<ShopPage, 'found' | 'page'>): Paging {
  const entries = Math.min(found.total, MOST_LISTED) + found.others.length;
  const pages = Math.max(1, Math.ceil(entries / SHOPS_A_PAGE));
  return { page: Math.min(Math.max(0, page), pages - 1), pages, entries, aPage: SHOPS_A_PAGE };
}

function formatPage({ page, pages }: Paging, language: Language): string | null {
  if (pages === 1) return null;
  return `-# ${language.say('shop.page', { page: whole(page + 1, language), pages: whole(pages, language) })}`;
}

/** Nobody tells in which world the asker is. */
function formatWorlds(shown: readonly Offer[], language: Language): string | null {
  const worlds = new Set(shown.flatMap(({ distance, shop }) => (distance === null ? [] : [shop.location.world])));
  return worlds.size > 1 ? `-# ${language.say('shop.worlds')}` : null;
}

function formatHeading(query: ShopQuery, found: Offers, language: Language): string {
  const { filter } = query;
  const shops = found.offers.map(({ shop }) => shop);
  const what = filter.item ? describeSoldItem(filter.item, shops, language) : language.say('shop.any');
  const filters = describeFilters(filter, language, HEADING_CHARACTERS, query.side === 'sell' ? 'bid' : 'ask');
  const many = filter.item
    ? formatMany(query, found, language)
    : language.say('shop.matches', { n: found.total + found.others.length });
  return [`### ${what}`, ...(many === null ? [] : [many]), ...(filters === '' ? [] : [`-# ${filters}`])].join('\n');
}

/** `19 shops in stock, 6 empty`; null where none is able: the answer says that in a sentence. */
function formatMany({ side, outOfStock }: ShopQuery, { total, empty }: Offers, language: Language): string | null {
  const able = outOfStock || side === 'sell' ? total - empty : total;
  if (able === 0) return null;
  return side === 'buy' ? formatStocked(able, empty, language) : language.say('offer.buyers', { n: able });
}

/** `19 shops in stock, 6 empty`, as `/price` says it, too. */
export function formatStocked(n: number, empty: number, language: Language): string {
  if (empty === 0) return language.say('offer.shops', { n });
  return language.say('offer.shops-and-empty', { n, empty: whole(empty, language) });
}

function formatNothing({ side, outOfStock, filter }: ShopQuery, found: Offers, language: Language): string {
  const { empty, emptied } = found;
  const hint = !outOfStock && empty > 0 ? [language.say('shop.empty', { n: empty })] : [];
  if (filter.item === undefined) return [language.say('shop.none-matches'), ...hint].join('\n');
  if (side === 'sell') return language.say('shop.none-buys');
  return [language.say(emptied > 0 ? 'shop.just-emptied' : 'shop.none-sells'), ...hint].join('\n');
}

/** The unit prices of a list; mixed contents have none. */
export function unitPricesOf(offers: readonly Offer[]): number[] {
  return offers.flatMap(({ match }) => match.unitPrice ?? []);
}

/** The offer, and below it the place. */
function formatOffer(
  offer: Offer,
  rank: number,
  { filter, side }: ShopQuery,
  list: OfferList,
  language: Language,
): string {
  const { shop, match, distance } = offer;
  const facts = [
    `\`${rank}\` ${asMarkdown(sayFound(shop, match, language, list))}`,
    ...formatName(offer, filter, language),
    ...(side === 'buy' ? [formatStock(offer, language)] : []),
    ...(shop.side === null ? [language.say('shop.of-kind', { kind: safe(shop.kind, 30) })] : []),
  ].join(' · ');
  const away = distance === null ? [] : [language.say('offer.blocks-away', { n: Math.round(distance) })];
  const place = [placeFirst(shop, language), ...away].join(' · ');
  return `${facts}${formatRoomLeft(shop, offer.remaining, language)}\n-# ${place}`;
}

function formatStock({ inStock, estimated, remaining }: Offer, language: Language): string {
  if (!inStock) return language.say(estimated ? 'offer.probably-out-of-stock' : 'offer.out-of-stock');
  return formatInStock(remaining, estimated, language);
}

/** What the heading has not said: the container, or which variant it is. */
function formatName(
  { shop, match, hasOpenVariant }: Offer,
  { item }: ShopQuery['filter'],
  language: Language,
): readonly string[] {
  const name = nameOfItem(shop.item, language, hasOpenVariant);
  if (match.contained) return [language.say('offer.in-container', { container: safe(name, 60) })];
  return item && (item.key !== undefined || name === nameOfType(item.type, language)) ? [] : [safe(name, 60)];
}

function controls({ query, found, language }: ShopPage, key: string, paging: Paging, hasOffers: boolean) {
  const item = query.filter.item !== undefined;
  const isHidingEmpty = query.side === 'buy' && !query.outOfStock && found.empty > 0 && !hasOffers;
  const jump = pageMenu(`shop:jump:${key}`, paging, language);
  return [
    ...(hasOffers && paging.pages > 1 ? [row(sortMenu(query, key, language))] : []),
    ...(jump === null ? [] : [row(jump)]),
    row(
      ...pageButtons(`shop:page:${key}`, paging, language),
      ...(isHidingEmpty ? [button(language.say('shop.show-empty'), `shop:empty:${key}`)] : []),
      ...(item ? [button(language.say('shop.watch'), `shop:watch:${key}`, hasOffers ? {} : { style: 'main' })] : []),
      ...(item ? [button(language.say('shop.history'), `shop:history:${key}`)] : []),
    ),
  ];
}

/** Shops that buy show no stock. */
function sortMenu({ side, sort, filter }: ShopQuery, key: string, language: Language): APIStringSelectComponent {
  const option = (value: ShopQuery['sort'], label: string) => ({ value, label, default: sort === value });
  return {
    type: ComponentType.StringSelect,
    custom_id: `shop:sort:${key}`,
    options: [
      option('price', language.say('shop.best-price')),
      ...(side === 'buy' ? [option('stock', language.say('shop.largest-stock'))] : []),
      ...(filter.x === undefined ? [] : [option('distance', language.say('shop.nearest'))]),
    ],
  };
}
