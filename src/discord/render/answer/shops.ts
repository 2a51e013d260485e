import { type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatBundle, formatDiamonds, formatPrice, formatWhole } from '../../../language/number.ts';
import { contentsOf } from '../../../market/item/contents.ts';
import { MOST_LISTED_OFFERS, type Offer, type Offers } from '../../../market/search/offer.ts';
import type { CountPlan, Stop } from '../../../market/search/plan-count.ts';
import type { Icons } from '../../../ports/pictures.ts';
import type { ShopQuery } from '../../../ports/queries.ts';
import {
  button,
  COLOURS,
  card,
  itemThumbnail,
  type Layout,
  LONGEST_ID_CHARACTERS,
  mineButtons,
  type Paging,
  pageButtons,
  pageMenu,
  pictured,
  row,
  separator,
  type Thumbnail,
  text,
} from '../layout.ts';
import { describeFilters, describeSoldItem, formatMeasuredFrom } from '../words/describe.ts';
import { formatStocked, listInDiamonds } from '../words/format-offer.ts';
import { linkItem } from '../words/format-place.ts';
import { andMore, code, fitList, safe } from '../words/text.ts';
import { buttonsInstead, formatNoMatch, formatOfferRow, formatStop, type NoShops } from './shop-rows.ts';

const SHOPS_A_PAGE = 6;
const HEADING_CHARACTERS = 500;
const SHOP_LIST_CHARACTERS = 3_000;
const CHARACTERS_PER_SHOP = SHOP_LIST_CHARACTERS / SHOPS_A_PAGE;

/** Returns the number of offers that must be found to show a page, from 0. */
export function offersUpTo(page: number): number {
  return Math.min(MOST_LISTED_OFFERS, (page + 1) * SHOPS_A_PAGE);
}

/** Returns the offers of a page, from 0, or of the last page. With a plan these are the offers of its stops. */
export function offersOn(page: number, found: Offers, plan: CountPlan | null = null): readonly Offer[] {
  return (plan === null ? null : stopsOn(page, found, plan)?.map(({ offer }) => offer)) ?? listedOn(page, found);
}

function listedOn(page: number, found: Offers): readonly Offer[] {
  const paging = offerPaging(found, null, page);
  const first = paging.page * SHOPS_A_PAGE;
  const listed = paging.entries - found.others.length;
  const others = found.others.slice(Math.max(0, first - listed), Math.max(0, first + SHOPS_A_PAGE - listed));
  return [...found.offers.slice(first, first + SHOPS_A_PAGE), ...others];
}

function stopsOn(page: number, found: Offers, plan: CountPlan): readonly Stop[] {
  const first = offerPaging(found, plan, page).page * SHOPS_A_PAGE;
  return plan.stops.slice(first, first + SHOPS_A_PAGE);
}

/**
 * Returns the canvas of the painting that an offer sells, as the shop's item or in its container.
 *
 * @returns null if there is none, or if there are several
 */
export function canvasOfOffer({ shop, match }: Pick<Offer, 'shop' | 'match'>): string | null {
  const { canvas } = shop.item.identity.variant ?? {};
  if (canvas) return canvas;
  if (match.contained === null) return null;
  const inside = new Set(contentsOf(shop.item).flatMap(({ identity }) => identity.variant?.canvas ?? []));
  const [only = null] = inside;
  return inside.size === 1 ? only : null;
}

interface ShopPage extends NoShops {
  /** The offers up to the end of the page, or more. */
  readonly found: Offers;
  /** The shops to visit for the query's count, instead of the list. Null or absent without a count. */
  readonly plan?: CountPlan | null;
  /** The page from 0. Numbers beyond the last page mean the last. */
  readonly page: number;
  readonly freshness: string;
  /** The key of the saved query, or null if it could not be saved and the answer has no buttons. */
  readonly key: string | null;
  /** The requested painting's picture, which replaces the type's icon. Null or absent if there is none. */
  readonly thumbnail?: Thumbnail | null;
  /** Pictures of paintings by canvas, shown next to their offers. */
  readonly paintings?: ReadonlyMap<string, Thumbnail>;
  /** Whether others see the answer. It then shows no distances from a home, but ways to see them alone. */
  readonly isPublic?: boolean;
  readonly icons: Icons;
  readonly language: Language;
}

