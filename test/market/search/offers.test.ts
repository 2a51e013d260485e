import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Trade } from '../../../src/market/change.ts';
import type { ItemChoice } from '../../../src/market/item/item.ts';
import type { Filter } from '../../../src/market/search/filter.ts';
import type { OfferQuery } from '../../../src/market/search/offer.ts';
import { findOffers } from '../../../src/market/search/offers.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';
import { identity, OWNERS, snapshot, TYPES, tradesOf, WORLDS } from '../arbitraries.ts';
import { atOnce, item, loaded, marketOf, shop, trade } from '../samples.ts';
import { offersByHand, othersByHand } from './offers-oracle.ts';

const player = fc
  .constantFrom('nobody', ...OWNERS.flatMap(({ name, uuid }) => [name, uuid, uuid.replaceAll('-', '')]))
  .chain((name) => fc.constantFrom(name, name.toUpperCase()));

const choice: fc.Arbitrary<ItemChoice> = fc.oneof(
  fc.constantFrom(...TYPES, 'NO_SUCH_ITEM').map((type) => ({ type })),
  identity.map(({ type, key }) => ({ type, key })),
);

const enchantment = fc.record({
  id: fc.constantFrom('sharpness', 'mending'),
  comparison: fc.constantFrom<('at-least' | 'exactly')[]>('at-least', 'exactly'),
  level: fc.integer({ min: 1, max: 5 }),
});

/** Each condition is set in some of the queries. `null` means it is not set. */
const bound = fc.oneof(
  fc.integer({ min: 0, max: 16 }).map((quarters) => quarters / 4),
  fc.constantFrom(0.17, 0.33, 0.67, 1.33, 2.67, 1 / 3),
);

const filter: fc.Arbitrary<Filter> = fc
  .record({
    containers: fc.boolean(),
    item: fc.option(choice, { freq: 3 }),
    enchantments: fc.option(fc.array(enchantment, { maxLength: 2 }), { freq: 3 }),
    owner: sometimes(player),
    notOwner: sometimes(player),
    world: sometimes(fc.constantFrom(...WORLDS, 'WORLD', 'the_end')),
    x: fc.option(fc.constantFrom(-4, 0, 3, 8), { freq: 3 }),
    z: fc.option(fc.constantFrom(-3, 1, 5), { freq: 3 }),
    within: sometimes(fc.constantFrom(0, 4, 5, 8, 9, 40, 60)),
    maxPrice: sometimes(bound),
    minPrice: sometimes(bound),
    minStock: sometimes(fc.integer({ min: 0, max: 9 })),
  })
  .map((drawn) => ({
    containers: true,
    ...Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== null)),
  }));

function sometimes<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

const query: fc.Arbitrary<OfferQuery> = fc.record({
  side: fc.constantFrom('buy', 'buy', 'sell'),
  filter,
  sort: fc.constantFrom('price', 'distance', 'stock'),
  outOfStock: fc.boolean(),
  except: sometimes(player).map((name) => name ?? undefined),
});

const snapshotAndTrades: fc.Arbitrary<{ shops: Shop[]; trades: Trade[] }> = snapshot.chain((shops) =>
  fc.record({ shops: fc.constant(shops), trades: tradesOf(shops) }),
);

test('the offers equal a check of every shop, in the same order', () => {
  let answered = 0;
  fc.assert(
    fc.property(snapshotAndTrades, fc.array(query, { minLength: 10, maxLength: 20 }), ({ shops, trades }, queries) => {
      const { market } = loaded(shops);
      for (const trade of trades) market.apply(trade);
      for (const asked of queries) {
        const { offers, total, empty, others } = atOnce(findOffers(market, asked));
        const expected = offersByHand(shops, trades, asked);
        const all = offersByHand(shops, trades, { ...asked, outOfStock: true });
        expect(empty).toBe(all.filter(({ inStock }) => !inStock).length);
        expect(others.map(({ shop: { id } }) => id)).toEqual(othersByHand(shops, trades, asked));
        const facts = offers.map(({ shop: { id }, match, remaining, inStock, distance }) => {
          return { id, ...match, remaining, inStock, distance };
        });
        expect(facts).toEqual(expected.map(({ shop: { id }, ...offer }) => ({ id, ...offer })));
        expect(total).toBe(expected.length);
        if (total > 1) answered++;
      }
    }),
    { numRuns: propertyRuns(1) },
  );
  expectCoverage(() => expect(answered, 'most questions must not be idle').toBeGreaterThan(propertyRuns(1 / 3)));
});

