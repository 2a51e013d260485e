import type { Language } from '../../../language/language.ts';
import { bundle, diamonds, price, pricesApart, whole } from '../../../language/number.ts';
import type { MarketEvent } from '../../../market/change.ts';
import { countHeld } from '../../../market/item/contents.ts';
import type { Item } from '../../../market/item/item.ts';
import { type NoWorth, standing, type Worth } from '../../../market/prices/worth.ts';
import type { Filter } from '../../../market/search/filter.ts';
import { type Match, matchEvent, matchShop } from '../../../market/search/match.ts';
import { distanceBetween } from '../../../market/shops/distance.ts';
import { type Location, type Owner, type Shop, UNLIMITED } from '../../../market/shops/shop.ts';
import { inStock, unitPriceOf } from '../../../market/shops/unit-price.ts';
import { bare, code, safe } from './text.ts';

/** The part of a container's contents that was asked for. */
type Contained = Pick<Inside, 'held' | 'unitPrice'>;

const ALONE: OfferList = { prices: new Map(), namesUnit: false };

/**
 * A list whose heading says `prices in diamonds` (`common.in-diamonds`), so that its rows name no unit.
 * @param unitPrices of all rows: each gets as many digits as tell it from its neighbours
 */
export function listInDiamonds(unitPrices: readonly number[], language: Language): OfferList {
  return { prices: pricesApart(unitPrices, language), namesUnit: true, saysPays: true };
}

/** An offer in words. `bundle`: the price on the sign; `unit`: the price of one, null if the bundle is of one. */
interface OfferWords {
  readonly bundle: string;
  readonly unit: string | null;
}

/**
 * The list in which an offer stands. `prices`: its unit prices in words. `namesUnit`: its heading says "prices in
 * diamonds", so that no row names the unit. `saysPays`: a shop that buys `pays 3 for 32`.
 */
export interface OfferList {
  readonly prices: ReadonlyMap<number, string>;
  readonly namesUnit: boolean;
  readonly saysPays?: boolean;
}

