import type { Language } from '../../../language/language.ts';
import { formatBundle, formatDiamonds, formatPrice, formatWhole, pricesApart } from '../../../language/number.ts';
import type { MarketEvent } from '../../../market/change.ts';
import { countMatchingContents } from '../../../market/item/contents.ts';
import type { Item } from '../../../market/item/item.ts';
import { differenceFromWorth, type NoWorth, type Worth } from '../../../market/prices/worth.ts';
import { type Filter, placeOf } from '../../../market/search/filter.ts';
import { type Match, matchEvent, matchShop } from '../../../market/search/match.ts';
import { distanceBetween, type UserPlace } from '../../../market/shops/distance.ts';
import { type Location, type Owner, type Shop, UNLIMITED } from '../../../market/shops/shop.ts';
import { inStock, unitPriceOf } from '../../../market/shops/unit-price.ts';
import { formatCoordinates, inOverworld } from './format-place.ts';
import { bare, safe } from './text.ts';

/** The part of a container's contents that a filter asked for. */
type Contained = Pick<Inside, 'held' | 'unitPrice'>;

const NO_LIST: OfferListFormat = { prices: new Map(), namesUnit: false };

/**
 * Creates a list whose heading says `prices in diamonds` (`common.in-diamonds`), so that its rows name no unit.
 *
 * @param unitPrices the prices of all rows, each of which gets enough digits to differ from its neighbours
 */
export function listInDiamonds(unitPrices: readonly number[], language: Language): OfferListFormat {
  return { prices: pricesApart(unitPrices, language), namesUnit: true, saysPays: true };
}

/** A formatted offer: the price on the sign, and the price of one item, or null if the bundle is one item. */
interface OfferWords {
  readonly bundle: string;
  readonly unit: string | null;
}

/**
 * The format of the list that contains an offer.
 */
export interface OfferListFormat {
  /** The formatted unit prices. */
  readonly prices: ReadonlyMap<number, string>;
  /** Whether the list's heading says "prices in diamonds", so that its rows do not. */
  readonly namesUnit: boolean;
  /** Whether the row of a shop that buys reads `pays 3 for 32`. */
  readonly saysPays?: boolean;
}

/** Formats a shop's offer of the item itself (`contained` null), or of containers with it. */
export function sayOffer(
  shop: Shop,
  contained: Contained | null,
  language: Language,
  { prices, namesUnit, saysPays = false }: OfferListFormat = NO_LIST,
): OfferWords {
  const { price: paid, item } = shop;
  const total = namesUnit ? formatPrice(paid, language) : formatDiamonds(paid, language);
  const pays = saysPays && shop.side === 'bid';
  if (contained !== null && contained.unitPrice === null) {
    const unit = language.say('offer.mixed-with', { count: formatWhole(contained.held, language) });
    return { bundle: sayContainers(item, null, total, pays, language), unit };
  }
  const unitPrice = contained?.unitPrice ?? unitPriceOf(shop);
  const amount = prices.get(unitPrice) ?? formatPrice(unitPrice, language);
  if (contained === null && item.quantity === 1) {
    const lead = namesUnit ? amount : formatDiamonds(paid, language, amount);
    return { bundle: pays ? language.say('offer.pays-one', { price: lead }) : lead, unit: null };
  }
  return {
    bundle:
      contained === null
        ? sayBundle(item.quantity, total, pays, language)
        : sayContainers(item, contained.held, total, pays, language),
    unit: language.say('offer.unit', { price: amount }),
  };
}

/** Formats a shop's offer of the item itself, or of the containers in which a filter found the item. */
export function sayFound(shop: Shop, match: Match, language: Language, list?: OfferListFormat): OfferWords {
  return sayOffer(shop, containedIn(match), language, list);
}

function containedIn({ contained, held, unitPrice }: Match): Contained | null {
  return contained === null ? null : { held: held ?? 0, unitPrice };
}

/** Formats `**32 for 3 diamonds** · 0.094 each`. */
export function asMarkdown({ bundle: lead, unit }: OfferWords): string {
  return [`**${lead}**`, ...(unit === null ? [] : [unit])].join(' · ');
}

/** Formats `32 for 3 diamonds · 0.094 each`, for places without markdown. */
export function asPlainText({ bundle: lead, unit }: OfferWords): string {
  return [lead, ...(unit === null ? [] : [unit])].join(' · ');
}

function sayBundle(quantity: number, total: string, pays: boolean, language: Language): string {
  if (!pays) return formatBundle(quantity, total, language);
  return language.say('offer.pays', { price: total, quantity: formatWhole(quantity, language) });
}

