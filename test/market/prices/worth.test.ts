import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { worthOf } from '../../../src/market/prices/worth.ts';
import { propertyRuns } from '../../property-runs.ts';
import { grouped, placeOf, type SingleTrade, single, times } from '../trade-groups.ts';

/** Creates trades of independent owners, 1,000 blocks apart, each at one price. */
const owners = (...prices: readonly number[]) =>
  prices.flatMap((paid, at) => times(2, { paid, place: placeOf(`owner ${at}`, 1_000 * at) }));

/** Generates owners whose prices are within `spread` of 100, with a few trades each. */
const market = (spread: number, fewest: number, most: number): fc.Arbitrary<SingleTrade[]> => {
  const trades = fc.record({
    price: fc.double({ min: 100 * (1 - spread), max: 100 * (1 + spread), noNaN: true }),
    trades: fc.integer({ min: 2, max: 9 }),
  });
  return fc
    .array(trades, { minLength: fewest, maxLength: most, size: 'max' })
    .map((sellers) =>
      sellers.flatMap(({ price, trades: many }, at) =>
        times(many, { paid: price, place: placeOf(`owner ${at}`, 1_000 * at, 5_000) }),
      ),
    );
};

const sales = (trades: readonly SingleTrade[]) => trades.map((trade) => ({ ...trade, kind: 'sale' as const }));
/** Returns the same trade by another owner, elsewhere. */
const moveAway = (trade: SingleTrade) => {
  const { x = 0 } = trade.place?.location ?? {};
  return { ...trade, place: placeOf(`buyer at ${x}`, x, 70_000) };
};

const worth = (trades: readonly SingleTrade[]) => worthOf(grouped(trades)).worth ?? Number.NaN;
const moved = (honest: readonly SingleTrade[], planted: readonly SingleTrade[]) =>
  Math.abs(worth([...honest, ...planted]) / worth(honest) - 1);

describe('the worth', () => {
  test('is the median of the sellers’ prices, however much each has sold', () => {
    expect(worthOf(grouped([...owners(3, 4, 5), ...times(50, { paid: 3, place: placeOf('owner 0', 0) })]))).toEqual({
      worth: 4,
      sellers: 3,
      trades: 56,
      outliers: 0,
    });
    expect(worth(owners(1.5, 2, 2.4, 2.8))).toBeCloseTo(2.2, 12);
  });

  test('in a shopping street of twenty owners 12 blocks apart, each with 100 trades at 10, is 10', () => {
    const street = Array.from({ length: 20 }, (_, at) => placeOf(`owner ${at}`, 12 * at));
    const trades = street.flatMap((place) => times(100, { paid: 10, place }));
    expect(worthOf(grouped(trades))).toEqual({ worth: 10, sellers: 20, trades: 2_000, outliers: 0 });
  });

  test('is null with two sellers, or with four trades', () => {
    const four = [1, 2, 3, 4].map((at) => single({ place: placeOf(`owner ${at}`, 1_000 * at) }));
    const basis = { worth: null, trades: 4, outliers: 0 };
    expect(worthOf(grouped(four))).toEqual({ ...basis, why: 'few-trades', sellers: 4 });
    expect(worthOf(grouped(times(9)))).toEqual({ ...basis, why: 'few-sellers', sellers: 1, trades: 9 });
    expect(worthOf([])).toEqual({ ...basis, why: 'few-trades', sellers: 0, trades: 0 });
  });

  test('counts all unknown owners as one vote and as no seller', () => {
    const unknown = times(3, { paid: 4, place: placeOf(null, 7_000) });
    expect(worthOf(grouped([...owners(4, 4), ...unknown]))).toEqual({
      ...{ worth: null, why: 'few-sellers', sellers: 2, trades: 7, outliers: 0 },
    });
    expect(worthOf(grouped([...owners(4, 4, 6), ...unknown]))).toMatchObject({ worth: 4, sellers: 3, trades: 9 });
    const expensive = times(3, { paid: 400, place: placeOf(null, 7_000) });
    expect(worthOf(grouped([...owners(4, 4, 4), ...expensive]))).toMatchObject({ sellers: 3, trades: 6, outliers: 0 });
  });

  test('exists from three sellers with five trades on', () => {
    expect(worthOf(grouped(owners(4, 4, 4).slice(1)))).toMatchObject({ worth: 4, sellers: 3, trades: 5 });
  });

  test('is null if the price of one of three sellers is far off', () => {
    expect(worthOf(grouped(owners(4, 4, 40)))).toMatchObject({ worth: null, sellers: 2, outliers: 1 });
    expect(worthOf(grouped(owners(4, 4, 0)))).toMatchObject({ worth: null, sellers: 2, outliers: 1 });
  });

  test('is null if the prices form two groups', () => {
    const split = worthOf(grouped(owners(1, 1, 1, 9, 9, 9)));
    expect(split).toMatchObject({ worth: null, why: 'scattered', sellers: 0, trades: 0, outliers: 6 });
    expect(worthOf(grouped(owners(0, 1, 9, 9, 9, 30)))).toMatchObject({ why: 'scattered', sellers: 3, outliers: 3 });
  });

  test('exists if three of five sellers agree', () => {
    expect(worthOf(grouped(owners(4, 4, 4, 40, 0)))).toMatchObject({ worth: 4, sellers: 3, trades: 6, outliers: 2 });
  });

  test('is 0 for an item that all sellers give away', () => {
    expect(worthOf(grouped(owners(0, 0, 0)))).toMatchObject({ worth: 0, sellers: 3 });
  });

  test('depends on the prices that players pay, not on those that shops pay', () => {
    const bids = sales(owners(50, 50, 50, 50).map(moveAway));
    expect(worthOf(grouped([...owners(100, 100, 100), ...bids]))).toMatchObject({ worth: 100, sellers: 3, trades: 6 });
    expect(worthOf(grouped([...owners(1, 1, 1, 9, 9, 9), ...bids]))).toMatchObject({ why: 'scattered' });
  });

  test('is not derived from bids if there are too few purchases', () => {
    const bids = sales(owners(60, 70).map(moveAway));
    expect(worthOf(grouped([...owners(80, 90), ...bids]))).toMatchObject({
      worth: null,
      why: 'few-trades',
      sellers: 2,
    });
    expect(worthOf(grouped(sales(owners(4, 4, 4))))).toMatchObject({ worth: null, why: 'few-trades', sellers: 0 });
  });

  test('ignores auctions', () => {
    expect(worth([...owners(4, 4, 4), ...times(99, { kind: 'auction', paid: 900 })])).toBe(4);
  });
});

