import type { Market } from '../market.ts';
import { eachInSlices } from '../shops/in-slices.ts';
import type { Shop } from '../shops/shop.ts';
import type { Filter } from './filter.ts';
import { lookThrough } from './look-through.ts';
import type { OfferQuery, Offers } from './offer.ts';
import { OfferList } from './offer-list.ts';

/**
 * Finds every shop that answers; yields often, as there may be many to look at. Events that the market takes in meanwhile may count or
 * not. `others` are as many as fit into a list, by their ids.
 */
export function* findOffers(market: Market, query: OfferQuery): Generator<void, Offers> {
  const list = new OfferList(market, query);
  const shops = candidates(market, query.filter);
  if (shops === null) yield* lookThrough(market, query, list);
  else yield* eachInSlices(shops, (shop) => list.look(shop));
  return list.result();
}

/** The smallest set of shops at hand that holds every answer; null: there is none. */
function candidates(market: Market, { item, owner, containers }: Filter): Iterable<Shop> | null {
  if (owner !== undefined) return market.ownedBy(owner);
  if (item === undefined) return null;
  const own = item.key === undefined ? market.ofType(item.type) : [market.ofKey(item.key) ?? []].flat();
  const shops = new Set(own.flatMap(({ asks, bids, others }) => [...asks, ...bids, ...others]));
  if (containers) for (const shop of market.containing(item.type)) shops.add(shop);
  return shops;
}
