import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import type { Filter } from '../../../src/market/search/filter.ts';
import { nearestAnswer } from '../../../src/market/search/nearest-answer.ts';
import type { OfferQuery } from '../../../src/market/search/offer.ts';
import { findOffers } from '../../../src/market/search/offers.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';
import { atOnce, item, marketOf, shop } from '../samples.ts';

const sword = (level: number) => item(identify('IRON_SWORD', `{Enchantments:[{id:"sharpness",lvl:${level}s}]}`));
const at = (x: number, world = 'world') => ({ location: { x, y: 64, z: 0, world } });

function nearest(shops: readonly Shop[], filter: Partial<Filter>, more: Partial<OfferQuery> = {}) {
  const query: OfferQuery = {
    side: 'buy',
    sort: 'price',
    outOfStock: false,
    filter: { containers: true, ...filter },
    ...more,
  };
  const answer = atOnce(nearestAnswer(marketOf(...shops), query));
  return answer && { condition: answer.condition, id: answer.offer.shop.id, sort: answer.sort, filter: answer.filter };
}

test.each<[string, Partial<Filter>, readonly Shop[], string, number]>([
  ['max-price', { maxPrice: 1 }, [shop(1, { price: 3 }), shop(2, { price: 2 })], 'price', 2],
  ['min-price', { minPrice: 5 }, [shop(1, { price: 3 }), shop(2, { price: 2 })], 'price', 1],
  ['within', { x: 0, z: 0, within: 5 }, [shop(1, at(90)), shop(2, { ...at(30), price: 9 })], 'distance', 2],
  ['min-stock', { minStock: 90 }, [shop(1, { remaining: 20 }), shop(2, { remaining: 80, price: 9 })], 'stock', 2],
  ['world', { world: 'sky' }, [shop(1, { price: 3 }), shop(2, { price: 2 })], 'price', 2],
  ['owner', { owner: 'Bob' }, [shop(1)], 'price', 1],
  ['not-owner', { notOwner: 'Ada' }, [shop(1)], 'price', 1],
  [
    'enchantment',
    { enchantments: [{ id: 'sharpness', comparison: 'at-least', level: 5 }] },
    [shop(1, { item: sword(2) }), shop(2, { item: sword(4), price: 9 }), shop(3)],
    'price',
    2,
  ],
  [
    'containers',
    { item: { type: 'SLIME_BLOCK' }, containers: false },
    [shop(1, { item: item('CHEST', { contents: [item('SLIME_BLOCK')] }) })],
    'price',
    1,
  ],
])('a query left empty by %s alone gets the nearest offer', (condition, filter, shops, sort, id) => {
  expect(nearest(shops, filter)).toMatchObject({ condition, id, sort });
});

test('the nearest answer drops the condition that an offer misses by the least, and keeps the others', () => {
  const shops = [shop(1, { price: 2, ...at(10) }), shop(2, { price: 0.5, ...at(12) })];
  const filter = { maxPrice: 0.9, x: 0, z: 0, within: 11 };
  expect(nearest(shops, filter)).toMatchObject({ condition: 'within', id: 2, filter: { maxPrice: 0.9 } });
  expect(nearest([shop(1, { price: 1, ...at(10) }), shop(2, { price: 0.5, ...at(90) })], filter)).toMatchObject({
    condition: 'max-price',
    id: 1,
    filter: { x: 0, z: 0, within: 11 },
  });
});

test('the nearest answer is null for two failing conditions, no stock, or no condition', () => {
  expect(nearest([shop(1, { price: 9 })], { maxPrice: 1, owner: 'Bob' })).toBeNull();
  expect(nearest([shop(1, { price: 9, remaining: 0 })], { maxPrice: 1 })).toBeNull();
  expect(nearest([], { item: { type: 'SLIME_BLOCK' } })).toBeNull();
});

test('the suggested query lists the nearest offer, and no single condition gives a nearer price', () => {
  const goods = fc.record({ price: fc.integer({ min: 1, max: 9 }), remaining: fc.nat(4), x: fc.nat(9) });
  const asked = fc.record(
    {
      maxPrice: fc.integer({ min: 1, max: 9 }),
      minPrice: fc.integer({ min: 1, max: 9 }),
      minStock: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: [] },
  );
  let answered = 0;
  fc.assert(
    fc.property(fc.array(goods, { maxLength: 6 }), asked, (drawn, filter) => {
      const shops = drawn.map(({ price, remaining, x }, id) => shop(id, { price, remaining, ...at(x) }));
      const market = marketOf(...shops);
      const query: OfferQuery = {
        side: 'buy',
        sort: 'price',
        outOfStock: false,
        filter: { containers: true, ...filter },
      };
      if (atOnce(findOffers(market, query)).total > 0) return;
      const answer = atOnce(nearestAnswer(market, query));
      const misses = shops.flatMap(({ price, remaining }) => {
        const { maxPrice = 99, minPrice = 0, minStock = 0 } = filter;
        const failed = [
          ...(price > maxPrice ? [(price - maxPrice) / maxPrice] : []),
          ...(price < minPrice ? [(minPrice - price) / minPrice] : []),
          ...(remaining < minStock ? [(minStock - remaining) / minStock] : []),
        ];
        return remaining >= 1 && failed.length === 1 ? failed : [];
      });
      expect(answer !== null).toBe(misses.length > 0);
      if (answer === null) return;
      answered++;
      const { offers } = atOnce(findOffers(market, { ...query, filter: answer.filter, sort: answer.sort }));
      expect(offers.map((offer) => offer.shop.id)).toContain(answer.offer.shop.id);
      const { price, remaining } = answer.offer.shop;
      const { maxPrice = 0, minPrice = 0, minStock = 0 } = filter;
      const miss = {
        'max-price': (price - maxPrice) / maxPrice,
        'min-price': (minPrice - price) / minPrice,
        'min-stock': (minStock - remaining) / minStock,
      }[String(answer.condition)];
      expect(miss).toBeCloseTo(Math.min(...misses), 9);
    }),
    { numRuns: propertyRuns() },
  );
  expectCoverage(() => expect(answered, 'many questions must have a nearest answer').toBeGreaterThan(20));
});