test('a limited query returns the first offers of the order, and the total count', () => {
  fc.assert(
    fc.property(snapshot, query, fc.integer({ min: 1, max: 5 }), (shops, asked, limit) => {
      const { market } = loaded(shops);
      const all = atOnce(findOffers(market, asked));
      const some = atOnce(findOffers(market, { ...asked, limit }));
      expect(some).toEqual({ ...all, offers: all.offers.slice(0, limit) });
    }),
  );
});

test('the counts separate shops empty in the snapshot from those emptied by trades since', () => {
  const there = { x: 9, y: 64, z: 9, world: 'world' };
  const market = marketOf(shop(1), shop(2, { remaining: 0 }), shop(3, { remaining: 3, location: there }));
  const asked = { side: 'buy', filter: { containers: true }, sort: 'price', outOfStock: false } as const;
  expect(atOnce(findOffers(market, asked))).toMatchObject({ total: 2, empty: 1, emptied: 0 });
  market.apply(trade({ moved: 3, location: there }));
  expect(atOnce(findOffers(market, asked))).toMatchObject({ total: 1, empty: 2, emptied: 1 });
});

test('a query keeps the thousand cheapest offers, however many there are', () => {
  const shops = Array.from({ length: 3_000 }, (_, id) => shop(id, { price: (id * 7_919) % 3_000 }));
  const everything = { side: 'buy', filter: { containers: true }, sort: 'price', outOfStock: false } as const;
  const { offers, total } = atOnce(findOffers(marketOf(...shops), everything));
  expect(total).toBe(3_000);
  expect(offers.map(({ shop: { price } }) => price)).toEqual(Array.from({ length: 1_000 }, (_, price) => price));
});

test('a price of 0 sorts first, and mixed boxes without a unit price last', () => {
  const mixed = item('SHULKER_BOX', { contents: [item('SLIME_BLOCK'), item('DIRT')] });
  const market = marketOf(shop(1), shop(2, { price: 0 }), shop(3, { price: 0, item: mixed }));
  const slime = { side: 'buy', filter: { item: { type: 'SLIME_BLOCK' }, containers: true } } as const;
  const { offers } = atOnce(findOffers(market, { ...slime, sort: 'price', outOfStock: false }));
  expect(offers.map(({ shop: { id }, match }) => [id, match.unitPrice])).toEqual([
    [2, 0],
    [1, 4],
    [3, null],
  ]);
});

test.each([
  [5, [1]],
  [4, []],
])('within %i blocks is a horizontal straight distance, limit included', (within, expected) => {
  const market = marketOf(shop(1, { location: { x: 3, y: 200, z: 4, world: 'world' } }));
  const near = {
    side: 'buy',
    filter: { x: 0, z: 0, within, containers: true },
    sort: 'distance',
    outOfStock: false,
  } as const;
  expect(atOnce(findOffers(market, near)).offers.map(({ shop: { id } }) => id)).toEqual(expected);
});

test('a place without a world is in the Overworld: a Nether block counts as eight, the End is out of reach', () => {
  const market = marketOf(
    shop(1, { location: { x: 100, y: 64, z: 0, world: 'world' } }),
    shop(2, { location: { x: 110, y: 64, z: 0, world: 'world_nether' } }),
    shop(3, { location: { x: 800, y: 64, z: 0, world: 'world_the_end' } }),
    shop(4, { location: { x: 810, y: 64, z: 0, world: 'creative' } }),
  );
  const near = (more: Partial<Filter>) => {
    const filter = { x: 800, z: 0, containers: true, ...more };
    const found = atOnce(findOffers(market, { side: 'buy', filter, sort: 'distance', outOfStock: false }));
    return found.offers.map(({ shop: { id }, distance }) => [id, distance]);
  };
  for (const item of [{}, { item: { type: 'SLIME_BLOCK' } }]) {
    expect(near(item)).toEqual([
      [4, 10],
      [2, 80],
      [1, 700],
      [3, null],
    ]);
    expect(near({ ...item, within: 80 })).toEqual([
      [4, 10],
      [2, 80],
    ]);
    expect(near({ ...item, within: 5, world: 'World_The_End' })).toEqual([[3, 0]]);
  }
});
