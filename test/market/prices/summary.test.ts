import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { summariseTrades } from '../../../src/market/prices/summary.ts';
import { worthOf } from '../../../src/market/prices/worth.ts';
import { HOUR_MS } from '../../../src/time/durations.ts';
import { grouped, placeOf, rounded, type SingleTrade, single, summaryByHand, times } from '../trade-groups.ts';

const anyTrade: fc.Arbitrary<SingleTrade> = fc.record({
  kind: fc.constantFrom('purchase', 'sale', 'auction'),
  at: fc.integer({ min: 0, max: 40 * HOUR_MS }),
  place: fc.option(fc.integer({ min: 0, max: 3 }).map((x) => placeOf('Ada', x))),
  count: fc.integer({ min: 1, max: 8 }),
  paid: fc.integer({ min: 0, max: 12 }),
});

describe('a summary of trades', () => {
  test('is null without trades', () => {
    expect(summariseTrades([])).toBeNull();
  });

  test('for one trade has the values of that trade', () => {
    const only = single({ count: 4, paid: 10, at: 7, place: null });
    expect(summariseTrades(grouped([only]))).toEqual({
      median: 2.5,
      p10: 2.5,
      p90: 2.5,
      volume: 4,
      trades: 1,
      shops: 0,
      lastAt: 7,
    });
  });

  test('for equal prices has that price as median and percentiles', () => {
    expect(summariseTrades(grouped(times(9)))).toMatchObject({
      median: 4,
      p10: 4,
      p90: 4,
      volume: 9,
      trades: 9,
      shops: 1,
    });
  });

  test('counts a bulk purchase as one trade', () => {
    const bulk = single({ count: 10_000, paid: 10_000 });
    const others = [7, 8, 9, 10].map((paid) => single({ paid, place: placeOf('Bob', 9) }));
    expect(summariseTrades(grouped([bulk, ...others]))).toMatchObject({
      median: 8,
      volume: 10_004,
      trades: 5,
      shops: 2,
    });
  });

  test('counts a price of 0 as a price', () => {
    expect(summariseTrades(grouped([single({ paid: 0 }), single({ paid: 10 })]))).toMatchObject({ median: 5, p10: 0 });
  });

  test('for fewer than five trades has the lowest and highest price in place of percentiles', () => {
    const four = [1, 2, 3, 9].map((paid) => single({ paid }));
    expect(summariseTrades(grouped(four))).toMatchObject({ p10: 1, p90: 9 });
    expect(summariseTrades(grouped([...four, single({ paid: 9 })]))).toMatchObject({ p10: 1.4, p90: 9 });
  });

  test('equals the spreadsheet statistics of the single trades', () => {
    fc.assert(
      fc.property(fc.array(anyTrade, { minLength: 1, maxLength: 60 }), (trades) => {
        expect(rounded(summariseTrades(grouped(trades)))).toEqual(rounded(summaryByHand(trades)));
      }),
    );
  });

  test('counts a shop for each owner of a place, so that there are never fewer shops than sellers', () => {
    const moved = ['Ada', 'Bob', 'Cleo'].flatMap((owner) => times(2, { place: placeOf(owner, 0) }));
    const unknown = times(2, { place: placeOf(null, 0) });
    expect(summariseTrades(grouped([...moved, ...unknown]))).toMatchObject({ shops: 3 });
    expect(summariseTrades(grouped(unknown))).toMatchObject({ shops: 1 });
    const owners = fc.constantFrom('Ada', 'Bob', 'Cleo', 'Dan', null);
    const places = fc.tuple(owners, fc.integer({ min: 0, max: 2 })).map(([owner, x]) => placeOf(owner, x));
    const purchases = fc.record({ place: places, paid: fc.integer({ min: 1, max: 12 }) }).map(single);
    const present = fc.constantFrom(
      () => null,
      () => placeOf('Eve', 0).owner,
    );
    fc.assert(
      fc.property(fc.array(purchases, { minLength: 1, maxLength: 40 }), present, (trades, ownerAt) => {
        const { sellers, outliers } = worthOf(grouped(trades), ownerAt);
        expect(summariseTrades(grouped(trades), ownerAt)?.shops).toBeGreaterThanOrEqual(sellers + outliers);
      }),
    );
  });
});
