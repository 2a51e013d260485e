import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTimeZone, type QuietHours, quietUntil } from '../../src/routing/quiet.ts';
import { MINUTE_MS } from '../../src/time/durations.ts';
import { expectCoverage, propertyRuns } from '../property-runs.ts';
import { findQuietEnd, localMinutes } from './quiet-oracle.ts';

const DAY_MINUTES = 24 * 60;

/** Moments at which the local clock jumps forward, back, over a whole day, or not at all. */
const TURNS: readonly (readonly [string, string])[] = [
  ['UTC', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Asia/Kolkata', '2026-06-30T18:30Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Pacific/Apia', '2011-12-30T10:00Z'],
  ['Pacific/Apia', '2021-04-03T14:00Z'],
];

const turn = fc.constantFrom(...TURNS).map(([timeZone, at]) => ({ timeZone, at: Date.parse(at) }));
const minute = fc.integer({ min: 0, max: DAY_MINUTES - 1 });

/** Arbitrary quiet hours, some of which begin or end near the local time of the jump. */
function hoursAround(timeZone: string, at: number): fc.Arbitrary<QuietHours> {
  const near = fc
    .integer({ min: -90, max: 90 })
    .map((by) => (localMinutes(timeZone, at) + by + DAY_MINUTES) % DAY_MINUTES);
  const end = fc.oneof({ weight: 3, arbitrary: near }, minute);
  return fc.record({ from: end, to: end, timeZone: fc.constant(timeZone) }).filter(({ from, to }) => from !== to);
}

const question = turn.chain(({ timeZone, at }) =>
  fc.record({
    quiet: hoursAround(timeZone, at),
    now: fc
      .oneof(fc.integer({ min: -120, max: 120 }), fc.integer({ min: -2_000, max: 2_000 }))
      .chain((minutes) => fc.nat(MINUTE_MS - 1).map((ms) => at + minutes * MINUTE_MS + ms)),
  }),
);

test('quiet hours end in the first minute that is not quiet, however the local clock jumps', () => {
  let quiet = 0;
  fc.assert(
    fc.property(question, ({ quiet: hours, now }) => {
      const end = findQuietEnd(hours, now);
      if (end !== null) quiet += 1;
      expect(quietUntil(hours, now)).toBe(end);
    }),
  );
  expectCoverage(() => expect(quiet).toBeGreaterThan(propertyRuns(1 / 6)));
});

describe('quiet hours in Berlin', () => {
  const until = (from: number, to: number, now: string) => {
    const end = quietUntil({ from: from * 60, to: to * 60, timeZone: 'Europe/Berlin' }, Date.parse(now));
    return end === null ? null : new Date(end).toISOString().slice(0, 16);
  };

  test('a night crosses midnight, begins with its first minute and ends before its last', () => {
    expect(until(22, 7, '2026-01-10T20:59:59Z')).toBeNull();
    expect(until(22, 7, '2026-01-10T21:00:00Z')).toBe('2026-01-11T06:00');
    expect(until(22, 7, '2026-01-11T05:59:59Z')).toBe('2026-01-11T06:00');
    expect(until(22, 7, '2026-01-11T06:00:00Z')).toBeNull();
  });

  test('a night is shorter when the clock skips an hour, and longer when it repeats one', () => {
    expect(until(22, 7, '2026-03-28T21:00:00Z')).toBe('2026-03-29T05:00');
    expect(until(22, 7, '2026-10-24T20:00:00Z')).toBe('2026-10-25T06:00');
  });

  test('quiet hours within the skipped hour do not occur, and those that end in it end with the jump', () => {
    expect(until(2, 3, '2026-03-29T00:59:59Z')).toBeNull();
    expect(until(2, 3, '2026-03-29T01:00:00Z')).toBeNull();
    expect(until(1, 2.5, '2026-03-29T00:10:00Z')).toBe('2026-03-29T01:00');
  });

  test('a repeated hour is quiet twice, and so is the time in between', () => {
    expect(until(2, 3, '2026-10-25T00:30:00Z')).toBe('2026-10-25T02:00');
    expect(until(2, 2.5, '2026-10-25T00:10:00Z')).toBe('2026-10-25T00:30');
    expect(until(2, 2.5, '2026-10-25T00:30:00Z')).toBeNull();
    expect(until(2, 2.5, '2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30');
  });
});

test('quiet hours from a time to the same time are empty', () => {
  expect(quietUntil({ from: 60, to: 60, timeZone: 'UTC' }, 60 * MINUTE_MS)).toBeNull();
});

test('a time zone is valid only if this machine knows it', () => {
  expect(['Europe/Berlin', 'UTC', 'Nowhere/Atlantis', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
