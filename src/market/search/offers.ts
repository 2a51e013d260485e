import type { ItemChoice } from '../item/item.ts';
import type { Market } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import { ROWS_PER_PAGE } from '../shops/shop-columns.ts';
import { eachInSlices } from '../shops/slices.ts';
import type { Filter } from './filter.ts';
import { OfferCollector, type OfferQuery, type Offers } from './offer.ts';
import { RowList, RowTest } from './scan-rows.ts';

/**
 * Finds every matching shop. Yields often, and events that the market receives meanwhile may or may not count. `others`
 * are limited to one list, by id.
 */
export function* findOffers(market: Market, query: OfferQuery): Generator<void, Offers> {
  const list = new OfferCollector(market, query);
  const shops = candidateShops(market, query.filter);
  if (shops === null) yield* scanAllShops(market, query, list);
  else yield* eachInSlices(shops, (shop) => list.consider(shop));
  return list.result();
}

/** Returns the smallest available group of shops that contains every match, each once, or null for all shops. */
function candidateShops(market: Market, { item, owner, ownerId, containers }: Filter): Iterable<Shop> | null {
  if (owner !== undefined) return market.ofPlayer(owner, ownerId);
  if (item === undefined) return null;
  return shopsWith(market, item, containers);
}

/** A former key may be split, so it yields all shops of the type. */
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

const NO_POSITIONS: readonly number[] = [];

/**
 * Scans all shops for a query without item and owner. It reads only the shop objects that may be listed and those whose
 * row is not sufficient: with changed stock, or for queries with enchantments.
 */
export function* scanAllShops(market: Market, query: OfferQuery, list: OfferCollector): Generator<void, void> {
  const { shops, columns } = market.index;
  const { pages, worlds } = columns;
  const test = new RowTest(query, worlds);
  const certain = new RowList(query, list.limit, market.index);
  // An enchanted item may be in a container, which only the shop object shows.
  const asksEnchantments = (query.filter.enchantments ?? []).length > 0;
  // Purchases from here on do not count.
  const changed = [...market.changedIds()];
  const untrue = yield* rowsToIgnore(market, query, changed);
  yield* eachInSlices(changed, (id) => list.consider(shops.get(id)));
  const found = new Uint16Array(ROWS_PER_PAGE + 1);
  for (const [number, rows] of pages.entries()) {
    const first = number * ROWS_PER_PAGE;
    const count = test.find(rows, found);
    const untrueHere = untrue.get(number) ?? NO_POSITIONS;
    if (untrueHere.length + rows.unfit.length === 0 && !asksEnchantments) {
      certain.add(rows, found, count, first);
    } else {
      const isTrue = (at: number) => !untrueHere.includes(at);
      const answering = found.subarray(0, count).filter(isTrue);
      if (!asksEnchantments) certain.add(rows, answering, answering.length, first);
      const doubtful = [...rows.unfit.filter(isTrue), ...(asksEnchantments ? answering : NO_POSITIONS)];
      for (const at of doubtful) list.consider(shops.at(first + at));
    }
    yield;
  }
  list.count(certain.stockedCount, certain.emptyCount);
  yield* eachInSlices(certain.keptRows(), (row) => list.add(shops.at(row)));
}

/** Returns, by page, the positions of rows to ignore: those of `changed` shops and of the excluded owners. */
function* rowsToIgnore(
  market: Market,
  { filter: { notOwner, notOwnerId }, except }: OfferQuery,
  changed: readonly number[],
): Generator<void, ReadonlyMap<number, readonly number[]>> {
  const { shops, byOwner } = market.index;
  const byPage = new Map<number, number[]>();
  const excluded = notOwner === undefined ? [] : market.ofPlayer(notOwner, notOwnerId);
  const rows = new Set([
    ...excluded.map(({ id }) => shops.rowOf(id)),
    ...(except === undefined ? [] : byOwner.rowsOf(except)),
  ]);
  for (const id of changed) rows.add(shops.rowOf(id));
  yield* eachInSlices(rows, (row) => {
    const number = Math.floor(row / ROWS_PER_PAGE);
    const known = byPage.get(number);
    if (known === undefined) byPage.set(number, [row % ROWS_PER_PAGE]);
    else known.push(row % ROWS_PER_PAGE);
  });
  return byPage;
}