/** Renders `/shop`: a page of offers, or of the stops for a number of items, and its controls. */
export function renderShops(answer: ShopPage): Layout {
  const { query, found, freshness, key, icons, language } = answer;
  const plan = answer.plan ?? null;
  const paging = offerPaging(found, plan, answer.page);
  const first = paging.page * SHOPS_A_PAGE;
  const shown = offersOn(paging.page, found, plan);
  const { item } = query.filter;
  const list = listInDiamonds(unitPricesOf(shown), language);
  const lines = plan
    ? stopsOn(paging.page, found, plan).map((stop, at) => formatStop(stop, first + at + 1, query, list, language))
    : shown.map((offer, at) => formatOfferRow(offer, `\`#${first + at + 1}\` `, query, list, language));
  return card(
    shown.length > 0 ? COLOURS.good : COLOURS.neutral,
    pictured(
      formatOffersHeading(answer, shown.length > 0, language),
      answer.thumbnail ?? (item ? itemThumbnail(icons, item.type, language) : null),
    ),
    separator(),
    ...(lines.length > 0 ? renderOffers(lines, shown, answer) : [text(formatNoMatch(answer, language))]),
    ...(key === null ? [] : offerControls(answer, key, paging, shown.length > 0)),
    text(
      formatPage(paging, plan === null ? found.total - MOST_LISTED_OFFERS : 0, language),
      formatMeasured(answer, shown),
      freshness,
    ),
  );
}

/** Renders one text for all offers, or one for each next to its picture if there are pictures. */
function renderOffers(lines: readonly string[], shown: readonly Offer[], { paintings, language }: ShopPage) {
  const more = andMore(language);
  const pictures = shown.map((offer) => paintings?.get(canvasOfOffer(offer) ?? '') ?? null);
  if (pictures.every((picture) => picture === null)) return [text(fitList(lines, SHOP_LIST_CHARACTERS, more))];
  return lines.map((line, at) => pictured(fitList([line], CHARACTERS_PER_SHOP, more), pictures[at] ?? null));
}

function offerPaging(found: Offers, plan: CountPlan | null, page: number): Paging {
  const entries = plan?.stops.length ?? Math.min(found.total, MOST_LISTED_OFFERS) + found.others.length;
  const pages = Math.max(1, Math.ceil(entries / SHOPS_A_PAGE));
  return { page: Math.min(Math.max(0, page), pages - 1), pages, entries, aPage: SHOPS_A_PAGE };
}

/** Formats `Page 2 of 9`. The last page also says how many offers are `beyond` the list. */
function formatPage({ page, pages }: Paging, beyond: number, language: Language): string | null {
  if (pages === 1) return null;
  const numbers = { page: formatWhole(page + 1, language), pages: formatWhole(pages, language) };
  const rest = beyond > 0 && page === pages - 1 ? ` ${andMore(language)(beyond)}` : '';
  return `-# ${language.say('shop.page', numbers)}${rest}`;
}

/** Formats the place that distances are measured from, and explains distances across worlds. */
function formatMeasured({ query, language }: ShopPage, shown: readonly Offer[]): string | null {
  const { filter } = query;
  const { x, z, world, near, home } = filter;
  if (shown.length === 0 || x === undefined || z === undefined) return null;
  if (near !== undefined || home) return formatMeasuredFrom(filter, language);
  const place = code(`${x} ${z}`);
  if (world !== undefined) return `-# ${language.say('shop.measured', { place: `${place} ${safe(world, 40)}` })}`;
  const worlds = new Set(shown.map(({ shop }) => shop.location.world));
  return `-# ${language.say(worlds.size > 1 ? 'shop.worlds' : 'shop.measured', { place })}`;
}

function formatOffersHeading(answer: ShopPage, hasOffers: boolean, language: Language): string {
  const { query, found, plan = null } = answer;
  const { filter, side } = query;
  const filters = describeFilters(filter, language, HEADING_CHARACTERS, side === 'sell' ? 'bid' : 'ask');
  const facts = plan
    ? formatPlan(plan, query.count ?? 0, side, language)
    : formatFound(query, found, hasOffers, language);
  return [
    `### ${formatOffersTitle(query, found, language)}`,
    ...facts,
    ...(filters === '' ? [] : [`-# ${filters}`]),
  ].join('\n');
}

/** Formats `Buy Hopper` or `Sell Hopper`. */
function formatOffersTitle({ filter, side }: ShopQuery, found: Offers, language: Language): string {
  if (filter.item === undefined) return language.say(side === 'buy' ? 'shop.any' : 'shop.any-sell');
  const shops = found.offers.map(({ shop }) => shop);
  const item = linkItem(describeSoldItem(filter.item, shops, language), filter.item.type, language);
  return language.say(side === 'buy' ? 'shop.buy-item' : 'shop.sell-item', { item });
}

/** Formats `19 shops in stock, 6 empty · prices in diamonds`. */
function formatFound(query: ShopQuery, found: Offers, hasOffers: boolean, language: Language): string[] {
  const many = query.filter.item
    ? formatMany(query, found, language)
    : language.say('shop.matches', { n: found.total + found.others.length });
  const unit = hasOffers ? language.say('common.in-diamonds') : null;
  const facts = [many, unit].filter((fact) => fact !== null).join(' · ');
  const count = formatWhole(query.count ?? 0, language);
  const note = query.count !== undefined && hasOffers ? [`-# ${language.say('shop.count-none', { count })}`] : [];
  return facts === '' ? note : [facts, ...note];
}