describe('the worth in a wide market', () => {
  test('for ten sellers at 1 to 10 is the median, because no price counts as far off', () => {
    expect(worthOf(grouped(owners(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)))).toMatchObject({ worth: 5.5, outliers: 0 });
  });

  test.each([
    ['nine alike', [4, 4, 4, 4, 4, 4, 4, 4, 4]],
    ['nine at 3 to 5', [3, 3.2, 3.5, 3.9, 4, 4.1, 4.5, 4.8, 5]],
    ['nine at 1 to 9', [1, 2, 3, 3.5, 4, 5, 6, 7, 9]],
  ])('excludes a price ten times that of %s, and one close to zero', (_, prices) => {
    for (const paid of [40, 0.1]) {
      const outlier = times(2, { paid, place: placeOf('far off', -9_000) });
      expect(worthOf(grouped([...owners(...prices), ...outlier]))).toMatchObject({ worth: 4, sellers: 9, outliers: 1 });
    }
  });

  test('is unbiased: over many markets it is neither above nor below the plain median', () => {
    const price = fc.noBias(fc.integer({ min: 100, max: 1_000 }).map((hundredths) => hundredths / 100));
    const prices = fc.array(price, { minLength: 10, maxLength: 20, size: 'max' });
    const ratios = fc.sample(prices, { numRuns: 2_000, seed: 9 }).flatMap((drawn) => {
      const { worth: found } = worthOf(grouped(owners(...drawn)));
      return found === null ? [] : [found / medianByHand(drawn)];
    });
    expect(ratios.length).toBeGreaterThan(1_900);
    const usual = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    expect(Math.abs(usual - 1)).toBeLessThan(0.03);
  });

  test('moves by at most half the gap between the two middle votes when a seller is added', () => {
    // Each price is at most double the one before.
    const ladder = fc
      .array(fc.double({ min: 1, max: 2, noNaN: true }), { minLength: 4, maxLength: 20, size: 'max' })
      .map((steps) => steps.map((_, at) => steps.slice(0, at).reduce((product, step) => product * step, 1)));
    const price = fc.oneof(fc.double({ min: 0, max: 400, noNaN: true }), fc.constantFrom(0, 1e9));
    fc.assert(
      fc.property(ladder, price, (prices, paid) => {
        const honest = worthOf(grouped(owners(...prices))).worth;
        const both = worthOf(
          grouped([...owners(...prices), ...times(99, { paid, place: placeOf('Mallory', -5_000) })]),
        ).worth;
        fc.pre(honest !== null && both !== null);
        expect(Math.abs((both ?? 0) - (honest ?? 0))).toBeLessThanOrEqual(middleGap(prices) / 2 + 1e-9);
      }),
    );
  });
});

