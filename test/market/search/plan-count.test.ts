import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Offer } from '../../../src/market/search/offer.ts';
import { findOffers } from '../../../src/market/search/offers.ts';
import { type CountPlan, planCount as planInSlices } from '../../../src/market/search/plan-count.ts';
import { type Shop, UNLIMITED } from '../../../src/market/shops/shop.ts';
import { SHOPS_PER_SLICE } from '../../../src/market/shops/slices.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';
import { atOnce, item, marketOf, shop } from '../samples.ts';

const planCount = (...asked: Parameters<typeof planInSlices>): CountPlan => atOnce(planInSlices(...asked));

const slime = (id: number, quantity: number, price: number, bundles: number, more: Partial<Shop> = {}) => {
  const remaining = bundles === UNLIMITED ? UNLIMITED : bundles * quantity;
  return shop(id, { item: item('SLIME_BLOCK', { quantity }), price, remaining, ...more });
};

function offersOf(side: 'buy' | 'sell', ...shops: readonly Shop[]): readonly Offer[] {
  const filter = { item: { type: 'SLIME_BLOCK' }, containers: true };
  return atOnce(findOffers(marketOf(...shops), { side, filter, sort: 'price', outOfStock: true, limit: 5_000 })).offers;
}

/**
 * Tries every number of bundles at every shop.
 *
 * @returns diamonds for `count` items, or null if the stock is too small
 */
function diamondsByHand(lots: readonly Shop[], count: number, side: 'buy' | 'sell'): number | null {
  const [first, ...others] = lots;
  if (side === 'buy' && count <= 0) return 0;
  if (first === undefined) return side === 'buy' ? null : 0;
  const { quantity } = first.item;
  const most = Math.floor(first.remaining / quantity);
  let best: number | null = null;
  for (let bundles = 0; bundles <= most; bundles++) {
    if (side === 'sell' && bundles * quantity > count) break;
    const others_ = diamondsByHand(others, count - bundles * quantity, side);
    if (others_ === null) continue;
    const diamonds = bundles * first.price + others_;
    if (best === null || (side === 'buy' ? diamonds < best : diamonds > best)) best = diamonds;
  }
  return best;
}

const lot = fc.record({
  quantity: fc.constantFrom(1, 2, 3, 5, 7, 16),
  price: fc.oneof(fc.nat(12), fc.constantFrom(0.5, 0.1, 2.25)),
  bundles: fc.nat(4),
});