/** Formats `**224 for 14 diamonds** · 0.063 each · 3 shops`, and why the number differs from `count`. */
function formatPlan(plan: CountPlan, count: number, side: ShopQuery['side'], language: Language): string[] {
  const asked = formatWhole(count, language);
  if (plan.stops.length === 0) return [];
  const facts = [
    `**${formatBundle(plan.count, formatDiamonds(plan.diamonds, language), language)}**`,
    language.say('offer.unit', { price: formatPrice(plan.diamonds / plan.count, language) }),
    language.say('common.shops', { n: plan.stops.length }),
  ].join(' · ');
  const notes = [
    side === 'buy' && plan.count > count && language.say('shop.count-over', { count: asked }),
    side === 'buy' &&
      plan.count < count &&
      language.say('shop.count-short', { found: formatWhole(plan.count, language), count: asked }),
    side === 'sell' &&
      plan.count < count &&
      language.say('shop.count-left', { left: formatWhole(count - plan.count, language), count: asked }),
    !plan.isBest && language.say('shop.count-maybe'),
  ].filter((note) => typeof note === 'string');
  return [facts, ...notes.map((note) => `-# ${note}`)];
}

/** Formats `19 shops in stock, 6 empty`, or returns null if none can trade, which the answer says in a sentence. */
function formatMany({ side, outOfStock }: ShopQuery, { total, empty }: Offers, language: Language): string | null {
  const able = outOfStock || side === 'sell' ? total - empty : total;
  if (able === 0) return null;
  return side === 'buy' ? formatStocked(able, empty, language) : language.say('offer.buyers', { n: able });
}

/** Returns the unit prices of a list. Mixed contents have none. */
export function unitPricesOf(offers: readonly Offer[]): number[] {
  return offers.flatMap(({ match }) => match.unitPrice ?? []);
}

function offerControls(answer: ShopPage, key: string, paging: Paging, hasOffers: boolean) {
  const { query, found, plan = null, language } = answer;
  const item = query.filter.item !== undefined;
  const isHidingEmpty = query.side === 'buy' && !query.outOfStock && found.empty > 0 && !hasOffers;
  const jump = pageMenu(`shop:jump:${key}`, paging, language);
  const ways = hasOffers ? mineButtons('shop', query.filter, key, paging, answer) : buttonsInstead(answer, key);
  return [
    ...(hasOffers && paging.pages > 1 ? [row(sortMenu(answer, key))] : []),
    ...(jump === null ? [] : [row(jump)]),
    row(...ways),
    row(
      ...pageButtons(`shop:page:${key}`, paging, language),
      ...(plan === null ? [] : [button(language.say('shop.all'), `shop:all:${key}`)]),
      ...(isHidingEmpty ? [button(language.say('shop.show-empty'), `shop:empty:${key}`)] : []),
      ...(item
        ? [
            button(
              language.say('shop.watch'),
              `shop:watch:${key}`,
              hasOffers || ways.length > 0 ? {} : { style: 'main' },
            ),
          ]
        : []),
      ...(item ? [button(language.say('shop.history'), `shop:history:${key}`)] : []),
      ...claimButtons(query, language),
    ),
  ];
}

/** Returns *This is me* for the shops of one player. Rows of an item's answer have no room for it. */
function claimButtons({ filter: { item, ownerId } }: ShopQuery, language: Language) {
  const id = `me:claim:${ownerId}`;
  const fits = item === undefined && ownerId !== undefined && id.length <= LONGEST_ID_CHARACTERS;
  return fits ? [button(language.say('me.this-is-me'), id)] : [];
}

/**
 * Returns the menu of orders. Shops that buy have no stock to sort by. In a public answer without a place, *Nearest
 * first* opens a private one.
 */
function sortMenu({ query, isPublic, language }: ShopPage, key: string): APIStringSelectComponent {
  const { side, sort, filter } = query;
  // Without a place nothing is sorted by distance.
  const shown = sort === 'distance' && filter.x === undefined ? 'price' : sort;
  const option = (value: ShopQuery['sort'], label: string) => ({ value, label, default: shown === value });
  return {
    type: ComponentType.StringSelect,
    custom_id: `shop:sort:${key}`,
    options: [
      option('price', language.say('shop.best-price')),
      ...(side === 'buy' ? [option('stock', language.say('shop.largest-stock'))] : []),
      ...(filter.x === undefined && !isPublic ? [] : [option('distance', language.say('shop.nearest'))]),
    ],
  };
}
