import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lowestInDays, type PastPrices } from '../../../src/prices/reference-prices.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 100 * DAY;
const HERE = { x: 1, y: 64, z: 1, world: 'world' };
const THERE = { ...HERE, x: 99 };
const day = (daysAgo: number) => NOW - daysAgo * DAY;

/** A price history with an ask of 4 since 40 days ago, unless overridden. */
const past = (more: Partial<PastPrices> = {}): PastPrices => ({
  ...{ from: day(30), now: NOW, paid: [], purchases: 0, firstPaidAt: null },
  asks: [{ at: day(40), ask: 4 }],
  ...more,
});
const at = (unitPrice: number) => ({ unitPrice, location: HERE });

describe('the lowest price', () => {
  test('is below every ask and every price paid, and an equal price rules it out', () => {
    expect(lowestInDays(at(3), past())).toBe(30);
    expect(lowestInDays(at(4), past({ asks: [...past().asks, { at: day(20), ask: 5 }] }))).toBeNull();
    const paid = { purchases: 9, firstPaidAt: day(30) };
    expect(lowestInDays(at(3), past({ ...paid, paid: [{ unitPrice: 3, location: THERE }] }))).toBeNull();
    expect(lowestInDays(at(3), past({ ...paid, paid: [{ unitPrice: 2, location: HERE }] }))).toBeNull();
    expect(lowestInDays(at(3), past({ ...paid, paid: [{ unitPrice: 3.5, location: null }] }))).toBe(30);
  });

  test('is not compared with the samples of the offer itself or with purchases at its shop', () => {
    const asks = [...past().asks, { at: day(2), ask: 3 }];
    const paid = [{ unitPrice: 3, location: HERE }];
    expect(lowestInDays(at(3), past({ asks, paid, purchases: 2, firstPaidAt: day(1) }))).toBe(30);
    expect(lowestInDays(at(3), past({ asks: [{ at: day(40), ask: 3 }] }))).toBeNull();
    expect(lowestInDays(at(3), past({ asks: [...asks, { at: day(1), ask: null }] }))).toBeNull();
  });

  test('covers only the days that Crier has recorded, and at least a week of them', () => {
    expect(lowestInDays(at(3), past({ from: day(12.5) }))).toBe(12);
    expect(lowestInDays(at(3), past({ from: day(7) }))).toBe(7);
    expect(lowestInDays(at(3), past({ from: day(6.9) }))).toBeNull();
  });

  test('requires a week of known prices, and five of them', () => {
    expect(lowestInDays(at(3), past({ asks: [{ at: day(6), ask: 4 }] }))).toBeNull();
    expect(
      lowestInDays(
        at(3),
        past({
          asks: [
            { at: day(20), ask: 4 },
            { at: day(17), ask: null },
          ],
        }),
      ),
    ).toBeNull();
    const bought = { paid: [{ unitPrice: 4, location: THERE }], firstPaidAt: day(9), asks: [] };
    expect(lowestInDays(at(3), past({ ...bought, purchases: 4 }))).toBeNull();
    expect(lowestInDays(at(3), past({ ...bought, purchases: 5 }))).toBe(30);
  });
});

test('the lowest price equals the result of a check of every hour', () => {
  const price = fc.constantFrom(1, 2, 3, 4);
  const place = fc.constantFrom(HERE, THERE, null);
  const worlds = fc.record({
    unitPrice: price,
    watchedDays: fc.constantFrom(3, 7, 12, 30),
    asks: fc.uniqueArray(fc.record({ daysAgo: fc.integer({ min: 0, max: 45 }), ask: fc.option(price) }), {
      selector: ({ daysAgo }) => daysAgo,
      maxLength: 8,
    }),
    bought: fc.array(fc.record({ daysAgo: fc.integer({ min: 0, max: 29 }), unitPrice: price, place }), {
      maxLength: 8,
    }),
  });
  const seen = { lowest: 0, own: 0 };
  fc.assert(
    fc.property(worlds, ({ unitPrice, watchedDays, asks, bought }) => {
      const sampled = asks.toSorted((a, b) => b.daysAgo - a.daysAgo);
      // The journal returns the last sample before the requested time too.
      const first = Math.max(
        0,
        sampled.findLastIndex(({ daysAgo }) => daysAgo > watchedDays),
      );
      const known = bought.filter(({ daysAgo }) => daysAgo <= watchedDays);
      const oldest = Math.max(-1, ...known.map(({ daysAgo }) => daysAgo));
      const found = lowestInDays(at(unitPrice), {
        from: day(watchedDays),
        now: NOW,
        asks: sampled.slice(first).map(({ daysAgo, ask }) => ({ at: day(daysAgo), ask })),
        paid: known.map((one) => ({ unitPrice: one.unitPrice, location: one.place })),
        purchases: known.length,
        firstPaidAt: oldest < 0 ? null : day(oldest),
      });

      // Checks every day from the newest on, in halves, so that no sample falls on a day boundary.
      const askOn = (ago: number) => sampled.findLast(({ daysAgo }) => daysAgo >= ago)?.ask ?? null;
      const days = Array.from({ length: watchedDays }, (_, ago) => askOn(ago + 0.5));
      const own = askOn(0) === unitPrice ? days.findIndex((ask) => ask !== unitPrice) : 0;
      const before = own < 0 ? [] : days.slice(own);
      // A sample of this very moment covers no day, but is a price.
      const isNew = askOn(0) !== unitPrice && askOn(0) !== askOn(0.5);
      const offered = before.filter((ask) => ask !== null);
      const others = known.filter((one) => one.unitPrice < unitPrice || one.place !== HERE);
      const isLow = [...offered, ...others.map((one) => one.unitPrice)].every((one) => one > unitPrice);
      const reach = Math.max(oldest, own < 0 ? -1 : own + before.findLastIndex((ask) => ask !== null) + 1);
      const isKnown = known.length + offered.length >= 5 && reach >= 7 && watchedDays >= 7;
      fc.pre(!isNew);
      expect(found).toBe(isLow && isKnown ? watchedDays : null);
      if (found !== null) seen.lowest++;
      if (found !== null && own > 0) seen.own++;
    }),
    { numRuns: propertyRuns(10) },
  );
  expectCoverage(() => expect(seen.lowest).toBeGreaterThan(10));
  expectCoverage(() => expect(seen.own).toBeGreaterThan(1));
});
