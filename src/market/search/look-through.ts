import type { Market } from '../market.ts';
import { eachInSlices } from '../shops/in-slices.ts';
import { PAGE } from '../shops/shop-columns.ts';
import type { OfferQuery } from './offer.ts';
import type { OfferList } from './offer-list.ts';
import { RowList } from './row-list.ts';
import { RowTest } from './row-test.ts';

const NONE: readonly number[] = [];

/**
 * Finds what answers a query without item and owner among all shops. It looks at those that may be listed, and at those whose rows do
 * not tell all.
 */
export function* lookThrough(market: Market, query: OfferQuery, list: OfferList): Generator<void, void> {
  const { shops } = market.index;
  const { pages, worlds } = shops.columns;
  const test = new RowTest(query, worlds);
  const certain = new RowList(query, list.limit);
  const changed = changedRows(market, query);
  // What is enchanted may stand in a container: the shop alone tells.
  const asksEnchantments = (query.filter.enchantments ?? []).length > 0;
  const found = new Uint16Array(PAGE + 1);
  for (const [number, rows] of pages.entries()) {
    const first = number * PAGE;
    const count = test.find(rows, found);
    const changedHere = changed.get(number) ?? NONE;
    if (changedHere.length + rows.unfit.length === 0 && !asksEnchantments) {
      certain.add(rows, found, count, first);
    } else {
      const candidates = asksEnchantments ? found.subarray(0, count) : NONE;
      const doubtful = new Set([...rows.unfit, ...changedHere, ...candidates]);
      for (const at of doubtful) list.look(shops.at(first + at));
      const others = found.subarray(0, count).filter((at) => !doubtful.has(at));
      certain.add(rows, others, others.length, first);
    }
    yield;
  }
  list.count(certain.stockedCount, certain.emptyCount);
  yield* eachInSlices(certain.first(), (row) => list.add(shops.at(row)));
}

/** By page, where in it rows stand that do not hold now: trades have changed the stock, or the owner may not be asked for. */
function changedRows(market: Market, { filter: { notOwner } }: OfferQuery): ReadonlyMap<number, readonly number[]> {
  const theirs = notOwner === undefined ? [] : market.ownedBy(notOwner).map(({ id }) => id);
  const byPage = new Map<number, number[]>();
  for (const id of [...market.changedIds(), ...theirs]) {
    const row = market.index.shops.rowOf(id);
    const number = Math.floor(row / PAGE);
    const known = byPage.get(number);
    if (known === undefined) byPage.set(number, [row % PAGE]);
    else known.push(row % PAGE);
  }
  return byPage;
}
