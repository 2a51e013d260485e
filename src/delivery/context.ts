import { type Change, changedItem, changedShop } from '../market/change.ts';
import { type Deal, dealOf } from '../market/deals/deal.ts';
import { countsForWorth, type Identity, type Item } from '../market/item/item.ts';
import { hasOpenVariant } from '../market/item/open-variant.ts';
import type { Shop } from '../market/shops/shop.ts';
import { findCurrentShop } from '../market/shops/similarity.ts';
import { inStock, unitPriceOf } from '../market/shops/unit-price.ts';
import type { NoticeInContext } from '../ports/delivery.ts';
import type { Outage } from '../ports/journal.ts';
import type { KnownPainting } from '../ports/pictures.ts';
import type { Cause, Notice } from '../routing/notice.ts';
import type { Home } from '../routing/person.ts';
import { canvasesIn, undercutPrice, type WorthOf } from '../routing/shop-news.ts';
import { type LiveShops, worthOfCause } from '../routing/still-true.ts';
import { goodsToJudge, isOfDeals, isOfferChange, LEAST_TERMS } from '../routing/under-worth.ts';
import { shopOwnerOf } from '../routing/watch.ts';
import { TimeSlice } from '../time/cooperate.ts';
import type { DeliveryParts } from './parts.ts';
import type { Deliverable } from './recheck.ts';

/** Limits the items whose worth is looked up. A message of more items is a digest, which names no worths. */
const MOST_WORTH_LOOKUPS = 25;
/** Limits the deals whose worth is judged again. The worth of a busy item takes some 25 ms while the lease is held. */
const MOST_JUDGED_DEALS = 100;
/** Limits the canvases of one message. Ten cards show ten of them, and a box holds up to 27. */
const MOST_CANVASES_PER_MESSAGE = 300;

/**
 * Reads the worths of the notices' items, by identity key. Returns no worths for a digest, and leaves out those that it
 * cannot read.
 */
export async function worthsFor(
  notices: readonly Notice[],
  { worthOf, log }: Pick<DeliveryParts, 'worthOf' | 'log'>,
): Promise<ReadonlyMap<string, number>> {
  const items = new Map<string, Identity>();
  for (const notice of notices) {
    const identity = comparableItemOf(notice.cause)?.identity ?? null;
    if (identity !== null) items.set(identity.key, identity);
    if (items.size > MOST_WORTH_LOOKUPS) return new Map();
  }
  const worths = new Map<string, number>();
  try {
    for (const [key, identity] of items) {
      const worth = await worthOf(identity);
      if (worth !== null) worths.set(key, worth);
    }
  } catch (error) {
    log.warn({ err: error }, 'Could not read worths, sending without them');
  }
  return worths;
}

/**
 * Reads for how many days the asks of these notices are the lowest, by shop. Returns none for a digest, and leaves out
 * those that it cannot read.
 */
export async function lowestFor(
  notices: readonly Notice[],
  { lowestInDays, log }: Pick<DeliveryParts, 'lowestInDays' | 'log'>,
): Promise<ReadonlyMap<Shop, number>> {
  const asks = notices.flatMap(({ cause }) => stockedShopsOf(cause));
  if (new Set(asks.map(({ item }) => item.identity.key)).size > MOST_WORTH_LOOKUPS) return new Map();
  const lowest = new Map<Shop, number>();
  try {
    for (const shop of asks) {
      const days = await lowestInDays(shop);
      if (days !== null) lowest.set(shop, days);
    }
  } catch (err) {
    log.warn({ err }, 'Could not look up lowest prices, sending without them');
  }
  return lowest;
}

/** Returns the shop of a notice, unless it is empty. */
function stockedShopsOf(cause: Cause): readonly Shop[] {
  if (cause.kind !== 'change') return [];
  const { change } = cause;
  return isOfferChange(change) && inStock(change.shop, change.shop.remaining) ? [change.shop] : [];
}

/**
 * Reads the worths that decide whether a deal still is one: of all goods that were routed as deals, and of some others
 * for watches that were edited since.
 * @returns null if they cannot be read or are too many, so that each notice's own worth counts
 */
