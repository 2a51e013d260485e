import type { Change } from '../market/change.ts';
import type { ItemChoice } from '../market/item/item.ts';
import { playerKey } from '../market/player.ts';
import { highestThreshold, lowestThreshold } from '../market/prices/shown-price.ts';
import { concernsOf, directionOf, feedThresholdOf, ownersOf, type PricedType, watchThresholdOf } from './concerns.ts';
import type { Feed, FeedKind } from './feed.ts';
import type { MatchContext } from './shop-news.ts';
import { shopOwnerOf, type Watch, type WatchTrigger } from './watch.ts';

/** Finds the few feeds and watches that a change may concern. The caller checks whether it does. */
export class SubscriptionIndex {
  /** Thresholds are the least payment, or for `deals` the least discount in per cent. */
  readonly #feeds = new Map<FeedKind, ListsByItem<Feed>>();
  /** Thresholds are the price, if the trigger has one, or for `under-worth` the least discount in per cent. */
  readonly #watches = new Map<WatchTrigger, ListsByItem<Watch>>();
  /** `my-shop` watches by the `playerKey` of the owner. */
  readonly #owners = new Map<string, Set<Watch>>();

  add(subscription: Feed | Watch): void {
    if (subscription.type === 'feed') {
      const { kind, filter } = subscription;
      const lists = this.#feeds.get(kind) ?? new ListsByItem(-1);
      this.#feeds.set(kind, lists);
      lists.add(subscription, filter.item, feedThresholdOf(subscription));
    } else if (subscription.trigger === 'my-shop') {
      const key = playerKey(shopOwnerOf(subscription));
      this.#owners.set(key, (this.#owners.get(key) ?? new Set()).add(subscription));
    } else {
      const { trigger, item } = subscription;
      const lists = this.#watches.get(trigger) ?? new ListsByItem(directionOf(trigger));
      this.#watches.set(trigger, lists);
      lists.add(subscription, item ?? undefined, watchThresholdOf(subscription));
    }
  }

  remove(subscription: Feed | Watch): void {
    if (subscription.type === 'feed') {
      this.#feeds.get(subscription.kind)?.remove(subscription, subscription.filter.item);
    } else if (subscription.trigger === 'my-shop') {
      const key = playerKey(shopOwnerOf(subscription));
      const watches = this.#owners.get(key);
      watches?.delete(subscription);
      if (watches?.size === 0) this.#owners.delete(key);
    } else this.#watches.get(subscription.trigger)?.remove(subscription, subscription.item ?? undefined);
  }

