import type { ItemChoice } from '../item/item.ts';
import type { Market } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import { PAGE } from '../shops/shop-columns.ts';
import { eachInSlices } from '../shops/slices.ts';
import type { Filter } from './filter.ts';
import { OfferList, type OfferQuery, type Offers } from './offer.ts';
import { RowList, RowTest } from './row-scan.ts';

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

const NONE: readonly number[] = [];

/**
 * Finds what answers a query without item and owner among all shops. It looks at those that may be listed, and at those whose rows do
 * not tell all: their stock has changed since the snapshot, or enchantments are asked for.
 */
export function* lookThrough(market: Market, query: OfferQuery, list: OfferList): Generator<void, void> {
  const { shops, columns } = market.index;
  const { pages, worlds } = columns;
  const test = new RowTest(query, worlds);
  const certain = new RowList(query, list.limit, market.index);
  // What is enchanted may stand in a container: the shop alone tells.
  const asksEnchantments = (query.filter.enchantments ?? []).length > 0;
  // What is bought from here on does not count.
  const changed = [...market.changedIds()];
  const untrue = yield* untrueRows(market, query, changed);
  yield* eachInSlices(changed, (id) => list.look(shops.get(id)));
  const found = new Uint16Array(PAGE + 1);
  for (const [number, rows] of pages.entries()) {
    const first = number * PAGE;
    const count = test.find(rows, found);
    const untrueHere = untrue.get(number) ?? NONE;
    if (untrueHere.length + rows.unfit.length === 0 && !asksEnchantments) {
      certain.add(rows, found, count, first);
    } else {
      const isTrue = (at: number) => !untrueHere.includes(at);
      const answering = found.subarray(0, count).filter(isTrue);
      if (!asksEnchantments) certain.add(rows, answering, answering.length, first);
      const doubtful = [...rows.unfit.filter(isTrue), ...(asksEnchantments ? answering : NONE)];
      for (const at of doubtful) list.look(shops.at(first + at));
    }
    yield;
  }
  list.count(certain.stockedCount, certain.emptyCount);
  yield* eachInSlices(certain.first(), (row) => list.add(shops.at(row)));
}

/** By page, where in it rows stand that do not count: those of `changed` shops, and of the owner who is not asked for. */
function* untrueRows(
  market: Market,
  { filter: { notOwner, notOwnerId } }: OfferQuery,
  changed: readonly number[],
): Generator<void, ReadonlyMap<number, readonly number[]>> {
  const { shops, byOwner } = market.index;
  const byPage = new Map<number, number[]>();
  const players = [notOwner, notOwnerId].filter((player) => player !== undefined);
  const rows = new Set(players.flatMap((player) => byOwner.rowsOf(player)));
  for (const id of changed) rows.add(shops.rowOf(id));
  yield* eachInSlices(rows, (row) => {
    const number = Math.floor(row / PAGE);
    const known = byPage.get(number);
    if (known === undefined) byPage.set(number, [row % PAGE]);
    else known.push(row % PAGE);
  });
  return byPage;
}
