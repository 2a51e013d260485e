import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepMsFor, summariseSteps, summariseTrades } from '../../../src/market/prices/summary.ts';
import { DAY_MS, HOUR_MS } from '../../../src/time/durations.ts';
import { propertyRuns } from '../../property-runs.ts';
import { grouped, placeOf, rounded, type SingleTrade, single, summaryByHand } from '../trade-groups.ts';

const YEAR_START = Date.UTC(2025, 0, 1);
const YEAR_END = Date.UTC(2026, 0, 1);

/** A year with quiet days, busy hours, and trades in the first and last millisecond of days. */
const year: fc.Arbitrary<SingleTrade[]> = fc.array(
  fc.record({
    kind: fc.constant('purchase' as const),
    at: fc.oneof(
      fc.integer({ min: YEAR_START, max: YEAR_END - 1 }),
      fc.integer({ min: 0, max: 364 }).map((day) => YEAR_START + day * DAY_MS),
      fc.integer({ min: 1, max: 365 }).map((day) => YEAR_START + day * DAY_MS - 1),
    ),
    place: fc.option(fc.integer({ min: 0, max: 9 }).map((x) => placeOf('Ada', x))),
    count: fc.integer({ min: 1, max: 64 }),
    paid: fc.integer({ min: 0, max: 200 }),
  }),
  { minLength: 1, maxLength: 1_500, size: 'max' },
);

describe('a series over a year of trades', () => {
  test.each([7, 30, 90])('has in every step of a chart of %i days exactly the trades of that step', (days) => {
    const stepMs = stepMsFor(days);
    fc.assert(
      fc.property(year, fc.integer({ min: YEAR_START, max: YEAR_END }), (trades, to) => {
        const from = to - days * DAY_MS;
        const asked = trades.filter(({ at }) => at >= from);
        const steps = summariseSteps(grouped(asked), from, to, stepMs);
        expect(steps.length).toBeGreaterThanOrEqual((days * DAY_MS) / stepMs);
        for (const { from: begin, until, summary } of steps) {
          const within = asked.filter(({ at }) => at >= begin && at < until);
          expect(rounded(summary)).toEqual(rounded(summaryByHand(within)));
        }
      }),
      { numRuns: propertyRuns(1 / 8), seed: 5 },
    );
  });

  test('loses and repeats no trade', () => {
    fc.assert(
      fc.property(year, fc.constantFrom(7, 14, 30, 60), (trades, days) => {
        const groups = grouped(trades);
        const steps = summariseSteps(groups, YEAR_START, YEAR_END, stepMsFor(days));
        const sum = summariseTrades(groups);
        const total = (of: 'trades' | 'volume') => steps.reduce((all, { summary }) => all + (summary?.[of] ?? 0), 0);
        expect([total('trades'), total('volume')]).toEqual([sum?.trades, sum?.volume]);
      }),
      { numRuns: propertyRuns(1 / 8), seed: 6 },
    );
  });
});

describe('the steps of a series', () => {
  test('number about thirty, and steps of days end at midnight UTC', () => {
    expect([1, 7, 8, 14, 30, 31, 60, 90].map((days) => stepMsFor(days) / HOUR_MS)).toEqual([
      6, 6, 12, 12, 24, 24, 48, 72,
    ]);
  });

  test.each(['2025-03-30', '2025-10-26'])('have equal lengths when European summer time changes on %s', (day) => {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    const hourly = Array.from({ length: 72 }, (_, hour) => single({ at: midnight - DAY_MS + hour * HOUR_MS }));
    const steps = summariseSteps(grouped(hourly), midnight - DAY_MS, midnight + 2 * DAY_MS, DAY_MS);
    expect(steps.map(({ from, until }) => [from - midnight, until - from])).toEqual([
      [-DAY_MS, DAY_MS],
      [0, DAY_MS],
      [DAY_MS, DAY_MS],
    ]);
    expect(steps.map(({ summary }) => summary?.trades)).toEqual([24, 24, 24]);
  });

  test('separate trades at midnight, and keep a gap as a step without trades', () => {
    const trades = [DAY_MS - 1, DAY_MS, 3 * DAY_MS].map((at) => single({ at }));
    const steps = summariseSteps(grouped(trades), 0, 4 * DAY_MS, DAY_MS);
    expect(steps.map(({ summary }) => summary?.trades ?? null)).toEqual([1, 1, null, 1]);
  });

  test('begin with a partial step up to the first multiple of the length, and end with a complete one', () => {
    const steps = summariseSteps([], DAY_MS + 1, 2 * DAY_MS + 1, DAY_MS);
    expect(steps.map(({ from, until }) => [from, until])).toEqual([
      [DAY_MS + 1, 2 * DAY_MS],
      [2 * DAY_MS, 3 * DAY_MS],
    ]);
  });

  test('are an empty list for an empty period', () => {
    expect(summariseSteps([], DAY_MS, DAY_MS, DAY_MS)).toEqual([]);
  });
});
