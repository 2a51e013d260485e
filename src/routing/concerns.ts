import type { Change } from '../market/change.ts';
import { contentsOf, countUniformContents } from '../market/item/contents.ts';
import type { Identity, Item } from '../market/item/item.ts';
import { playerKeys } from '../market/player.ts';
import type { Shop } from '../market/shops/shop.ts';
import { tradedAmount } from '../market/shops/unit-price.ts';
import { type Feed, type FeedKind, PAID_KINDS } from './feed.ts';
import { type MatchContext, undercutOwners, type WorthOf } from './shop-news.ts';
import { dealsOfChange, termsOfFeed, termsOfWatch } from './under-worth.ts';
import { takesPrice, type Watch, type WatchTrigger } from './watch.ts';

/** The kinds of changes, with purchases and sales distinguished. */
type ChangeKind = Exclude<Change['kind'], 'traded'> | 'purchase' | 'sale';

/** Changes that may concern a feed of each kind. */
const CHANGES_OF_FEEDS: Record<FeedKind, readonly ChangeKind[]> = {
  auctions: ['auctioned'],
  trades: ['purchase', 'sale'],
  purchases: ['purchase'],
  sales: ['sale'],
  listings: ['listed', 'price-changed'],
  restocks: ['restocked', 'price-changed'],
  'price-drops': ['price-changed'],
  'banned-paintings': ['listed', 'price-changed', 'banned'],
  'sold-out': ['price-changed', 'sold-out', 'removed'],
  deals: ['listed', 'restocked', 'price-changed'],
  health: [],
};
/** Changes that may concern a watch of each trigger. `my-shop` watches are found by their owner. */
const CHANGES_OF_WATCHES: Record<Exclude<WatchTrigger, 'my-shop'>, readonly ChangeKind[]> = {
  'at-or-below': ['listed', 'restocked', 'price-changed'],
  'at-or-above': ['listed', 'restocked', 'price-changed'],
  listed: ['listed', 'price-changed'],
  restocked: ['restocked', 'price-changed'],
  'sold-out': ['price-changed', 'sold-out', 'removed'],
  auctioned: ['auctioned'],
  traded: ['purchase', 'sale'],
  'under-worth': ['listed', 'restocked', 'price-changed'],
};
const FEEDS_BY_CHANGE = groupByChange(CHANGES_OF_FEEDS);
const WATCHES_BY_CHANGE = groupByChange(CHANGES_OF_WATCHES);
const FEEDS_WITHOUT_DEALS = groupByChange<FeedKind>({ ...CHANGES_OF_FEEDS, deals: [] });
const WATCHES_WITHOUT_DEALS = groupByChange<keyof typeof CHANGES_OF_WATCHES>({
  ...CHANGES_OF_WATCHES,
  'under-worth': [],
});

/**
 * Finds the kinds of feeds, triggers of watches, and goods that a change may concern. `percent` is the discount from
 * the worth; an offer without one concerns neither `deals` nor `under-worth`.
 */
export function concernsOf(change: Change, worthOf?: WorthOf) {
  const changeKind = change.kind === 'traded' ? change.trade.kind : change.kind;
  const percent = dealsOfChange(change, worthOf).now?.percent ?? 0;
  const isUnder = percent > 0;
  return {
    feeds: (isUnder ? FEEDS_BY_CHANGE : FEEDS_WITHOUT_DEALS)[changeKind],
    watches: (isUnder ? WATCHES_BY_CHANGE : WATCHES_WITHOUT_DEALS)[changeKind],
    percent,
    ...changedGoodsOf(change),
  };
}

/** Returns whether a price concerns watches with a higher threshold (1) or a lower one (-1). */
export function directionOf(trigger: WatchTrigger): 1 | -1 {
  return trigger === 'at-or-above' || trigger === 'under-worth' ? -1 : 1;
}

/** Returns the threshold by which a watch is found, its price or its least discount, or null if it has none. */
export function watchThresholdOf(watch: Watch): number | null {
  if (watch.trigger === 'under-worth') return termsOfWatch(watch).discount;
  return takesPrice(watch.trigger) ? watch.price : null;
}

/** Returns the threshold by which a feed is found, its least payment or its least discount, or null if it has none. */
export function feedThresholdOf(feed: Feed): number | null {
  if (feed.kind === 'deals') return termsOfFeed(feed).discount;
  return PAID_KINDS.includes(feed.kind) ? feed.minValue : null;
}

