import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEAL_ORDERS, type DealQuery, findDeals, nearestTerms } from '../../../src/market/deals/deals.ts';
import { identify } from '../../../src/market/item/identity.ts';
import type { Identity, Item } from '../../../src/market/item/item.ts';
import type { Worth } from '../../../src/market/prices/worth.ts';
import { distanceTo, matchShop } from '../../../src/market/search/match.ts';
import { type Shop, UNLIMITED } from '../../../src/market/shops/shop.ts';
import { identity, OWNERS, snapshot, tradesOf } from '../arbitraries.ts';
import { atOnce, item, loaded, marketOf, shop, trade } from '../samples.ts';
import { isOwnerByHand, stockByHand } from '../search/offers-oracle.ts';

const SLIME = identify('SLIME_BLOCK');
const ANY = { discount: 25, minSaving: 0 };
const query: DealQuery = {
  filter: { item: { type: 'SLIME_BLOCK' }, containers: true },
  ...{ terms: ANY, order: 'percent', limit: 10 },
};

const worthAt = (worth: number): Worth => ({ worth, sellers: 5, trades: 40, outliers: 0 });
const slimeAt = (worth: number) => new Map([[SLIME.key, worthAt(worth)]]);
const slimes = (quantity: number) => item(SLIME, { quantity });
const boxOf = (...contents: readonly Item[]) => item('SHULKER_BOX', { contents });
const dealIds = (shops: readonly Shop[], worth: number, more: Partial<DealQuery> = {}) =>
  atOnce(findDeals(marketOf(...shops), slimeAt(worth), { ...query, ...more })).shown.map(({ shop: { id } }) => id);

describe('a deal', () => {
  test('states the stock and the distance of its shop', () => {
    const cheap = shop(1, { price: 6, remaining: 7, item: slimes(2) });
    const near = { ...query, filter: { ...query.filter, x: 1, z: 0 } };
    expect(atOnce(findDeals(marketOf(cheap), slimeAt(4), near)).shown).toMatchObject([
      { shop: cheap, percent: 25, saving: 6, remaining: 7, estimated: false, distance: 3, more: 0 },
    ]);
  });

  test('requires stock, and ends once trades have bought it', () => {
    const empty = shop(1, { price: 1, remaining: 1, item: slimes(2) });
    const market = marketOf(
      empty,
      shop(2, { price: 1, remaining: 3, location: { x: 9, y: 64, z: 9, world: 'world' } }),
    );
    const ids = () =>
      atOnce(findDeals(market, slimeAt(4), query)).shown.map(({ shop: { id }, estimated }) => [id, estimated]);
    expect(ids()).toEqual([[2, false]]);
    market.apply(trade({ moved: 1, location: { x: 9, y: 64, z: 9, world: 'world' } }));
    expect(ids()).toEqual([[2, true]]);
    market.apply(trade({ moved: 2, location: { x: 9, y: 64, z: 9, world: 'world' } }));
    expect(ids()).toEqual([]);
  });

  test('is never a bid or an offer of unknown kind', () => {
    expect(dealIds([shop(1, { price: 1, side: 'bid' }), shop(2, { price: 1, side: null })], 4)).toEqual([]);
  });

  test('is never of damaged or signed items, which are priced differently', () => {
    const damaged = item(SLIME, { condition: { damaged: true } });
    const signed = item(SLIME, { condition: { signedBy: 'Ada' } });
    expect(dealIds([shop(1, { price: 1, item: damaged }), shop(2, { price: 1, item: signed })], 4)).toEqual([]);
    expect(dealIds([shop(1, { price: 1, item: damaged }), shop(2, { price: 2 })], 4)).toEqual([2]);
    expect(dealIds([shop(1, { price: 1, item: boxOf(slimes(1), damaged) }), shop(2, { price: 2 })], 4)).toEqual([2]);
  });

  test('in a container is for the contents, never for the container', () => {
    const full = shop(1, { price: 64, item: boxOf(slimes(64)) });
    const mixed = shop(2, { price: 1, item: boxOf(slimes(64), item('DIRT')) });
    const worths = new Map([...slimeAt(4), [identify('SHULKER_BOX').key, worthAt(1_000)]]);
    const find = (containers: boolean) =>
      atOnce(findDeals(marketOf(full, mixed), worths, { ...query, filter: { containers } })).shown;
    expect(find(true)).toMatchObject([{ shop: full, contained: true, identity: SLIME, unitPrice: 1, items: 64 }]);
    expect(find(false)).toEqual([]);
  });
});