test('no other choice of bundles is cheaper or earns more, as shown by trying every choice', () => {
  let full = 0;
  fc.assert(
    fc.property(
      fc.array(lot, { maxLength: 5 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom('buy', 'sell'),
      (lots, count, side) => {
        const at = { side: side === 'buy' ? 'ask' : 'bid' } as const;
        const shops = lots.map(({ quantity, price, bundles }, id) => slime(id, quantity, price, bundles, at));
        const plan = planCount(offersOf(side, ...shops), count, { side, sort: 'price' });
        const stock = shops.reduce((sum, { remaining }) => sum + remaining, 0);
        const least = diamondsByHand(shops, Math.min(count, side === 'buy' ? stock : count), side);
        expect(plan.diamonds).toBeCloseTo(least ?? 0, 6);
        expect(plan.isBest).toBe(true);
        if (side === 'sell') expect(plan.count).toBeLessThanOrEqual(count);
        else expect(plan.count).toBeGreaterThanOrEqual(Math.min(count, stock));
        for (const { offer, bundles, items, diamonds } of plan.stops) {
          expect(items).toBe(bundles * offer.shop.item.quantity);
          expect(items).toBeLessThanOrEqual(offer.remaining);
          expect(diamonds).toBe(bundles * offer.shop.price);
        }
        if (plan.stops.length > 1) full++;
      },
    ),
    { numRuns: propertyRuns() },
  );
  expectCoverage(() => expect(full, 'many plans must have several stops').toBeGreaterThan(20));
});

test('a plan never splits bundles, and prefers a higher unit price that wastes less', () => {
  const offers = offersOf('buy', slime(1, 64, 32, 9), slime(2, 1, 0.75, 9));
  expect(planCount(offers, 3, { side: 'buy', sort: 'price' })).toMatchObject({ count: 3, diamonds: 2.25 });
  expect(planCount(offers, 100, { side: 'buy', sort: 'price' })).toMatchObject({ count: 128, diamonds: 64 });
});

test('a plan skips a bundle that is too large in favour of smaller ones behind it', () => {
  const offers = offersOf('buy', slime(1, 3, 1.5, 9), slime(2, 64, 33, 9), slime(3, 1, 0.6, 9));
  expect(planCount(offers, 4, { side: 'buy', sort: 'price' })).toMatchObject({ count: 4, diamonds: 2.1, isBest: true });
});

test('a plan takes the whole stock if all shops together have too little', () => {
  const offers = offersOf('buy', slime(1, 8, 4, 2), slime(2, 5, 1, 1), slime(3, 5, 1, 0));
  expect(planCount(offers, 64, { side: 'buy', sort: 'price' })).toMatchObject({ count: 21, diamonds: 9 });
});

test('a sale plan sells whole bundles as far as there is room, and keeps the rest', () => {
  const offers = offersOf('sell', slime(1, 32, 8, 1, { side: 'bid' }), slime(2, 10, 1, UNLIMITED, { side: 'bid' }));
  const plan = planCount(offers, 75, { side: 'sell', sort: 'price' });
  expect(plan).toMatchObject({ count: 72, diamonds: 12 });
  expect(planCount(offers, 9, { side: 'sell', sort: 'price' })).toMatchObject({ stops: [], count: 0, diamonds: 0 });
});

/** Creates shops whose bundles, prices and stock allow many plans nearly as good as the best. */
const awkward = (count: number, more: Partial<Shop> = {}) =>
  Array.from({ length: count }, (_, id) => slime(id, 3 + ((id * 7) % 61), 1 + ((id * 13) % 97), 1 + (id % 4), more));

function yieldsOf(plan: Generator<void, CountPlan>): { yields: number; plan: CountPlan } {
  for (let yields = 0; ; yields++) {
    const step = plan.next();
    if (step.done) return { yields, plan: step.value };
  }
}

test('a sale plan takes all room without a search if the buyers together have too little', () => {
  const shops = awkward(2_000, { side: 'bid' });
  const offers = offersOf('sell', ...shops);
  const { yields, plan } = yieldsOf(planInSlices(offers, 1_000_000, { side: 'sell', sort: 'price' }));
  const room = shops.reduce((sum, { remaining }) => sum + remaining, 0);
  expect(plan).toMatchObject({ count: room, isBest: true });
  expect(plan.stops).toHaveLength(2_000);
  expect(yields, 'each shop is checked once').toBe(Math.floor(2_000 / SHOPS_PER_SLICE));
});

test('a search that is cut short has yielded to the event loop many times', () => {
  // 672 items are 10.5 bundles. Any eleven shops cost almost the same, so the search cannot rule out a choice early.
  const offers = offersOf('buy', ...Array.from({ length: 200 }, (_, id) => slime(id, 64, 10 + id / 1_000, 1)));
  const { yields, plan } = yieldsOf(planInSlices(offers, 672, { side: 'buy', sort: 'price' }));
  expect(plan.isBest).toBe(false);
  expect(yields).toBeGreaterThan(100);
});

test('a plan counts full boxes of the item with their contents, and excludes mixed ones', () => {
  const full = item('SHULKER_BOX', { contents: [item('SLIME_BLOCK', { quantity: 27 })] });
  const mixed = item('SHULKER_BOX', { contents: [item('SLIME_BLOCK'), item('DIRT')] });
  const offers = offersOf(
    'buy',
    shop(1, { item: full, price: 9 }),
    shop(2, { item: mixed, price: 0 }),
    slime(3, 1, 1, 99),
  );
  const plan = planCount(offers, 30, { side: 'buy', sort: 'price' });
  expect(plan.stops.map(({ offer, items }) => [offer.shop.id, items])).toEqual([
    [1, 27],
    [3, 3],
  ]);
  expect(plan.diamonds).toBe(12);
});

test('a plan over a thousand shops with odd bundles is found quickly, and is never worse than a greedy one', () => {
  const offers = offersOf('buy', ...awkward(1_000));
  const plan = planCount(offers, 4_999, { side: 'buy', sort: 'price' });
  let greedy = 0;
  let left = 4_999;
  for (const { shop: one } of offers) {
    const bundles = Math.min(
      Math.floor(one.remaining / one.item.quantity),
      Math.max(0, Math.ceil(left / one.item.quantity)),
    );
    left -= bundles * one.item.quantity;
    greedy += bundles * one.price;
  }
  expect(plan.count).toBeGreaterThanOrEqual(4_999);
  expect(plan.diamonds).toBeLessThanOrEqual(greedy);
});

test('the stops of a plan come in the requested order, while the chosen shops stay the cheapest', () => {
  const at = (x: number) => ({ location: { x, y: 64, z: 0, world: 'world' } });
  const shops = [slime(1, 1, 1, 2, at(90)), slime(2, 1, 2, 9, at(10)), slime(3, 1, 9, 99, at(0))];
  const filter = { item: { type: 'SLIME_BLOCK' }, x: 0, z: 0, containers: true };
  const query = { side: 'buy', filter, outOfStock: false, sort: 'price' } as const;
  const { offers } = atOnce(findOffers(marketOf(...shops), query));
  const stopsBy = (sort: 'price' | 'distance' | 'stock') =>
    planCount(offers, 5, { side: 'buy', sort }).stops.map(({ offer, items }) => [offer.shop.id, items]);
  expect(stopsBy('price')).toEqual([
    [1, 2],
    [2, 3],
  ]);
  expect(stopsBy('distance')).toEqual(stopsBy('price').toReversed());
  expect(stopsBy('stock')).toEqual(stopsBy('price').toReversed());
});
