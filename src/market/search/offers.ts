import type { ItemChoice } from '../item/item.ts';
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

/** The least shops at hand that hold every answer, each once; null: all of them. */
function candidates(market: Market, { item, owner, ownerId, containers }: Filter): Iterable<Shop> | null {
  if (owner !== undefined) return market.ofPlayer(owner, ownerId);
  if (item === undefined) return null;
  return shopsWith(market, item, containers);
}

/** A former key may have been split: then all shops of the type are at hand. */
function* shopsWith(market: Market, item: ItemChoice, containers: boolean): Generator<Shop, void> {
  const { type } = item;
  const key = item.isFormer ? undefined : item.key;
  const own = key === undefined ? market.ofType(type) : [market.ofKey(key) ?? []].flat();
  for (const { asks, bids, others } of own) for (const shops of [asks, bids, others]) yield* shops;
  for (const shop of containers ? market.containing(type) : []) {
    const { identity } = shop.item;
    const isOwn = key === undefined ? identity.type === type : identity.key === key;
    if (!isOwn) yield shop;
  }
}
