import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PaidTrade, summarise } from '../../src/market/prices.ts';

const paidTrade: fc.Arbitrary<PaidTrade> = fc.record({
  count: fc.integer({ min: 1, max: 64 }),
  paid: fc.integer({ min: 0, max: 500 }),
  at: fc.integer({ min: 0, max: 9_000 }),
  shopId: fc.option(fc.integer({ min: 0, max: 4 })),
});

/** Between the two nearest trades by straight line, as spreadsheets do it. */
function percentileByHand(prices: readonly number[], share: number): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const near = sorted.flatMap((price, at) => (Math.abs(at - place) < 1 ? [price * (1 - Math.abs(at - place))] : []));
  return near.reduce((sum, part) => sum + part, 0);
}

describe('the sum of trades', () => {
  test('is nothing without trades', () => {
    expect(summarise([])).toBeNull();
  });

  test('is of one trade that trade', () => {
    const only = { count: 4, paid: 10, at: 7, shopId: null };
    expect(summarise([only])).toEqual({ median: 2.5, p10: 2.5, p90: 2.5, volume: 4, trades: 1, shops: 0, lastAt: 7 });
  });

  test('lets one bulk buyer count as one trade', () => {
    const bulk = { count: 10_000, paid: 10_000, at: 1, shopId: 1 };
    const others = [7, 8, 9, 10].map((paid) => ({ count: 1, paid, at: 2, shopId: 2 }));
    expect(summarise([bulk, ...others])).toMatchObject({ median: 8, volume: 10_004, trades: 5, shops: 2 });
  });

  test('is what a spreadsheet would say', () => {
    fc.assert(
      fc.property(fc.array(paidTrade, { minLength: 1, maxLength: 40 }), (trades) => {
        const prices = trades.map(({ paid, count }) => paid / count);
        const sum = summarise(trades);
        expect(sum?.median).toBeCloseTo(percentileByHand(prices, 0.5), 9);
        expect(sum?.p10).toBeCloseTo(percentileByHand(prices, 0.1), 9);
        expect(sum?.p90).toBeCloseTo(percentileByHand(prices, 0.9), 9);
        expect(sum).toMatchObject({
          volume: trades.map(({ count }) => count).reduce((a, b) => a + b),
          trades: trades.length,
          shops: new Set(trades.map(({ shopId }) => shopId).filter((id) => id !== null)).size,
          lastAt: Math.max(...trades.map(({ at }) => at)),
        });
      }),
    );
  });
});
