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

const sales = (trades: readonly SingleTrade[]) => trades.map((trade) => ({ ...trade, kind: 'sale' as const }));
/** The same of somebody else, elsewhere. */
const moveAway = (trade: SingleTrade) => {
  const { x = 0 } = trade.place?.location ?? {};
  return { ...trade, place: placeOf(`buyer at ${x}`, x, 70_000) };
};

const worth = (trades: readonly SingleTrade[]) => worthOf(grouped(trades)).worth ?? Number.NaN;
const moved = (honest: readonly SingleTrade[], planted: readonly SingleTrade[]) =>
  Math.abs(worth([...honest, ...planted]) / worth(honest) - 1);

describe('the worth', () => {
  test('is the price in the middle of the voices, however often each is heard', () => {
    expect(worthOf(grouped([...owners(3, 4, 5), ...times(50, { paid: 3, place: placeOf('owner 0', 0) })]))).toEqual({
      worth: 4,
      by: 'sellers',
      voices: 3,
      trades: 56,
      setAside: 0,
    });
    expect(worth(owners(1.5, 2, 2.4, 2.8))).toBeCloseTo(2.2, 12);
  });

  test('is not named with two voices, nor with four trades', () => {
    const four = [1, 2, 3, 4].map((at) => single({ place: placeOf(`owner ${at}`, 1_000 * at) }));
    const basis = { worth: null, by: 'sellers', trades: 4, setAside: 0 };
    expect(worthOf(grouped(four))).toEqual({ ...basis, why: 'few-trades', voices: 4 });
    expect(worthOf(grouped(times(9)))).toEqual({ ...basis, why: 'few-voices', voices: 1, trades: 9 });
    expect(worthOf([])).toEqual({ ...basis, why: 'few-trades', voices: 0, trades: 0 });
  });

  test('is named at the border: three voices with five trades', () => {
    expect(worthOf(grouped(owners(4, 4, 4).slice(1)))).toMatchObject({ worth: 4, voices: 3, trades: 5 });
  });

  test('is not named when one of three voices is far off', () => {
    expect(worthOf(grouped(owners(4, 4, 40)))).toMatchObject({ worth: null, voices: 2, setAside: 1 });
    expect(worthOf(grouped(owners(4, 4, 0)))).toMatchObject({ worth: null, voices: 2, setAside: 1 });
  });

  test('is not named when the market is of two minds', () => {
    const split = worthOf(grouped(owners(1, 1, 1, 9, 9, 9)));
    expect(split).toMatchObject({ worth: null, why: 'scattered', voices: 0, trades: 0, setAside: 6 });
    expect(worthOf(grouped(owners(0, 1, 9, 9, 9, 30)))).toMatchObject({ why: 'scattered', voices: 3, setAside: 3 });
  });

  test('stays where three of five voices agree', () => {
    expect(worthOf(grouped(owners(4, 4, 4, 40, 0)))).toMatchObject({ worth: 4, voices: 3, trades: 6, setAside: 2 });
  });

  test('is 0 for what all give away', () => {
    expect(worthOf(grouped(owners(0, 0, 0)))).toMatchObject({ worth: 0, voices: 3 });
  });

  test('is what players paid sellers, whatever shops pay players', () => {
    const bids = sales(owners(50, 50, 50, 50).map(moveAway));
    expect(worthOf(grouped([...owners(100, 100, 100), ...bids]))).toMatchObject({
      worth: 100,
      by: 'sellers',
      voices: 3,
    });
    const scattered = worthOf(grouped([...owners(1, 1, 1, 9, 9, 9), ...bids]));
    expect(scattered).toMatchObject({ why: 'scattered', by: 'sellers' });
  });

  test('is of all shops where sellers alone are too few to say', () => {
    const bids = sales(owners(60, 70).map(moveAway));
    expect(worthOf(grouped([...owners(80, 90), ...bids]))).toMatchObject({ worth: 75, by: 'shops', voices: 4 });
    expect(worth(sales(owners(4, 4, 4)))).toBe(4);
  });

  test('is never of auctions', () => {
    expect(worth([...owners(4, 4, 4), ...times(99, { kind: 'auction', paid: 900 })])).toBe(4);
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
      fc.property(market(0.04, 3, 40), price, (honest, paid) => {
        expect(moved(honest, times(1_000, { paid, place }))).toBeLessThan(0.05);
      }),
    );
  });

  test.each([
    ['one at 1.9 times the price among two honest', 2, [190]],
    ['three at 1.3 times among five', 5, [130, 130, 130]],
    ['four at 1.3 times among five', 5, [130, 130, 130, 130]],
    ['two at 0.6 times among three', 3, [60, 60]],
  ])('or several who agree move nothing where the honest do too: %s', (_, honest, lies) => {
    expect(worth(owners(...Array.from({ length: honest }, () => 100), ...lies))).toBe(100);
  });

  test('moves the worth by half of what is between two votes in the middle at most', () => {
    const price = fc.double({ min: 0, max: 400, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 80, max: 160, noNaN: true }), { minLength: 3, maxLength: 12 }),
        price,
        (prices, paid) => {
          const honest = owners(...prices);
          const planted = times(1_000, { paid, place: placeOf('Mallory', -5_000) });
          expect(Math.abs(worth([...honest, ...planted]) - worth(honest))).toBeLessThanOrEqual(
            middleGap(prices) / 2 + 1e-9,
          );
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

/** The widest gap beside the middle of the prices. */
function middleGap(prices: readonly number[]): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const [low, high] = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
  const around = low === high ? sorted.slice(low - 1, low + 2) : sorted.slice(low, high + 1);
  return Math.max(...around.slice(1).map((price, at) => price - (around[at] ?? price)));
}