describe('a list of deals', () => {
  const dirt = item('DIRT');
  const worths = new Map([...slimeAt(4), [dirt.identity.key, worthAt(4)]]);
  const cheap = [1, 1.25, 1.5, 1.75, 2].map((price, at) => shop(at, { price }));
  const shops = [...cheap, shop(9, { price: 3, item: dirt })];
  const find = (filter: DealQuery['filter'], limit = 4) =>
    atOnce(findDeals(marketOf(...shops), worths, { ...query, filter, limit }));
  const lines = ({ shown }: ReturnType<typeof find>) => shown.map(({ shop: { id }, more }) => [id, more]);

  test('shows two offers of one item and the number of further ones', () => {
    const found = find({ containers: true });
    expect([lines(found), found.total]).toEqual([
      [
        [0, 0],
        [1, 3],
        [9, 0],
      ],
      6,
    ]);
  });

  test('shows all offers of an item that was asked for', () => {
    expect(lines(find({ containers: true, item: { type: 'SLIME_BLOCK' } }))).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 1],
    ]);
  });
});

test('a deal with a large saving ranks before many trivial ones when sorted by saving', () => {
  const offers = [
    shop(1, { price: 0.25, remaining: 2 }),
    shop(2, { price: 1, remaining: 8 }),
    shop(3, { price: 150, remaining: 64, item: slimes(64) }),
    shop(4, { price: 0, remaining: 1 }),
  ];
  expect(dealIds(offers, 4, { order: 'saved' })).toEqual([3, 2, 1, 4]);
  expect(dealIds(offers, 4, { order: 'percent' })).toEqual([4, 1, 2, 3]);
  expect(dealIds(offers, 4, { order: 'cheapest' })).toEqual([4, 1, 2, 3]);
  expect(dealIds(offers, 4, { terms: { discount: 25, minSaving: 8 }, order: 'saved' })).toEqual([3, 2]);
});

test('sorting deals by distance counts a Nether block as eight, and puts the End last', () => {
  const at = (id: number, x: number, world: string) => shop(id, { price: 1, location: { x, y: 64, z: 0, world } });
  const offers = [at(1, 10, 'world_the_end'), at(2, 100, 'world_nether'), at(3, 500, 'world'), at(4, 900, 'world')];
  const filter = { ...query.filter, x: 0, z: 0 };
  expect(dealIds(offers, 4, { filter, order: 'distance' })).toEqual([3, 2, 4, 1]);
});

describe('the nearest terms with a result', () => {
  const nearest = (terms: DealQuery['terms'], ...shops: readonly Shop[]) =>
    atOnce(nearestTerms(marketOf(...shops), slimeAt(4), { ...query, terms }));

  test('lower the discount first, then the saving, then both', () => {
    const [large, small] = [shop(1, { price: 3, remaining: 20 }), shop(2, { price: 1, remaining: 1 })];
    expect(nearest({ discount: 50, minSaving: 10 }, large, small)).toEqual({ discount: 25, minSaving: 10 });
    expect(nearest({ discount: 50, minSaving: 10 }, small)).toEqual({ discount: 50, minSaving: 3 });
    expect(nearest({ discount: 90, minSaving: 10 }, small)).toEqual({ discount: 75, minSaving: 0 });
  });

  test('are null if nothing is offered below its worth', () => {
    expect(nearest(ANY, shop(1, { price: 4 }), shop(2, { price: 3.99 }))).toBeNull();
  });
});