describe('a manipulator', () => {
  test.each([0, 0.1, 0.4, 3, 10, 100])(
    'with 50 shops across the world at %d times the price does not move the worth',
    (factor) => {
      const planted = Array.from({ length: 50 }, (_, at) => placeOf('Mallory', 700 * at, -9_000)).flatMap((place) =>
        times(20, { paid: 100 * factor, place }),
      );
      fc.assert(
        fc.property(market(0.15, 5, 40), (honest) => {
          expect(moved(honest, planted)).toBeLessThan(1e-9);
        }),
        { numRuns: propertyRuns(1 / 4) },
      );
    },
  );

  test('with a thousand trades with himself moves the worth by less than 5 % at any price', () => {
    const price = fc.double({ min: 0, max: 10_000, noNaN: true });
    const place = placeOf('Mallory', 0, -9_000);
    fc.assert(
      fc.property(market(0.04, 3, 40), price, (honest, paid) => {
        expect(moved(honest, times(1_000, { paid, place }))).toBeLessThan(0.05);
      }),
      { numRuns: propertyRuns(1 / 2) },
    );
  });

  test.each([
    ['one at 1.9 times the price among two honest', 2, [190]],
    ['three at 1.3 times among five', 5, [130, 130, 130]],
    ['four at 1.3 times among five', 5, [130, 130, 130, 130]],
    ['two at 0.6 times among three', 3, [60, 60]],
  ])('alone or in a group moves nothing if honest sellers are as many: %s', (_, honest, lies) => {
    expect(worth(owners(...Array.from({ length: honest }, () => 100), ...lies))).toBe(100);
  });

  test('moves the worth by at most half the gap between the two middle votes', () => {
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
    );
  });

  test('with a shop next to each of twelve sellers neither sets nor removes the worth', () => {
    const street = Array.from({ length: 12 }, (_, at) => 100 * at);
    const honest = street.flatMap((x) => times(5, { paid: 95 + (x % 11), place: placeOf(`owner ${x}`, x) }));
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10_000, noNaN: true }), fc.integer({ min: 0, max: 12 }), (paid, aside) => {
        const planted = street.flatMap((x) => times(50, { paid, place: placeOf('Mallory', x + aside) }));
        expect(moved(honest, planted)).toBeLessThan(0.05);
      }),
    );
  });

  test('cannot remove a worth that the others agree on, with any shops at any price', () => {
    const paid = fc.double({ min: 0, max: 10_000, noNaN: true });
    const places = fc.array(fc.integer({ min: -20, max: 40_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(market(1 / 3, 3, 40), paid, places, (honest, price, shops) => {
        const planted = shops.flatMap((x) => times(3, { paid: price, place: placeOf('Mallory', x, 5_000) }));
        expect(worthOf(grouped([...honest, ...planted])).worth).not.toBeNull();
      }),
    );
  });

  test('with fewer friends than honest sellers leaves the worth within the honest prices', () => {
    const liars = fc.array(
      fc.oneof(fc.double({ min: 0, max: 1_000, noNaN: true }), fc.constantFrom(0, 40, 130, 1_000)),
      {
        maxLength: 20,
        size: 'max',
      },
    );
    fc.assert(
      fc.property(market(1 / 3, 3, 20), liars, (honest, prices) => {
        const votes = [...new Set(honest.map(({ paid }) => paid))];
        const friends = prices
          .slice(0, votes.length - 1)
          .flatMap((paid, at) => times(9, { paid, place: placeOf(`friend ${at}`, at, -9_000) }));
        const found = worth([...honest, ...friends]);
        expect(found).toBeGreaterThanOrEqual(Math.min(...votes) - 1e-9);
        expect(found).toBeLessThanOrEqual(Math.max(...votes) + 1e-9);
      }),
    );
  });

  test('with fifty shops of unknown owners has one vote and is not counted as a seller', () => {
    const planted = Array.from({ length: 50 }, (_, at) =>
      single({ paid: 130, place: placeOf(null, 700 * at, -9_000) }),
    );
    expect(worthOf(grouped([...owners(90, 95, 100, 105, 110), ...planted]))).toMatchObject({ sellers: 5 });
  });
});

/** Returns the widest gap next to the median of the prices. */
function middleGap(prices: readonly number[]): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const [low, high] = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
  const around = low === high ? sorted.slice(low - 1, low + 2) : sorted.slice(low, high + 1);
  return Math.max(...around.slice(1).map((price, at) => price - (around[at] ?? price)));
}

function medianByHand(prices: readonly number[]): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}