/** Formats `1 box of 64 for 50 diamonds`. `count` is the number of items in one box, or null if they are mixed. */
function sayContainers(item: Item, count: number | null, total: string, pays: boolean, language: Language): string {
  const boxes = { kind: containerNoun(item), n: item.quantity, diamonds: total };
  if (count === null) return language.say(pays ? 'offer.pays-boxes' : 'offer.boxes', boxes);
  const of = { ...boxes, count: formatWhole(count, language) };
  return language.say(pays ? 'offer.pays-boxes-of' : 'offer.boxes-of', of);
}

/**
 * An item in a container that a filter asked for.
 */
export interface Inside {
  readonly contained: Item;
  /** The number of these items in one container. */
  readonly held: number;
  /** Diamonds for one of them, or null if the contents are mixed. */
  readonly unitPrice: number | null;
}

/** Returns the item in a shop's containers that the filters ask for, or null if they ask for the goods or no item. */
export function insideShop(shop: Shop, filters: readonly Filter[]): Inside | null {
  return firstInside(shop.item, filters, (goods) => matchShop(goods, shop, shop.remaining));
}

/** Returns the item in traded containers that the filters ask for, or null like `insideShop`. */
export function insideEvent(event: MarketEvent, filters: readonly Filter[]): Inside | null {
  return firstInside(event.item, filters, (goods) => matchEvent(goods, event, null));
}

function firstInside(item: Item, filters: readonly Filter[], match: (goods: Filter) => Match | null): Inside | null {
  for (const { item: choice, enchantments, containers } of filters) {
    if (choice === undefined && enchantments === undefined) continue;
    const found = match({ containers, ...(choice && { item: choice }), ...(enchantments && { enchantments }) });
    if (!found?.contained) continue;
    const { contained, unitPrice } = found;
    return { contained, unitPrice, held: countMatchingContents(item, ({ key }) => key === contained.identity.key) };
  }
  return null;
}

/** Returns the noun for counted containers. */
function containerNoun({ identity }: Item): 'box' | 'container' {
  return identity.type.endsWith('SHULKER_BOX') ? 'box' : 'container';
}

/** Formats `640 in stock` or `unlimited stock`, and for an estimate `about 640 in stock` or `probably 1 in stock`. */
export function formatInStock(remaining: number, estimated: boolean, language: Language): string {
  if (remaining === UNLIMITED) return language.say('offer.unlimited');
  const count = formatWhole(remaining, language);
  if (!estimated) return language.say('offer.in-stock', { count });
  return language.say(remaining === 1 ? 'offer.probably-in-stock' : 'offer.about-in-stock', { count });
}

/** Formats ` · room for 32` or ` · no room left` for a shop that buys a limited number. Empty for others. */
export function formatRoomLeft(shop: Shop, remaining: number, language: Language): string {
  if (shop.side !== 'bid' || remaining === UNLIMITED) return '';
  if (!inStock(shop, remaining)) return formatRoom(shop, remaining, language);
  return ` · ${language.say('offer.room', { count: formatWhole(remaining, language) })}`;
}

/** Formats ` · no room left` for a shop that buys and has no room for a bundle. Empty for others. */
export function formatRoom(shop: Shop, remaining: number, language: Language): string {
  return shop.side === 'bid' && !inStock(shop, remaining) ? ` · ${language.say('offer.no-room')}` : '';
}

/** Formats `19 shops in stock, 6 empty`. */
export function formatStocked(n: number, empty: number, language: Language): string {
  if (empty === 0) return language.say('offer.shops', { n });
  return language.say('offer.shops-and-empty', { n, empty: formatWhole(empty, language) });
}

/** From this multiple of the worth or of a goal on, a price is shown as a multiple: per cent are hard to read. */
export const LEAST_SHOWN_MULTIPLE = 4;

/** Formats ` · 23 % under worth (0.25 each)`, or an empty text if the worth of the last 30 days is unknown. */
export function formatAgainstWorth(unitPrice: number, worth: number | null, language: Language): string {
  return formatStandingWithWorth(unitPrice, worth, language)
    .map((differenceFromWorth) => ` · ${differenceFromWorth}`)
    .join('');
}

/** Formats `23 % under worth (0.25 each)` as a list, which is empty if the worth is unknown. */
export function formatStandingWithWorth(unitPrice: number, worth: number | null, language: Language): string[] {
  const relation = worth === null ? null : sayStanding(unitPrice, worth, language);
  if (worth === null || relation === null) return [];
  return [language.say('standing.of', { standing: relation, worth: formatPrice(worth, language) })];
}