export async function dealWorthsFor(
  notices: readonly Notice[],
  { worthOf, log }: Pick<DeliveryParts, 'worthOf' | 'log'>,
): Promise<WorthOf | null> {
  const goodsOf = (isDeal: boolean) => goodsToJudge(notices.flatMap(({ cause }) => offersOf(cause, isDeal)));
  const routed = goodsOf(true);
  const others = goodsOf(false);
  if (routed.length > MOST_JUDGED_DEALS) return null;
  const worths = new Map<string, number | null>();
  const slice = new TimeSlice();
  try {
    for (const identity of [...routed, ...others.slice(0, MOST_WORTH_LOOKUPS)]) {
      worths.set(identity.key, await worthOf(identity));
      await slice.yieldIfOver();
    }
  } catch (err) {
    log.warn({ err }, 'Could not read worths, judging deals by those of their notices');
    return null;
  }
  return (key) => worths.get(key) ?? null;
}

/**
 * Returns the offers of a notice, including those of a flood.
 * @param isDeal whether the notice must have been routed as a deal, or must not; any other notice gives no offers
 */
function offersOf(cause: Cause, isDeal: boolean): readonly Change[] {
  if (cause.kind !== 'change' || (cause.worth !== undefined) !== isDeal) return [];
  const { change, listedWith } = cause;
  return [change, ...(listedWith?.shops ?? []).map((shop) => ({ kind: 'listed', at: change.at, shop }) as const)];
}

/**
 * Finds the paintings of these notices whose pixels are stored, by canvas id. If the lookup fails, the message has no
 * pictures.
 */
export async function paintingsFor(
  notices: readonly Notice[],
  { findPaintings, log }: Pick<DeliveryParts, 'findPaintings' | 'log'>,
): Promise<ReadonlyMap<string, KnownPainting>> {
  const canvases = new Set<string>();
  for (const { cause } of notices) {
    for (const canvas of canvasesOf(cause)) if (canvases.size < MOST_CANVASES_PER_MESSAGE) canvases.add(canvas);
  }
  if (canvases.size === 0) return new Map();
  try {
    const known = await findPaintings([...canvases]);
    return new Map(known.map((painting) => [painting.id, painting]));
  } catch (err) {
    log.warn({ err }, 'Could not look up paintings, sending without pictures');
    return new Map();
  }
}

function canvasesOf(cause: Cause): readonly string[] {
  if (cause.kind !== 'change' && cause.kind !== 'sample') return [];
  return canvasesIn(changedItem(cause.change));
}

/** Facts for the whole message. */
export interface MessageContext {
  /** By identity key. */
  readonly worths: ReadonlyMap<string, number>;
  /** Number of days for which a shop's ask is the lowest. */
  readonly lowest: ReadonlyMap<Shop, number>;
  /** By canvas id. */
  readonly paintings: ReadonlyMap<string, KnownPainting>;
  /** Unreported outages, which the first notice reports. */
  readonly gaps: readonly Outage[];
  /** See `dealWorthsFor`. */
  readonly dealWorthOf: WorthOf | null;
  /** Several feeds of the channel are on. */
  readonly hasSeveralFeeds: boolean;
  /** The home of the target's user. Null for a channel. */
  readonly home: Home | null;
  /** Ids of roles that another part of the same split message has mentioned. */
  readonly mentionedRoles: ReadonlySet<string>;
}

/**
 * Adds the facts with which a user judges an alert: worth, own undercut price, pictures, and to the first notice the
 * gaps.
 */
