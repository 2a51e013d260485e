import type { Change } from '../market/change.ts';
import { playerKey } from '../market/player.ts';
import type { Owner, Shop } from '../market/shops/shop.ts';
import { tradedIn } from '../market/shops/unit-price.ts';
import { type Feed, type FeedKind, PAID_KINDS } from './feed.ts';
import { ListsByItem } from './lists-by-item.ts';
import type { MatchContext } from './match-context.ts';
import { type PricedType, pricedGoods } from './priced-goods.ts';
import { undercutOwners } from './undercut.ts';
import { takesPrice, type Watch, type WatchTrigger } from './watch.ts';

/** What can happen: the kinds of changes, with the two kinds of trades apart. */
type Happening = Exclude<Change['kind'], 'traded'> | 'purchase' | 'sale';

/** What may concern a feed of each kind. */
const FEED_HAPPENINGS: Record<FeedKind, readonly Happening[]> = {
  auctions: ['auctioned'],
  trades: ['purchase', 'sale'],
  purchases: ['purchase'],
  sales: ['sale'],
  listings: ['listed', 'price-changed'],
  restocks: ['restocked', 'price-changed'],
  'price-drops': ['price-changed'],
  'banned-paintings': ['listed', 'price-changed', 'banned'],
  'sold-out': ['price-changed', 'sold-out', 'removed'],
  health: [],
};
/** What may concern a watch of each trigger; `my-shop` watches are found by their owner. */
const WATCH_HAPPENINGS: Record<Exclude<WatchTrigger, 'my-shop'>, readonly Happening[]> = {
  'at-or-below': ['listed', 'restocked', 'price-changed'],
  'at-or-above': ['listed', 'price-changed'],
  listed: ['listed', 'price-changed'],
  restocked: ['restocked', 'price-changed'],
  'sold-out': ['price-changed', 'sold-out', 'removed'],
  auctioned: ['auctioned'],
  traded: ['purchase', 'sale'],
};
const FEEDS_OF = byHappening(FEED_HAPPENINGS);
const WATCHES_OF = byHappening(WATCH_HAPPENINGS);

/** Finds the few feeds and watches that a change may concern; whether it does is checked after. */
export class SubscriptionIndex {
  /** Their thresholds: what must be paid at least, for the kinds that tell of it. */
  readonly #feeds = new Map<FeedKind, ListsByItem<Feed>>();
  /** Their thresholds: the price, for the triggers that have one. */
  readonly #watches = new Map<WatchTrigger, ListsByItem<Watch>>();
  /** `my-shop` watches by the `playerKey` of the owner. */
  readonly #owners = new Map<string, Set<Watch>>();

  add(subscription: Feed | Watch): void {
    if (subscription.type === 'feed') {
      const { kind, filter, minValue } = subscription;
      const lists = this.#feeds.get(kind) ?? new ListsByItem(-1);
      this.#feeds.set(kind, lists);
      lists.add(subscription, filter.item, PAID_KINDS.includes(kind) ? minValue : null);
    } else if (subscription.item === null) {
      const key = playerKey(subscription.filter.owner ?? '');
      this.#owners.set(key, (this.#owners.get(key) ?? new Set()).add(subscription));
    } else {
      const { trigger, item, price } = subscription;
      const lists = this.#watches.get(trigger) ?? new ListsByItem(trigger === 'at-or-above' ? -1 : 1);
      this.#watches.set(trigger, lists);
      lists.add(subscription, item, takesPrice(trigger) ? price : null);
    }
  }

  remove(subscription: Feed | Watch): void {
    if (subscription.type === 'feed') {
      this.#feeds.get(subscription.kind)?.remove(subscription, subscription.filter.item);
    } else if (subscription.item === null) {
      const key = playerKey(subscription.filter.owner ?? '');
      const watches = this.#owners.get(key);
      watches?.delete(subscription);
      if (watches?.size === 0) this.#owners.delete(key);
    } else this.#watches.get(subscription.trigger)?.remove(subscription, subscription.item);
  }

  /** Each at most once. */
  find(
    change: Change,
    { market }: MatchContext,
  ): { readonly feeds: readonly Feed[]; readonly watches: readonly Watch[] } {
    const happening = change.kind === 'traded' ? change.trade.kind : change.kind;
    const { now, before, paid } = goodsOf(change);
    const feeds: Feed[] = [];
    for (const kind of FEEDS_OF[happening]) {
      this.#feeds.get(kind)?.findAt(paid, kind === 'sold-out' ? before : now, feeds);
    }
    const watches: Watch[] = [];
    for (const trigger of WATCHES_OF[happening]) {
      this.#watches.get(trigger)?.findPriced(trigger === 'sold-out' ? before : now, watches);
    }
    if (this.#owners.size > 0) this.#findOwners(change, market, watches);
    return { feeds, watches };
  }

  #findOwners(change: Change, market: MatchContext['market'], found: Watch[]): void {
    if (change.kind === 'auctioned') return;
    if (change.kind === 'traded') {
      if (change.shop !== null) for (const key of keysOf(change.shop.owner)) this.#addOwned(key, found);
      return;
    }
    const keys = new Set(market === null ? [] : undercutOwners(change, market));
    if ('shop' in change) for (const key of keysOf(change.shop.owner)) keys.add(key);
    if ('before' in change) for (const key of keysOf(change.before.owner)) keys.add(key);
    for (const key of keys) this.#addOwned(key, found);
  }

  #addOwned(key: string, found: Watch[]): void {
    const watches = this.#owners.get(key);
    if (watches !== undefined) found.push(...watches);
  }
}

/** Each once: a player may be called like a uuid. */
function keysOf({ name, uuid }: Owner): readonly string[] {
  const [ofName, ofUuid] = [playerKey(name), playerKey(uuid)];
  return ofName === ofUuid ? [ofName] : [ofName, ofUuid];
}

/** What a change is about. What a shop no longer offers is asked of the shop as it was: `before`. `paid`: for all, if anything was. */
interface Goods {
  readonly now: readonly PricedType[];
  readonly before: readonly PricedType[];
  readonly paid: number | null;
}

function goodsOf(change: Change): Goods {
  if (change.kind === 'auctioned' || change.kind === 'traded') {
    const event = change.kind === 'auctioned' ? change.auction : change.trade;
    const { count, paid } = tradedIn(event);
    return { now: pricedGoods(event.item, count, paid), before: [], paid };
  }
  const before = 'before' in change && change.kind !== 'restocked' ? goodsAt(change.before) : [];
  return { now: change.kind === 'removed' ? [] : goodsAt(change.shop), before, paid: null };
}

function goodsAt({ item, price }: Shop): readonly PricedType[] {
  return pricedGoods(item, item.quantity, price);
}

/** What each happening may concern, in the order of the table. */
function byHappening<K extends string>(
  happenings: Readonly<Record<K, readonly Happening[]>>,
): Readonly<Record<Happening, readonly K[]>> {
  const kinds = Object.keys(happenings) as K[];
  const concernedBy = (happening: Happening) => kinds.filter((kind) => happenings[kind].includes(happening));
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