  /** Returns the subscriptions whose item has this key, as it is stored. */
  withItemKey(key: string): readonly (Feed | Watch)[] {
    const feeds = [...this.#feeds.values()].flatMap((lists) => lists.withKey(key));
    return [...feeds, ...[...this.#watches.values()].flatMap((lists) => lists.withKey(key))];
  }

  /** Returns each candidate at most once. */
  find(
    change: Change,
    { market, worthOf }: MatchContext,
  ): { readonly feeds: readonly Feed[]; readonly watches: readonly Watch[] } {
    const concerns = concernsOf(change, worthOf);
    const { now, before, paid, percent } = concerns;
    const feeds: Feed[] = [];
    for (const kind of concerns.feeds) {
      this.#feeds.get(kind)?.findAt(kind === 'deals' ? percent : paid, kind === 'sold-out' ? before : now, feeds);
    }
    const watches: Watch[] = [];
    for (const trigger of concerns.watches) {
      const lists = this.#watches.get(trigger);
      if (trigger === 'under-worth') lists?.findAt(percent, now, watches);
      else lists?.findPriced(trigger === 'sold-out' ? before : now, watches);
    }
    // Undercut owners are computed only if there are `my-shop` watches.
    if (this.#owners.size > 0) for (const key of ownersOf(change, market)) this.#addOwned(key, watches);
    // A box may hold two kinds that once had the same key, and would find subscriptions with that key twice.
    const isOnce = [...now, ...before].every(({ variants }) => variants.length === 1);
    return isOnce ? { feeds, watches } : { feeds: [...new Set(feeds)], watches: [...new Set(watches)] };
  }

  #addOwned(key: string, found: Watch[]): void {
    const watches = this.#owners.get(key);
    if (watches !== undefined) found.push(...watches);
  }
}

/** Members that ask for every variant of a type, for one variant, or for anything, each with a threshold or none. */
class ListsByItem<Member> {
  readonly #direction: 1 | -1;
  readonly #anything: ThresholdList<Member>;
  readonly #byType = new Map<string, ThresholdList<Member>>();
  /** By the key of the variant. */
  readonly #byKey = new Map<string, ThresholdList<Member>>();

  /** @param direction see `ThresholdList` */
  constructor(direction: 1 | -1) {
    this.#direction = direction;
    this.#anything = new ThresholdList(direction);
  }

  /** @param item undefined for anything */
  add(member: Member, item: ItemChoice | undefined, threshold: number | null): void {
    if (item === undefined) {
      this.#anything.add(member, threshold);
      return;
    }
    const [lists, key] = this.#placeOf(item);
    const list = lists.get(key) ?? new ThresholdList(this.#direction);
    list.add(member, threshold);
    lists.set(key, list);
  }

  /** @param item as it was when the member was added */
  remove(member: Member, item: ItemChoice | undefined): void {
    if (item === undefined) {
      this.#anything.remove(member);
      return;
    }
    const [lists, key] = this.#placeOf(item);
    const list = lists.get(key);
    list?.remove(member);
    if (list?.size === 0) lists.delete(key);
  }

  /**
   * Appends the members that one of the goods concerns, each at most once. Compares thresholds with `paid` for all
   * goods.
   */
  findAt(paid: number | null, goods: readonly PricedType[], found: Member[]): void {
    const asked = this.#thresholdAt(paid);
    this.#anything.find(asked, found);
    for (const { type, variants } of goods) {
      this.#byType.get(type)?.find(asked, found);
      for (const { key } of variants) this.#byKey.get(key)?.find(asked, found);
    }
  }

  /**
   * Appends the members that one of the goods concerns, each at most once. Compares thresholds with unit prices: of the
   * type with its best price, and of a variant with its own.
   */
  findPriced(goods: readonly PricedType[], found: Member[]): void {
    for (const { type, lowest, highest, variants } of goods) {
      this.#byType.get(type)?.find(this.#thresholdAt(this.#direction === 1 ? lowest : highest), found);
      for (const { key, unitPrice } of variants) this.#byKey.get(key)?.find(this.#thresholdAt(unitPrice), found);
    }
  }

  /** Returns the subscriptions that ask for the variant of this key. */
  withKey(key: string): readonly Member[] {
    return this.#byKey.get(key)?.members ?? [];
  }

  /**
   * Returns the furthest threshold that the price may meet after both are rounded for display. The caller compares
   * exactly.
   */
  #thresholdAt(price: number | null): number | null {
    if (price === null) return null;
    return this.#direction === 1 ? lowestThreshold(price) : highestThreshold(price);
  }

  #placeOf({ type, key }: ItemChoice): readonly [Map<string, ThresholdList<Member>>, string] {
    return key === undefined ? [this.#byType, type] : [this.#byKey, key];
  }
}

/**
 * Members with a threshold, found by binary search. Those that a number concerns come first in the list, and those
 * without a threshold before all.
 */
export class ThresholdList<Member> {
  readonly #direction: 1 | -1;
  #members: Member[] = [];
  /** The reach of each member, descending once sorted. A separate array, so that the search reads only numbers. */
  #reaches: number[] = [];
  #isSorted = false;

  /** @param direction 1 if a number concerns a member at its threshold or below, -1 if at its threshold or above */
  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  /** In no particular order. */
  get members(): readonly Member[] {
    return this.#members;
  }

  get size(): number {
    return this.#members.length;
  }

  /** @param threshold null if every number concerns the member, even an unknown one */
  add(member: Member, threshold: number | null): void {
    const reach = threshold === null ? Number.POSITIVE_INFINITY : threshold * this.#direction;
    if (this.size === 0) {
      // A single member is the usual case. A `push` to an empty array would allocate 17 elements.
      this.#members = [member];
      this.#reaches = [reach];
    } else if (this.#isSorted) {
      const at = this.#countReaching(reach);
      this.#members.splice(at, 0, member);
      this.#reaches.splice(at, 0, reach);
    } else {
      this.#members.push(member);
      this.#reaches.push(reach);
    }
  }

  remove(member: Member): void {
    const at = this.#members.indexOf(member);
    if (at < 0) return;
    this.#members.splice(at, 1);
    this.#reaches.splice(at, 1);
  }

  /** Appends the members that `value` concerns to `found`, or if it is null (unknown), those without a threshold. */
  find(value: number | null, found: Member[]): void {
    // Sorts once at the first search, instead of at each insertion while a million are read.
    if (!this.#isSorted) this.#sort();
    const end = this.#countReaching(value === null ? Number.POSITIVE_INFINITY : value * this.#direction);
    for (let at = 0; at < end; at += 1) {
      const member = this.#members[at];
      if (member !== undefined) found.push(member);
    }
  }

  #sort(): void {
    const entries = this.#members.map((member, at) => ({ member, reach: this.#reaches[at] ?? 0 }));
    // Two infinite reaches keep their order: their difference is NaN.
    entries.sort((a, b) => b.reach - a.reach || 0);
    this.#members = entries.map(({ member }) => member);
    this.#reaches = entries.map(({ reach }) => reach);
    this.#isSorted = true;
  }

  #countReaching(needed: number): number {
    let count = 0;
    for (let above = this.#reaches.length; count < above; ) {
      const middle = (count + above) >>> 1;
      if ((this.#reaches[middle] ?? 0) >= needed) count = middle + 1;
      else above = middle;
    }
    return count;
  }
}
