import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import type { Market } from '../../../src/market/market.ts';
import type { Filter } from '../../../src/market/search/filter.ts';
import type { OfferQuery } from '../../../src/market/search/offer.ts';
import { findOffers } from '../../../src/market/search/offers.ts';
import { loadMarket } from '../../../src/market/shops/load.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';
import { OWNERS } from '../arbitraries.ts';
import { atOnce, item, loaded, shop, trade } from '../samples.ts';
import { offersByHand, othersByHand } from './offers-oracle.ts';

const mending = item(identify('ENCHANTED_BOOK', '{Enchantments:[{id:"mending",lvl:1s}]}'));
const goods = [item('DIRT'), mending, item('SHULKER_BOX', { contents: [mending] })];

/** One coordinate is outside the range of the columns. */
const coordinate = fc.constantFrom(-17, -3, 0, 4, 5, 1_000, -29_999_999, 2 ** 40);
const soldAt = fc.record({
  owner: fc.constantFrom(...OWNERS),
  location: fc.record({
    x: coordinate,
    y: fc.constant(64),
    z: coordinate,
    world: fc.constantFrom('world', 'World', 'world_nether', 'world_the_end', 'sky'),
  }),
  side: fc.constantFrom<Shop['side'][]>('ask', 'ask', 'ask', 'bid', 'bid', null),
  price: fc.nat(6),
  remaining: fc.nat(9),
  item: fc
    .constantFrom(...goods)
    .chain((one) => fc.integer({ min: 1, max: 7 }).map((quantity) => ({ ...one, quantity }))),
});
/** Few ids, so that shops often replace each other, and sometimes a large one. */
const id = fc.nat(150).map((drawn) => (drawn === 150 ? 2 ** 40 : drawn * 7));
const shopsOf = (minLength: number, maxLength: number) =>
  fc
    .uniqueArray(fc.tuple(id, soldAt), { minLength, maxLength, size: 'max', selector: ([drawn]) => drawn })
    .map((drawn) => drawn.map(([drawnId, more]) => shop(drawnId, more)));

const step = fc.record({
  fresh: shopsOf(0, 30),
  gone: fc.array(id, { maxLength: 20 }),
  bought: fc.array(fc.nat(99), { maxLength: 5 }),
});

const price = fc.constantFrom(0, 1 / 3, 0.5, 1, 4 / 3, 2, 0.1);
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2, nil: null });
const filter = fc
  .record({
    world: sometimes(fc.constantFrom('WORLD', 'sky', 'moon')),
    place: sometimes(fc.record({ x: coordinate, z: coordinate })),
    within: sometimes(fc.constantFrom(0, 5, 1_000, 60_000_000, 2 ** 41)),
    minPrice: sometimes(price),
    maxPrice: sometimes(price),
    minStock: sometimes(fc.nat(9)),
    notOwner: sometimes(fc.constantFrom('Ada', 'nobody')),
    enchantment: fc.option(fc.constant('mending'), { freq: 5 }),
    containers: fc.boolean(),
  })
  .map(({ place, enchantment, containers, ...rest }): Filter => {
    const enchantments = enchantment === null ? [] : [{ id: enchantment, comparison: 'at-least' as const, level: 1 }];
    const asked = Object.entries({ ...rest, ...place }).filter(([, value]) => value !== null);
    return { containers, enchantments, ...Object.fromEntries(asked) };
  });

const query: fc.Arbitrary<OfferQuery> = fc.record({
  side: fc.constantFrom('buy', 'buy', 'sell'),
  filter,
  sort: fc.constantFrom('price', 'distance', 'stock'),
  outOfStock: fc.boolean(),
  limit: fc.constantFrom(1, 3, 20),
});

test('a query without item and owner matches a check of every shop after any changes and purchases', () => {
  let answered = 0;
  fc.assert(
    fc.property(
      shopsOf(90, 130),
      fc.array(step, { minLength: 1, maxLength: 3 }),
      fc.array(query, { minLength: 8, maxLength: 8 }),
      (first, steps, queries) => {
        let { market } = loaded(first);
        for (const { fresh, gone, bought } of steps) {
          const next = followed(market, fresh, gone);
          for (const asked of queries.slice(0, 3)) expectAsByHand(market, asked);
          market = next;
          buy(market, bought);
          for (const asked of queries) if (expectAsByHand(market, asked) > (asked.limit ?? 0)) answered++;
        }
      },
    ),
    { numRuns: propertyRuns(1 / 3) },
  );
  expectCoverage(() => expect(answered, 'many questions must have more answers than are listed').toBeGreaterThan(20));
});

// The columns have 16 bits for the items of a bundle. A larger bundle that overflowed them would have no unit price.
test.each([2 ** 16 - 1, 2 ** 16, 2 ** 31])(
  'a shop with %i items in a bundle is found by its unit price',
  (quantity) => {
    const one = shop(1, { price: quantity / 2, remaining: quantity, item: item('DIRT', { quantity }) });
    const filter = { containers: false, minPrice: 0.4, maxPrice: 0.6 };
    const asked: OfferQuery = { side: 'buy', filter, sort: 'price', outOfStock: false, limit: 3 };
    expect(expectAsByHand(loaded([one]).market, asked)).toBe(1);
  },
);

/** Loads a snapshot that differs from the one before by these shops. */
function followed(before: Market, fresh: readonly Shop[], goneIds: readonly number[]): Market {
  const ids = new Set([...goneIds, ...fresh.map((one) => one.id)]);
  const kept = [...before.shops].filter((one) => !ids.has(one.id));
  return atOnce(loadMarket(before, { takenAt: before.snapshotAt + 1_000, shops: [...kept, ...fresh] })).market;
}

function buy(market: Market, bought: readonly number[]): void {
  const shops = [...market.shops];
  for (const { item: of, location } of bought.flatMap((at) => shops.slice(at, at + 1))) {
    market.apply(trade({ item: of, location }));
  }
}

/** @returns the number of matching offers */
function expectAsByHand(market: Market, asked: OfferQuery): number {
  const shops = Array.from(market.shops, (one) => ({ ...one, remaining: market.remainingOf(one).remaining }));
  const { offers, total, empty, others } = atOnce(findOffers(market, asked));
  const all = offersByHand(shops, [], { ...asked, outOfStock: true });
  const listed = all.filter(({ inStock, shop: { side } }) => inStock || asked.outOfStock || side === 'bid');
  expect(offers.map(({ shop: { id } }) => id)).toEqual(listed.slice(0, asked.limit).map(({ shop: { id } }) => id));
  expect([total, empty]).toEqual([listed.length, all.filter(({ inStock }) => !inStock).length]);
  expect(others.map(({ shop: { id } }) => id)).toEqual(othersByHand(shops, [], asked).slice(0, 50));
  return total;
}