export function withContext(
  deliverable: readonly Deliverable[],
  { worths, lowest, paintings, gaps, dealWorthOf, hasSeveralFeeds, home, mentionedRoles }: MessageContext,
  shops: LiveShops | null,
): readonly NoticeInContext[] {
  return deliverable.map(({ entry }, at) => {
    const shown = canvasesOf(entry.notice.cause).flatMap((canvas) => paintings.get(canvas) ?? []);
    const key = comparableItemOf(entry.notice.cause)?.identity.key;
    const undercuts = shops === null ? null : undercutIn(entry, shops);
    const worth = (key !== undefined && worths.get(key)) || null;
    const [ask] = stockedShopsOf(entry.notice.cause);
    const lowestInDays = ask && lowest.get(ask);
    const deal = dealIn(entry, dealWorthOf, shops);
    const withGaps = at === 0 && gaps.length > 0 && { gaps };
    const cheapest = shops === null ? null : cheapestOf(entry.notice.cause, shops);
    const isOpen = shops !== null && concernsOpenVariant(entry.notice.cause, shops);
    return {
      ...entry,
      worth,
      ...(lowestInDays !== undefined && { lowestInDays }),
      ...(hasSeveralFeeds && { hasSeveralFeeds }),
      ...(home !== null && { home }),
      ...(mentionedRoles.size > 0 && { mentionedRoles }),
      ...(cheapest !== null && { cheapest }),
      ...(undercuts !== null && { undercuts }),
      ...(deal !== null && { deal }),
      ...(isOpen && { hasOpenVariant: true }),
      ...(shown.length > 0 && { paintings: shown }),
      ...withGaps,
    };
  });
}

/** @returns the offer as a deal with the live stock, or null if none of its feeds and watches is for deals */
function dealIn(
  { notice: { cause }, subscriptions }: Deliverable['entry'],
  worthOf: WorthOf | null,
  shops: LiveShops | null,
): Deal | null {
  if (cause.kind !== 'change' || !isOfferChange(cause.change) || !subscriptions.some(isOfDeals)) return null;
  const { shop } = cause.change;
  const found = shops === null ? undefined : findCurrentShop(shop, shops);
  const remaining = shops === null || found === undefined ? shop.remaining : shops.remainingOf(found).remaining;
  return dealOf(shop, remaining, worthOf ?? worthOfCause(cause), LEAST_TERMS);
}

/**
 * Returns whether a notice's shop has an unknown variant. Events always know their variant; a shop out of stock may
 * not.
 */
function concernsOpenVariant(cause: Cause, shops: LiveShops): boolean {
  if (cause.kind !== 'change' || cause.change.kind === 'auctioned' || cause.change.kind === 'traded') return false;
  return hasOpenVariant(shops, changedShop(cause.change).item);
}

/** Returns the unit price of the cheapest shop that sells the auctioned goods now, or null if there is none. */
function cheapestOf(cause: Cause, shops: LiveShops): number | null {
  if (cause.kind !== 'change' || cause.change.kind !== 'auctioned') return null;
  const key = comparableItemOf(cause)?.identity.key;
  const asks = (key !== undefined && shops.ofKey(key)?.asks) || [];
  const cheapest = asks.find((shop) => inStock(shop, shops.remainingOf(shop).remaining) && countsForWorth(shop.item));
  return cheapest === undefined ? null : unitPriceOf(cheapest);
}

/** @returns the item of a notice if it has a worth to compare with: undamaged, empty and of a known variant */
function comparableItemOf(cause: Cause): Item | null {
  if (cause.kind !== 'change') return null;
  const { change } = cause;
  if (change.kind === 'auctioned') return priceable(change.auction.item);
  if (change.kind === 'traded') return priceable(change.shop?.item.contents.length ? null : change.trade.item);
  return priceable(changedShop(change).item);
}

function priceable(item: Item | null): Item | null {
  if (item === null || item.identity.variant === null || item.contents.length > 0) return null;
  return countsForWorth(item) ? item : null;
}

function undercutIn({ notice: { cause }, subscriptions }: Deliverable['entry'], shops: LiveShops): number | null {
  if (cause.kind !== 'change') return null;
  const { change } = cause;
  if (change.kind !== 'listed' && change.kind !== 'restocked' && change.kind !== 'price-changed') return null;
  const owners = subscriptions.flatMap((subscription) =>
    subscription.type === 'watch' && subscription.trigger === 'my-shop' ? [shopOwnerOf(subscription)] : [],
  );
  const prices = owners.flatMap((owner) => undercutPrice(owner, change.shop, shops) ?? []);
  return prices.length === 0 ? null : Math.min(...prices);
}