/** Formats `23 % under worth`, or returns null for a worth of 0. */
export function sayStanding(unitPrice: number, worth: number, language: Language): string | null {
  const how = differenceFromWorth(unitPrice, worth);
  if (how === null) return null;
  if (how.direction === 'at') return language.say('standing.at');
  if (isManyTimes(unitPrice, worth)) {
    return language.say('standing.times', { times: formatWhole(unitPrice / worth, language) });
  }
  return language.say(`standing.${how.direction}`, { percent: formatWhole(how.percent, language) });
}

/** Returns whether a price is shown as a multiple of the worth instead of in per cent. */
export function isManyTimes(unitPrice: number, worth: number): boolean {
  return unitPrice / worth >= LEAST_SHOWN_MULTIPLE;
}

/** Formats the purchases and sellers behind a worth, or why there is none. All shops of one owner are one seller. */
export function formatBasis(worth: Worth | NoWorth, language: Language): string {
  if (worth.worth === null) return formatNoWorth(worth, language);
  const basis = language.say('worth.basis', { n: worth.trades, sellers: worth.sellers });
  return `${basis}${formatOutliers(worth, language)}`;
}

/** Formats why there is no worth, as `Too few purchases for a worth: it takes 5`. */
export function formatNoWorth(none: NoWorth, language: Language): string {
  return `${language.say(`worth.${none.why}`)}${formatOutliers(none, language)}`;
}

/** Formats the number of outliers that do not count. Empty if all prices are far from each other. */
function formatOutliers({ outliers, sellers, ...worth }: Worth | NoWorth, language: Language): string {
  if (outliers === 0 || sellers === 0 || ('why' in worth && worth.why === 'scattered')) return '';
  return ` · ${language.say('worth.left-out', { n: outliers })}`;
}

/** Formats `120 blocks from your home`. Empty without a home, or if no portal leads there. */
export function formatFromHome(home: UserPlace | undefined, to: Location, language: Language): string[] {
  if (home === undefined || distanceBetween(home, to) === null) return [];
  return formatDistance(home, to, language).map((distance) => language.say('offer.from-home', { distance }));
}

/** Formats the distance from a filter's place, which it names if it is the user's home. Empty without a place. */
export function formatFilterDistance(filter: Filter, to: Location, language: Language): string[] {
  const from = placeOf(filter);
  const fromHome = filter.home && from !== null ? formatFromHome(from, to, language) : [];
  return fromHome.length > 0 ? fromHome : formatDistance(from, to, language);
}

/** Formats a shop's coordinates `100 64 -3` as code to copy, its world and owner. For the start of a line only. */
export function placeFirst({ location, owner }: Shop, language: Language): string {
  return formatPlace(location, owner, language);
}

/** Formats a trade's place. `owner` is null if several shops are possible, and is then omitted. */
export function formatPlace(location: Location, owner: Owner | null, language: Language, isLinked = true): string {
  const place = [
    `${formatCoordinates(location, language, isLinked)} ${safe(location.world, 40)}`,
    ...inOverworld(location, language),
  ];
  return [...place, ...(owner === null ? [] : [formatOwner(owner, language)])].join(' · ');
}

/**
 * Formats a place as `100 64 -3 world` for places without markdown. No-break spaces keep it in one line, and the card
 * below has the coordinates to copy.
 */
export function placeInPush({ x, y, z, world }: Location): string {
  return [x, y, z, bare(world, 40)].join('\u00a0');
}

/** Formats the owner's name, or `unknown owner` if the service sends none. */
export function formatOwner({ name }: Owner, language: Language): string {
  return name === null ? language.say('offer.unknown-owner') : safe(name, 40);
}

/**
 * Formats `120 blocks`, `80 blocks (10 in the Nether)` across worlds, or `in another world` without a portal. Empty
 * without a start.
 */
export function formatDistance(from: UserPlace | null, to: Location, language: Language): string[] {
  if (from === null) return [];
  const distance = distanceBetween(from, to);
  if (distance === null) return [language.say('offer.other-world')];
  const n = Math.round(distance.blocks);
  const { there } = distance;
  if (there === null) return [language.say('offer.blocks-away', { n })];
  const count = formatWhole(Math.round(there.blocks), language);
  return [language.say(`offer.blocks-${there.dimension}`, { n, there: count })];
}
