import type { Change } from '../market/change.ts';
import type { Item } from '../market/item/item.ts';
import { playerKey } from '../market/player.ts';
import { tradedIn, unitPriceOf } from '../market/shops/unit-price.ts';
import type { Feed, FeedKind } from './feed.ts';
import type { MatchContext } from './match-context.ts';
import { choiceKey, keysWithin } from './match-keys.ts';
import { PriceList } from './price-list.ts';
import { undercutOwners } from './undercut.ts';
import type { Watch, WatchTrigger } from './watch.ts';

const ANY_ITEM = '';

/** The changes that may concern a feed of each kind. */
const FEED_CHANGES: Record<FeedKind, readonly Change['kind'][]> = {
  auctions: ['auctioned'],
  trades: ['traded'],
  purchases: ['traded'],
  sales: ['traded'],
  listings: ['listed', 'price-changed'],
  restocks: ['restocked', 'price-changed'],
  'price-drops': ['price-changed'],
  'banned-paintings': ['listed', 'price-changed', 'banned'],
  'sold-out': ['price-changed', 'sold-out', 'removed'],
  health: [],
};
/** The changes that may concern a watch of each trigger; `my-shop` watches are found by their owner. */
const WATCH_CHANGES: Record<Exclude<WatchTrigger, 'my-shop'>, readonly Change['kind'][]> = {
  'at-or-below': ['listed', 'restocked', 'price-changed'],
  'at-or-above': ['listed', 'price-changed'],
  listed: ['listed', 'price-changed'],
  restocked: ['restocked', 'price-changed'],
  'sold-out': ['price-changed', 'sold-out', 'removed'],
  auctioned: ['auctioned'],
  traded: ['traded'],
};
const FEEDS_OF = byChange(FEED_CHANGES);
const WATCHES_OF = byChange(WATCH_CHANGES);

/** Finds the few feeds and watches that a change may concern; whether it does is checked after. */
export class SubscriptionIndex {
  readonly #feeds = new Map<string, Set<Feed>>();
  readonly #watches = new Map<string, PriceList>();
  /** `my-shop` watches by the `playerKey` of the owner. */
  readonly #owners = new Map<string, Set<Watch>>();

  add(subscription: Feed | Watch): void {
    const key = keyOf(subscription);
    if (subscription.type === 'feed') {
      this.#feeds.set(key, (this.#feeds.get(key) ?? new Set()).add(subscription));
    } else if (subscription.trigger === 'my-shop') {
      this.#owners.set(key, (this.#owners.get(key) ?? new Set()).add(subscription));
    } else {
      const list = this.#watches.get(key) ?? new PriceList(subscription.trigger === 'at-or-above' ? -1 : 1);
      this.#watches.set(key, list);
      list.add(subscription);
    }
  }

  remove(subscription: Feed | Watch): void {
    const key = keyOf(subscription);
    if (subscription.type === 'feed') takeFrom(this.#feeds, key, subscription);
    else if (subscription.trigger === 'my-shop') takeFrom(this.#owners, key, subscription);
    else {
      const list = this.#watches.get(key);
      list?.remove(subscription);
      if (list?.size === 0) this.#watches.delete(key);
    }
  }

  /** Each at most once. */
  *feedsFor(change: Change): Generator<Feed, void> {
    const keysOf = remembered(keysWithin);
    for (const kind of FEEDS_OF.get(change.kind) ?? []) {
      yield* this.#feeds.get(`${kind} ${ANY_ITEM}`) ?? [];
      for (const key of keysOf(itemOf(change, kind))) yield* this.#feeds.get(`${kind} ${key}`) ?? [];
    }
  }

  /** Each at most once. */
  *watchesFor(change: Change, { market }: MatchContext): Generator<Watch, void> {
    const keysOf = remembered(keysWithin);
    for (const trigger of WATCHES_OF.get(change.kind) ?? []) {
      const item = itemOf(change, trigger);
      for (const key of keysOf(item)) {
        const list = this.#watches.get(`${trigger} ${key}`);
        if (list !== undefined) yield* list.reachedBy(priceFor(change, item, key));
      }
    }
    if (this.#owners.size > 0) yield* this.#ownersOf(change, market);
  }

  *#ownersOf(change: Change, market: MatchContext['market']): Generator<Watch, void> {
    const own = [
      ...('shop' in change && change.shop !== null ? [change.shop.owner] : []),
      ...('before' in change ? [change.before.owner] : []),
    ];
    const undercut = market === null ? [] : undercutOwners(change, market);
    const keys = new Set([...own.flatMap(({ name, uuid }) => [playerKey(name), playerKey(uuid)]), ...undercut]);
    for (const key of keys) yield* this.#owners.get(key) ?? [];
  }
}

function keyOf(subscription: Feed | Watch): string {
  if (subscription.type === 'feed') {
    return `${subscription.kind} ${subscription.filter.item === undefined ? ANY_ITEM : choiceKey(subscription.filter.item)}`;
  }
  if (subscription.item === null) return playerKey(subscription.filter.owner ?? '');
  return `${subscription.trigger} ${choiceKey(subscription.item)}`;
}

/** What a change of each kind may concern, in the order of the table. */
function byChange<K extends string>(
  changes: Readonly<Record<K, readonly Change['kind'][]>>,
): ReadonlyMap<Change['kind'], readonly K[]> {
  const concerned = new Map<Change['kind'], K[]>();
  for (const one of Object.keys(changes) as K[]) {
    for (const kind of changes[one]) concerned.set(kind, [...(concerned.get(kind) ?? []), one]);
  }
  return concerned;
}

/** What a shop no longer offers is asked of the shop as it was. */
function itemOf(change: Change, wanted: FeedKind | WatchTrigger): Item {
  if (change.kind === 'auctioned') return change.auction.item;
  if (change.kind === 'traded') return change.trade.item;
  if (change.kind === 'removed') return change.before.item;
  return wanted === 'sold-out' && 'before' in change ? change.before.item : change.shop.item;
}

/**
 * The unit price of what stands under this key: of the item itself the price of one. What a container holds is priced by
 * its contents: null, so that the exact check sees every watch of it.
 */
function priceFor(change: Change, item: Item, key: string): number | null {
  const { type, key: own } = item.identity;
  if (item.contents.length > 0 || (key !== type && key !== `#${own}`)) return null;
  if (change.kind === 'auctioned' || change.kind === 'traded') {
    const { count, paid } = tradedIn(change.kind === 'auctioned' ? change.auction : change.trade);
    return paid / count;
  }
  return change.kind === 'removed' ? null : unitPriceOf(change.shop);
}

function takeFrom<T>(groups: Map<string, Set<T>>, key: string, member: T): void {
  const group = groups.get(key);
  group?.delete(member);
  if (group?.size === 0) groups.delete(key);
}

/** A change is of one item or two, and asked of for each kind: a full box is gone through once. */
function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}