test('deals equal those of a check of every shop, in the requested order', () => {
  const worths = fc.array(fc.tuple(identity, fc.constantFrom(0, 0.5, 2, 3, 6)), { maxLength: 8 });
  const filters = fc.constantFrom<DealQuery['filter'][]>(
    { containers: true },
    { containers: false },
    { containers: true, item: { type: 'SLIME_BLOCK' } },
    { containers: true, item: SLIME, owner: 'ada' },
    { containers: true, notOwner: 'Bob', world: 'world', minStock: 2 },
    { containers: true, enchantments: [{ id: 'sharpness', comparison: 'at-least', level: 4 }] },
    { containers: true, maxPrice: 1, minPrice: 0.25, x: 0, z: 0, within: 5 },
  );
  const asked = snapshot.chain((shops) =>
    fc.record({
      shops: fc.constant(shops),
      trades: tradesOf(shops),
      worths,
      filter: filters,
      discount: fc.constantFrom(0, 25, 60),
      minSaving: fc.constantFrom(0, 0.1, 3),
      order: fc.constantFrom(...DEAL_ORDERS),
      except: fc.constantFrom(undefined, 'ADA', OWNERS[1]?.uuid),
    }),
  );
  fc.assert(
    fc.property(asked, ({ shops, trades, worths: named, filter, discount, minSaving, order, except }) => {
      const asked = { ...query, filter, order, except, terms: { discount, minSaving } };
      const { market } = loaded(shops);
      for (const each of trades) market.apply(each);
      const all = new Map(named.map(([of, worth]) => [of.key, { ...worthAt(worth), of }]));
      const byHand = shops
        .filter((each) => except === undefined || !isOwnerByHand(each, except))
        .flatMap((each) => dealsByHand(each, stockByHand(shops, trades, each), [...all.values()], asked))
        .sort((a, b) => {
          const first = {
            ...{ saved: 0, percent: b.percent - a.percent, cheapest: a.unit - b.unit },
            distance: a.distance - b.distance || 0,
          }[order];
          return first || b.saving - a.saving || b.percent - a.percent || a.id - b.id;
        });
      const isBeyond = ({ key }: { key: string }, at: number) =>
        filter.item === undefined && byHand.slice(0, at).filter((other) => other.key === key).length >= 2;
      const found = atOnce(findDeals(market, all, { ...asked, limit: 99 }));
      const dealIds = found.shown.map(({ shop: { id }, identity: { key }, percent, saving }) => ({
        id,
        key,
        percent,
        saving,
      }));
      const shown = byHand.filter((deal, at) => !isBeyond(deal, at));
      expect(dealIds).toEqual(shown.map(({ id, key, percent, saving }) => ({ id, key, percent, saving })));
      expect(found.total).toBe(byHand.length);
      expect(found.shown.reduce((sum, { more }) => sum + 1 + more, 0)).toBe(byHand.length);
      const few = atOnce(findDeals(market, all, { ...asked, limit: 3 }));
      expect(few.shown.map(({ shop: { id } }) => id)).toEqual(dealIds.slice(0, 3).map(({ id }) => id));
    }),
  );
});

/** @returns a list of one deal or none, computed from the documentation of `findDeals` alone */
function dealsByHand(
  at: Shop,
  remaining: number,
  worths: readonly (Worth & { of: Identity })[],
  { filter, terms: { discount, minSaving } }: DealQuery,
) {
  const { quantity, contents } = at.item;
  const leaves = contents.length === 0 ? [{ of: at.item.identity, count: 1, item: at.item }] : leavesOf(at.item);
  const [first] = leaves;
  const isOne = leaves.every(({ of }) => of.key === first?.of.key);
  if (!first?.of.variant || !isOne || at.side !== 'ask' || remaining < quantity) return [];
  if (contents.length > 0 && !filter.containers) return [];
  if (leaves.some(({ item: { condition } }) => condition !== undefined)) return [];
  const count = leaves.reduce((sum, leaf) => sum + leaf.count, 0);
  const worth = worths.find(({ of }) => of.key === first.of.key)?.worth ?? 0;
  const unit = at.price / quantity / count;
  const percent = Math.round((1 - unit / worth) * 1e11) / 1e9;
  if (worth === 0 || percent < discount) return [];
  const { item: wanted, ...others } = filter;
  if (wanted && (wanted.type !== first.of.type || (wanted.key ?? first.of.key) !== first.of.key)) return [];
  if (matchShop({ ...others, item: first.of }, at, remaining) === null) return [];
  const [ofStock, ofDiamonds] = [Math.floor(64 / (quantity * count)), at.price > 0 ? Math.floor(100 / at.price) : 64];
  const left = Math.floor((remaining === UNLIMITED ? 9e9 : remaining) / quantity);
  const items = Math.min(left, Math.max(1, Math.min(ofStock, ofDiamonds))) * quantity * count;
  const saving = Math.round((worth - unit) * items * 1e9) / 1e9;
  if (saving < minSaving) return [];
  const distance = distanceTo(filter, at.location) ?? Number.NaN;
  return [{ id: at.id, key: first.of.key, percent, saving, unit, distance }];
}

function leavesOf({ contents }: Item, boxes = 1): { of: Identity; count: number; item: Item }[] {
  return contents.flatMap((slot) => {
    const count = slot.quantity * boxes;
    return slot.contents.length > 0 ? leavesOf(slot, count) : [{ of: slot.identity, count, item: slot }];
  });
}
