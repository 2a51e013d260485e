import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { worthOf } from '../../src/market/worth.ts';
import { grouped, placeOf, type SingleTrade, single, times } from './trade-groups.ts';

/** Trades of independent owners, 1,000 blocks from each other, each at one price. */
const owners = (...prices: readonly number[]) =>
  prices.flatMap((paid, at) => times(2, { paid, place: placeOf(`owner ${at}`, 1_000 * at) }));

/** Owners who ask more or less than 100 by `spread` at most, a few times each. */
const market = (spread: number, fewest: number, most: number): fc.Arbitrary<SingleTrade[]> => {
  const trades = fc.record({
    price: fc.double({ min: 100 * (1 - spread), max: 100 * (1 + spread), noNaN: true }),
    trades: fc.integer({ min: 2, max: 9 }),
  });
  return fc
    .array(trades, { minLength: fewest, maxLength: most, size: 'max' })
    .map((voices) =>
      voices.flatMap(({ price, trades: many }, at) =>
        times(many, { paid: price, place: placeOf(`owner ${at}`, 1_000 * at, 5_000) }),
      ),
    );
};

const worth = (trades: readonly SingleTrade[]) => worthOf(grouped(trades)).worth ?? Number.NaN;
const moved = (honest: readonly SingleTrade[], planted: readonly SingleTrade[]) =>
  Math.abs(worth([...honest, ...planted]) / worth(honest) - 1);

describe('the worth', () => {
  test('is the mean of the middle half of the voices, however often each is heard', () => {
    expect(worthOf(grouped([...owners(3, 4, 5), ...times(50, { paid: 3, place: placeOf('owner 0', 0) })]))).toEqual({
      worth: 4,
      voices: 3,
      trades: 56,
      setAside: 0,
    });
    expect(worth(owners(1.5, 2, 2.4, 2.8))).toBeCloseTo(2.2, 12);
  });

  test('is not named with two voices, nor with four trades', () => {
    const four = [1, 2, 3, 4].map((at) => single({ place: placeOf(`owner ${at}`, 1_000 * at) }));
    const basis = { worth: null, trades: 4, setAside: 0 };
    expect(worthOf(grouped(four))).toEqual({ ...basis, why: 'few-trades', voices: 4 });
    expect(worthOf(grouped(times(9)))).toEqual({ ...basis, why: 'few-voices', voices: 1, trades: 9 });
    expect(worthOf([])).toEqual({ ...basis, why: 'few-trades', voices: 0, trades: 0 });
  });

  test('is named at the border: three voices with five trades', () => {
    expect(worthOf(grouped(owners(4, 4, 4).slice(1)))).toEqual({ worth: 4, voices: 3, trades: 5, setAside: 0 });
  });

  test('is not named when one of three voices is far off', () => {
    expect(worthOf(grouped(owners(4, 4, 40)))).toMatchObject({ worth: null, voices: 2, setAside: 1 });
    expect(worthOf(grouped(owners(4, 4, 0)))).toMatchObject({ worth: null, voices: 2, setAside: 1 });
  });

  test('is not named when the market is of two minds', () => {
    const split = worthOf(grouped(owners(1, 1, 1, 9, 9, 9)));
    expect(split).toEqual({ worth: null, why: 'scattered', voices: 0, trades: 0, setAside: 6 });
    expect(worthOf(grouped(owners(0, 1, 9, 9, 9, 30)))).toMatchObject({ why: 'scattered', voices: 3, setAside: 3 });
  });

  test('stays where three of five voices agree', () => {
    expect(worthOf(grouped(owners(4, 4, 4, 40, 0)))).toEqual({ worth: 4, voices: 3, trades: 6, setAside: 2 });
  });

  test('is 0 for what all give away', () => {
    expect(worthOf(grouped(owners(0, 0, 0)))).toMatchObject({ worth: 0, voices: 3 });
  });

  test('counts sales to shops as voices, and auctions not', () => {
    const sale = (trade: SingleTrade) => ({ ...trade, kind: 'sale' as const });
    const auction = times(99, { kind: 'auction', paid: 900 });
    expect(worth([...owners(4, 4, 4).map(sale), ...auction])).toBe(4);
  });
});

describe('a manipulator', () => {
  test.each([0, 0.1, 0.4, 3, 10, 100])(
    'with 50 shops over the world, at %d times the price, moves nothing',
    (factor) => {
      const planted = Array.from({ length: 50 }, (_, at) => placeOf('Mallory', 700 * at, -9_000)).flatMap((place) =>
        times(20, { paid: 100 * factor, place }),
      );
      fc.assert(
        fc.property(market(0.15, 5, 40), (honest) => {
          expect(moved(honest, planted)).toBeLessThan(1e-9);
        }),
      );
    },
  );

  test('who trades with himself a thousand times moves the worth by less than 5 %, at any price', () => {
    const price = fc.double({ min: 0, max: 10_000, noNaN: true });
    const place = placeOf('Mallory', 0, -9_000);
    fc.assert(
      fc.property(fc.oneof(market(0.1, 5, 40), market(0.15, 10, 40)), price, (honest, paid) => {
        expect(moved(honest, times(1_000, { paid, place }))).toBeLessThan(0.05);
      }),
    );
  });

  test('who stays moderate moves the worth by less than 5 % too', () => {
    const planted = Array.from({ length: 50 }, (_, at) => placeOf('Mallory', 700 * at, -9_000)).flatMap((place) =>
      times(20, { paid: 130, place }),
    );
    fc.assert(
      fc.property(fc.oneof(market(0.1, 5, 40), market(0.15, 10, 40)), (honest) => {
        expect(moved(honest, planted)).toBeLessThan(0.05);
      }),
    );
  });

  test('moves n voices by 1.5 / (n + 1) of their spread at most', () => {
    const price = fc.double({ min: 0, max: 400, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 80, max: 160, noNaN: true }), { minLength: 3, maxLength: 12 }),
        price,
        (prices, paid) => {
          const honest = owners(...prices);
          const spread = Math.max(...prices) - Math.min(...prices);
          const planted = times(1_000, { paid, place: placeOf('Mallory', -5_000) });
          const limit = (1.5 / (prices.length + 1)) * spread;
          expect(Math.abs(worth([...honest, ...planted]) - worth(honest))).toBeLessThanOrEqual(limit + 1e-9);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('with fifty shops of which nobody learned the owner is one voice', () => {
    const planted = Array.from({ length: 50 }, (_, at) =>
      single({ paid: 130, place: placeOf(null, 700 * at, -9_000) }),
    );
    expect(worthOf(grouped([...owners(90, 95, 100, 105, 110), ...planted]))).toMatchObject({ voices: 6 });
  });
});