/** Says a shop's offer of the item itself (`contained` null), or of containers with it. */
export function sayOffer(
  shop: Shop,
  contained: Contained | null,
  language: Language,
  { prices, namesUnit, saysPays = false }: OfferList = ALONE,
): OfferWords {
  const { price: paid, item } = shop;
  const total = namesUnit ? price(paid, language) : diamonds(paid, language);
  const pays = saysPays && shop.side === 'bid';
  if (contained !== null && contained.unitPrice === null) {
    const unit = language.say('offer.mixed-with', { count: whole(contained.held, language) });
    return { bundle: sayContainers(item, null, total, pays, language), unit };
  }
  const unitPrice = contained?.unitPrice ?? unitPriceOf(shop);
  const amount = prices.get(unitPrice) ?? price(unitPrice, language);
  if (contained === null && item.quantity === 1) {
    const lead = namesUnit ? amount : diamonds(paid, language, amount);
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
export function sayFound(shop: Shop, match: Match, language: Language, list?: OfferList): OfferWords {
  return sayOffer(shop, containedIn(match), language, list);
}

function containedIn({ contained, held, unitPrice }: Match): Contained | null {
  return contained === null ? null : { held: held ?? 0, unitPrice };
}

/** `**32 for 3 diamonds** · 0.094 each` */
export function asMarkdown({ bundle: lead, unit }: OfferWords): string {
  return [`**${lead}**`, ...(unit === null ? [] : [unit])].join(' · ');
}

/** `32 for 3 diamonds · 0.094 each`, for where no markdown is rendered. */
export function asPlainText({ bundle: lead, unit }: OfferWords): string {
  return [lead, ...(unit === null ? [] : [unit])].join(' · ');
}

function sayBundle(quantity: number, total: string, pays: boolean, language: Language): string {
  if (!pays) return bundle(quantity, total, language);
  return language.say('offer.pays', { price: total, quantity: whole(quantity, language) });
}

/** `1 box of 64 for 50 diamonds`. `count`: how many of the one item in it; null if the contents are mixed. */
function sayContainers(item: Item, count: number | null, total: string, pays: boolean, language: Language): string {
  const boxes = { kind: containerNoun(item), n: item.quantity, diamonds: total };
  if (count === null) return language.say(pays ? 'offer.pays-boxes' : 'offer.boxes', boxes);
  const of = { ...boxes, count: whole(count, language) };
  return language.say(pays ? 'offer.pays-boxes-of' : 'offer.boxes-of', of);
}

/**
 * An item that a filter asked for, found in a container. `held`: how many of it one container holds. `unitPrice`:
 * diamonds for one of it; null if the contents are mixed.
 */
export interface Inside {
  readonly contained: Item;
  readonly held: number;
  readonly unitPrice: number | null;
}

/** What these filters ask for in the containers of a shop; null: the goods themselves, or nothing at all, were asked for. */
export function insideShop(shop: Shop, filters: readonly Filter[]): Inside | null {
  return firstInside(shop.item, filters, (goods) => matchShop(goods, shop, shop.remaining));
}

/** The same for what changed hands. */
export function insideEvent(event: MarketEvent, filters: readonly Filter[]): Inside | null {
  return firstInside(event.item, filters, (goods) => matchEvent(goods, event, null));
}

function firstInside(item: Item, filters: readonly Filter[], match: (goods: Filter) => Match | null): Inside | null {
  for (const { item: choice, enchantments, containers } of filters) {
    if (choice === undefined && enchantments === undefined) continue;
    const found = match({ containers, ...(choice && { item: choice }), ...(enchantments && { enchantments }) });
    if (!found?.contained) continue;
    const { contained, unitPrice } = found;
    return { contained, unitPrice, held: countHeld(item, ({ key }) => key === contained.identity.key) };
  }
  return null;
}

/** What one calls it when it is counted: `box`, else `container`. */
function containerNoun({ identity }: Item): 'box' | 'container' {
  return identity.type.endsWith('SHULKER_BOX') ? 'box' : 'container';
}

/** `640 in stock`, `about 640 in stock` of an estimate, `probably 1 in stock`, or `unlimited stock`. `remaining`: items. */
export function formatInStock(remaining: number, estimated: boolean, language: Language): string {
  if (remaining === UNLIMITED) return language.say('offer.unlimited');
  const count = whole(remaining, language);
  if (!estimated) return language.say('offer.in-stock', { count });
  return language.say(remaining === 1 ? 'offer.probably-in-stock' : 'offer.about-in-stock', { count });
}

/** ` · room for 32` or ` · no room left` of a shop that buys; empty of one that sells or takes any number. `remaining`: items. */
export function formatRoomLeft(shop: Shop, remaining: number, language: Language): string {
  if (shop.side !== 'bid' || remaining === UNLIMITED) return '';
  if (!inStock(shop, remaining)) return formatRoom(shop, remaining, language);
  return ` · ${language.say('offer.room', { count: whole(remaining, language) })}`;
}

/** ` · no room left` of a shop that buys and has no room for a bundle; else empty. */
export function formatRoom(shop: Shop, remaining: number, language: Language): string {
  return shop.side === 'bid' && !inStock(shop, remaining) ? ` · ${language.say('offer.no-room')}` : '';
}

/** `19 shops in stock, 6 empty`, as `/price` says it, too. */
export function formatStocked(n: number, empty: number, language: Language): string {
  if (empty === 0) return language.say('offer.shops', { n });
  return language.say('offer.shops-and-empty', { n, empty: whole(empty, language) });
}

/** From so many times its worth on, per cent say nothing. */
const TIMES = 4;

/** ` · 23 % under worth (0.25 each)`; empty where nobody can say. `worth`: of the last 30 days. */
export function formatStanding(unitPrice: number, worth: number | null, language: Language): string {
  return formatStandingWithWorth(unitPrice, worth, language)
    .map((standing) => ` · ${standing}`)
    .join('');
}

/** `23 % under worth (0.25 each)`, in a list; none where nobody can say. */
export function formatStandingWithWorth(unitPrice: number, worth: number | null, language: Language): string[] {
  const said = worth === null ? null : sayStanding(unitPrice, worth, language);
  if (worth === null || said === null) return [];
  return [language.say('standing.of', { standing: said, worth: price(worth, language) })];
}

/** `23 % under worth`; null: of a worth of 0 nobody can say. */
export function sayStanding(unitPrice: number, worth: number, language: Language): string | null {
  const how = standing(unitPrice, worth);
  if (how === null) return null;
  if (how.direction === 'at') return language.say('standing.at');
  if (isManyTimes(unitPrice, worth)) {
    return language.say('standing.times', { times: whole(unitPrice / worth, language) });
  }
  return language.say(`standing.${how.direction}`, { percent: whole(how.percent, language) });
}

/** Whether a price is told as times of the worth, because per cent would say nothing. */
export function isManyTimes(unitPrice: number, worth: number): boolean {
  return unitPrice / worth >= TIMES;
}

/** What a worth rests on, or why there is none. Shops of one owner are one seller. */
export function formatBasis(worth: Worth | NoWorth, language: Language): string {
  if (worth.worth === null) return formatNoWorth(worth, language);
  const basis = language.say('worth.basis', { n: worth.trades, sellers: worth.sellers });
  return `${basis}${formatAside(worth, language)}`;
}

/** Why there is no worth: `Too few purchases for a worth: it takes 5`. */
export function formatNoWorth(none: NoWorth, language: Language): string {
  return `${language.say(`worth.${none.why}`)}${formatAside(none, language)}`;
}

/** Where they differ too much, or none is left, all are far from each other. */
function formatAside({ setAside, sellers, ...worth }: Worth | NoWorth, language: Language): string {
  if (setAside === 0 || sellers === 0 || ('why' in worth && worth.why === 'scattered')) return '';
  return ` · ${language.say('worth.left-out', { n: setAside })}`;
}

/** `100 64 -3` as code and ready to copy, world, owner. At a line's beginning, where coordinates never break. */
export function placeFirst({ location, owner }: Shop, language: Language): string {
  return formatPlace(location, owner, language);
}

/** The place of a trade. `owner` is null if the trade may be of any of several shops; then no owner is shown. */
export function formatPlace({ x, y, z, world }: Location, owner: Owner | null, language: Language): string {
  const place = `${code(`${x} ${y} ${z}`)} ${safe(world, 40)}`;
  return owner === null ? place : `${place} · ${formatOwner(owner, language)}`;
}

/**
 * `100 64 -3 world`: the same where no markdown is rendered. No-break spaces keep it in one line. The card below has
 * the coordinates with spaces, ready to copy.
 */
export function placeInPush({ x, y, z, world }: Location): string {
  return [x, y, z, bare(world, 40)].join('\u00a0');
}

/** The owner's name, or `unknown owner` where the service gives none. */
export function formatOwner({ name }: Owner, language: Language): string {
  return name === null ? language.say('offer.unknown-owner') : safe(name, 40);
}

/**
 * `120 blocks`, `80 blocks (10 in the Nether)` across worlds, or `in another world` where no portal leads.
 * @param from a filter's place, or a shop's location; without `x` and `z` there is nothing to say
 */
export function formatDistance(
  { x, z, world }: { readonly x?: number; readonly z?: number; readonly world?: string },
  to: Location,
  language: Language,
): string[] {
  if (x === undefined || z === undefined) return [];
  const distance = distanceBetween({ x, z, world }, to);
  if (distance === null) return [language.say('offer.other-world')];
  const n = Math.round(distance.blocks);
  const { there } = distance;
  if (there === null) return [language.say('offer.blocks-away', { n })];
  const count = whole(Math.round(there.blocks), language);
  return [language.say(`offer.blocks-${there.dimension}`, { n, there: count })];
}