/** Returns the `playerKey`s of owners whose `my-shop` watches a change may concern. */
export function ownersOf(change: Change, market: MatchContext['market']): ReadonlySet<string> {
  if (change.kind === 'auctioned') return new Set();
  if (change.kind === 'traded') return new Set(change.shop === null ? [] : playerKeys(change.shop.owner));
  const keys = new Set(market === null ? [] : undercutOwners(change, market));
  if ('shop' in change) for (const key of playerKeys(change.shop.owner)) keys.add(key);
  if ('before' in change) for (const key of playerKeys(change.before.owner)) keys.add(key);
  return keys;
}

/**
 * The goods of a change. `before` holds goods that a shop no longer offers. `paid` is the total payment, or null if
 * nothing was paid.
 */
interface ChangedGoods {
  readonly now: readonly PricedType[];
  readonly before: readonly PricedType[];
  readonly paid: number | null;
}

function changedGoodsOf(change: Change): ChangedGoods {
  if (change.kind === 'auctioned' || change.kind === 'traded') {
    const event = change.kind === 'auctioned' ? change.auction : change.trade;
    const { count, paid } = tradedAmount(event);
    return { now: pricedTypesIn(event.item, count, paid), before: [], paid };
  }
  const before = 'before' in change && change.kind !== 'restocked' ? goodsAt(change.before) : [];
  return { now: change.kind === 'removed' ? [] : goodsAt(change.shop), before, paid: null };
}

function goodsAt({ item, price }: Shop): readonly PricedType[] {
  return pricedTypesIn(item, item.quantity, price);
}

/** Maps each change to the feeds or watches that it may concern, in the order of the table. */
function groupByChange<K extends string>(
  changeKinds: Readonly<Record<K, readonly ChangeKind[]>>,
): Readonly<Record<ChangeKind, readonly K[]>> {
  const kinds = Object.keys(changeKinds) as K[];
  const concernedBy = (changeKind: ChangeKind) => kinds.filter((kind) => changeKinds[kind].includes(changeKind));
  return {
    auctioned: concernedBy('auctioned'),
    purchase: concernedBy('purchase'),
    sale: concernedBy('sale'),
    listed: concernedBy('listed'),
    restocked: concernedBy('restocked'),
    'sold-out': concernedBy('sold-out'),
    'price-changed': concernedBy('price-changed'),
    removed: concernedBy('removed'),
    banned: concernedBy('banned'),
  };
}

/**
 * One type of goods in a trade: the item itself, or one of its contents. `lowest` and `highest` are unit prices of its
 * variants in diamonds, or null if it has none because a container holds other goods too.
 */
export interface PricedType {
  readonly type: string;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly variants: readonly PricedVariant[];
}

/**
 * `key` is the identity's. An identity with former keys (up to 0.3.0, or under another name of its type) has one entry
 * for each.
 */
interface PricedVariant {
  readonly key: string;
  readonly unitPrice: number | null;
}

/**
 * Returns every type and variant in `count` items for `paid` diamonds, each once and priced as by a filter for it: the
 * item itself before its contents.
 */
export function pricedTypesIn(item: Item, count: number, paid: number): readonly PricedType[] {
  const { type } = item.identity;
  const unitPrice = paid / count;
  const own = { type, lowest: unitPrice, highest: unitPrice, variants: pricedVariantsOf(item.identity, unitPrice) };
  return item.contents.length === 0 ? [own] : withContents(own, item, count, paid);
}

function withContents(own: PricedType, item: Item, count: number, paid: number): readonly PricedType[] {
  const byType = new Map([[own.type, [...own.variants]]]);
  const known = new Set([item.identity.key]);
  for (const { identity } of contentsOf(item)) {
    if (known.has(identity.key)) continue;
    known.add(identity.key);
    const within = countUniformContents(item, identity);
    const found = pricedVariantsOf(identity, within === null ? null : paid / (count * within));
    const variants = byType.get(identity.type);
    if (variants === undefined) byType.set(identity.type, found);
    else variants.push(...found);
  }
  return Array.from(byType, ([type, variants]) => ({ type, variants, ...priceBoundsOf(variants) }));
}

function pricedVariantsOf({ key, formerKey, renamedKeys }: Identity, unitPrice: number | null): PricedVariant[] {
  if (formerKey === undefined && renamedKeys === undefined) return [{ key, unitPrice }];
  return [key, ...(formerKey === undefined ? [] : [formerKey]), ...(renamedKeys ?? [])].map((each) => ({
    key: each,
    unitPrice,
  }));
}

function priceBoundsOf(variants: readonly PricedVariant[]): Pick<PricedType, 'lowest' | 'highest'> {
  const prices = variants.flatMap(({ unitPrice }) => unitPrice ?? []);
  if (prices.length === 0) return { lowest: null, highest: null };
  return { lowest: Math.min(...prices), highest: Math.max(...prices) };
}
