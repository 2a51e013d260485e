import type { Change } from '../market/change.ts';
import { namesOfType } from '../market/item/current-type.ts';
import type { ItemChoice } from '../market/item/item.ts';
import { playerKey } from '../market/player.ts';
import { highestThreshold, lowestThreshold } from '../market/prices/shown-price.ts';
import { concernsOf, directionOf, feedThresholdOf, ownersOf, type PricedType, watchThresholdOf } from './concerns.ts';
import { FEED_KINDS, type Feed } from './feed.ts';
import type { MatchContext, WorthOf } from './shop-news.ts';
import { shopOwnerOf, WATCH_TRIGGERS, type Watch } from './watch.ts';

/**
 * The database key by which a feed or watch is found, as `SubscriptionIndex` finds it in memory. `reach` is its
 * threshold in the direction of its kind, or infinite if it has none.
 */
export interface SubscriptionKey {
  readonly lookup: string;
  readonly reach: number;
}

/** Selects the feeds and watches that a change may concern: all with this `lookup` whose `reach` is at least `need`. */
export interface Lookup {
  readonly lookup: string;
  readonly need: number;
}

export function subscriptionKeyOf(subscription: Feed | Watch): SubscriptionKey {
  if (subscription.type === 'feed') {
    const least = feedThresholdOf(subscription);
    return {
      lookup: `${subscription.kind} ${itemKey(subscription.filter.item)}`,
      reach: least === null ? Infinity : -least,
    };
  }
  const { item, trigger } = subscription;
  if (trigger === 'my-shop') return { lookup: ownerLookup(playerKey(shopOwnerOf(subscription))), reach: Infinity };
  const threshold = watchThresholdOf(subscription);
  const reach = threshold === null ? Infinity : threshold * directionOf(trigger);
  return { lookup: `${trigger} ${itemKey(item ?? undefined)}`, reach };
}

/** Returns every lookup of feeds and watches whose item has this key. */
export function keyLookups(key: string): readonly string[] {
  return [...FEED_KINDS, ...WATCH_TRIGGERS].map((kind) => `${kind} k:${key}`);
}

/** Returns the lookups of feeds that a change may concern. The caller checks whether it does. */
export function feedLookups(change: Change, worthOf?: WorthOf): readonly Lookup[] {
  const { feeds, now, before, paid, percent } = concernsOf(change, worthOf);
  return feeds.flatMap((kind) => {
    const need = needOf(kind === 'deals' ? percent : paid, -1);
    return lookupsOfGoods(kind, kind === 'sold-out' ? before : now, need);
  });
}

/** Returns lookups with one threshold for all of the goods, including those without an item. */
function lookupsOfGoods(name: string, goods: readonly PricedType[], need: number): readonly Lookup[] {
  return [itemKey(undefined), ...goods.flatMap(itemKeysOf)].map((key) => ({ lookup: `${name} ${key}`, need }));
}

/** Returns the lookups of watches that a change may concern. `market` includes the change. */
export function watchLookups(
  change: Change,
  { market, worthOf }: Pick<MatchContext, 'market' | 'worthOf'>,
): readonly Lookup[] {
  const { watches, now, before, percent } = concernsOf(change, worthOf);
  const priced = watches.flatMap((trigger) => {
    const direction = directionOf(trigger);
    if (trigger === 'under-worth') return lookupsOfGoods(trigger, now, needOf(percent, direction));
    return (trigger === 'sold-out' ? before : now).flatMap(({ type, lowest, highest, variants }) => [
      ...typeKeys(type).map((key) => ({
        lookup: `${trigger} ${key}`,
        need: needOf(direction === 1 ? lowest : highest, direction),
      })),
      ...variants.map(({ key, unitPrice }) => ({
        lookup: `${trigger} ${itemKey({ type, key })}`,
        need: needOf(unitPrice, direction),
      })),
    ]);
  });
  return [...priced, ...[...ownersOf(change, market)].map((key) => ({ lookup: ownerLookup(key), need: 0 }))];
}

function needOf(price: number | null, direction: 1 | -1): number {
  if (price === null) return Infinity;
  return direction === 1 ? lowestThreshold(price) : -highestThreshold(price);
}

function itemKeysOf({ type, variants }: PricedType): readonly string[] {
  return [...typeKeys(type), ...variants.map(({ key }) => itemKey({ type, key }))];
}

/**
 * Returns the keys of all names of a type. A row that was saved under a former name keeps it in its column until it is
 * saved again.
 */
function typeKeys(type: string): readonly string[] {
  return namesOfType(type).map((name) => itemKey({ type: name }));
}

function itemKey(item: Pick<ItemChoice, 'type' | 'key'> | undefined): string {
  if (item === undefined) return '*';
  return item.key === undefined ? `t:${item.type}` : `k:${item.key}`;
}

function ownerLookup(player: string): string {
  return `my-shop o:${player}`;
}
