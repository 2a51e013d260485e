import type { Change } from '../../src/market/change.ts';
import type { EnchantmentTest, Filter } from '../../src/market/filter.ts';
import type { Identity, Item } from '../../src/market/item.ts';
import type { Owner, Shop } from '../../src/market/shop.ts';
import type { Feed } from '../../src/routing/feed.ts';
import type { Watch } from '../../src/routing/watch.ts';

/** What a filter is asked of: so many items for so many diamonds, by whom, in which world, with what stock. */
interface Deal {
  readonly item: Item;
  readonly count: number;
  readonly paid: number;
  readonly owner: Owner | null;
  readonly world: string | null;
  readonly stock: number | null;
}

/** Which sources a change concerns, found by looking at each of them, in the plainest words; none of ours but types. */
export function concerned(sources: Iterable<Feed | Watch>, change: Change, now: number): string[] {
  const ids = [];
  for (const source of sources) {
    if (source.paused) continue;
    const tells = 'trigger' in source ? watchTells(source, change, now) : feedTells(source, change);
    if (tells) ids.push(source.id);
  }
  return ids.sort();
}

function watchTells(watch: Watch, change: Change, now: number): boolean {
  if (watch.expiresAt !== null && watch.expiresAt <= now) return false;
  const deal = eventDeal(change);
  if (deal !== null) {
    if (watch.trigger !== change.kind) return false;
    const prices = pricesOf(watch.filter, deal);
    return prices !== null && (watch.price === null || isAtMost(prices, watch.price));
  }
  if (watch.trigger !== 'at-or-below') return false;
  if (change.kind === 'listed') return isCheap(watch, change.shop);
  if (change.kind !== 'restocked' && change.kind !== 'price-changed') return false;
  return isCheap(watch, change.shop) && !isCheap(watch, change.before);
}

function feedTells(feed: Feed, change: Change): boolean {
  const deal = eventDeal(change);
  if (deal === null || deal.paid < feed.minValue || pricesOf(feed.filter, deal) === null) return false;
  if (change.kind === 'auctioned') return feed.kind === 'auctions';
  if (change.kind !== 'traded') return false;
  return feed.kind === 'trades' || feed.kind === (change.trade.kind === 'purchase' ? 'purchases' : 'sales');
}

function isCheap(watch: Watch, shop: Shop): boolean {
  if (shop.side !== 'ask' || shop.remaining < shop.item.quantity || watch.price === null) return false;
  const { item, owner, location, remaining, price } = shop;
  const found = pricesOf(watch.filter, {
    item,
    count: item.quantity,
    paid: price,
    owner,
    world: location.world,
    stock: remaining,
  });
  return found !== null && isAtMost(found, watch.price);
}

function isAtMost({ unit }: { readonly unit: number | null }, most: number): boolean {
  return unit !== null && unit <= most;
}

function eventDeal(change: Change): Deal | null {
  if (change.kind === 'auctioned') {
    const { item, sold, finalBid } = change.auction;
    return { item, count: sold, paid: finalBid, owner: null, world: null, stock: null };
  }
  if (change.kind !== 'traded') return null;
  const { trade, shop } = change;
  const { item, moved, paid, location } = trade;
  const [owner, stock] = [shop?.owner ?? null, shop?.remaining ?? null];
  return { item, count: moved, paid, owner, world: location.world, stock };
}

/** null: the filter does not hold. `unit` null: what is sought is one of several things in a container. */
function pricesOf(filter: Filter, deal: Deal): { readonly unit: number | null } | null {
  if (filter.minStock !== undefined && !(deal.stock !== null && deal.stock >= filter.minStock)) return null;
  if (filter.owner !== undefined && deal.owner?.name !== filter.owner) return null;
  if (filter.notOwner !== undefined && (deal.owner === null || deal.owner.name === filter.notOwner)) return null;
  if (filter.world !== undefined && deal.world !== filter.world) return null;
  const unit = unitPrice(filter, deal);
  if (unit === undefined) return null;
  if (filter.maxPrice !== undefined && !(unit !== null && unit <= filter.maxPrice)) return null;
  if (filter.minPrice !== undefined && !(unit !== null && unit >= filter.minPrice)) return null;
  return { unit };
}

function unitPrice(filter: Filter, { item, count, paid }: Deal): number | null | undefined {
  if (isSought(filter, item.identity)) return paid / count;
  if (!filter.containers) return undefined;
  const sought = within(item).find(({ identity }) => isSought(filter, identity));
  if (sought === undefined) return undefined;
  const held = sought.identity.variant === null ? null : countOf(item.contents, sought.identity.key);
  return held === null ? null : paid / (count * held);
}

function within(item: Item): Item[] {
  return item.contents.flatMap((inner) => [inner, ...within(inner)]);
}

/** null: something else is in there too. */
function countOf(contents: readonly Item[], key: string): number | null {
  let sum = 0;
  for (const { identity, quantity, contents: inner } of contents) {
    const each = identity.key === key ? 1 : inner.length === 0 ? null : countOf(inner, key);
    if (each === null) return null;
    sum += quantity * each;
  }
  return sum;
}

function isSought({ item, enchantments = [] }: Filter, { type, key, variant }: Identity): boolean {
  if (item !== undefined && item.type !== type) return false;
  if (item?.key !== undefined && (variant === null || item.key !== key)) return false;
  return enchantments.every((test) => variant?.enchantments.some((found) => passes(test, found)) ?? false);
}

function passes({ id, level, comparison }: EnchantmentTest, found: { id: string; level: number }): boolean {
  return found.id === id && (comparison === 'exactly' ? found.level === level : found.level >= level);
}
