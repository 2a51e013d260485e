import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastWeekly, nextWeekly } from '../../src/routing/weekly.ts';
import { DAY_MS, MINUTE_MS } from '../../src/time/durations.ts';

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC', '+05:45', '-09:30'];

const question = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  at: fc.integer({ min: Date.parse('2000-01-01T00:00Z'), max: Date.parse('2037-01-01T00:00Z') }),
});

function localTime(timeZone: string, at: number): string {
  const format = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(at);
}

test('the last and the next weekly time are the Mondays at 09:00 around a moment, in every zone', () => {
  fc.assert(
    fc.property(question, ({ timeZone, at }) => {
      const [last, next] = [lastWeekly(timeZone, at), nextWeekly(timeZone, at)];
      expect([localTime(timeZone, last), localTime(timeZone, next)]).toEqual(['Mon 09:00', 'Mon 09:00']);
      expect(last).toBeLessThanOrEqual(at);
      expect(next).toBeGreaterThan(at);
      // A zone that skips a whole day, such as Samoa in 2011, has a week of six days.
      expect(next - last).toBeGreaterThan(5.9 * DAY_MS);
      expect(next - last).toBeLessThan(8.1 * DAY_MS);
    }),
  );
});

test('the weekly times of a year follow each other without a gap or a repetition', () => {
  fc.assert(
    fc.property(question, ({ timeZone, at }) => {
      const next = nextWeekly(timeZone, at);
      expect(lastWeekly(timeZone, next)).toBe(next);
      expect(lastWeekly(timeZone, next - 1)).toBe(lastWeekly(timeZone, at));
    }),
  );
});

describe('around the changes of the clock in Berlin', () => {
  const weeks = (from: string, count: number) => {
    const times: string[] = [];
    for (let at = Date.parse(from); times.length < count; ) {
      at = nextWeekly('Europe/Berlin', at);
      times.push(new Date(at).toISOString().slice(0, 16));
    }
    return times;
  };

  test('09:00 is 08:00 UTC in winter and 07:00 UTC in summer', () => {
    expect(weeks('2026-03-23T08:00Z', 2)).toEqual(['2026-03-30T07:00', '2026-04-06T07:00']);
    expect(weeks('2026-10-19T07:00Z', 2)).toEqual(['2026-10-26T08:00', '2026-11-02T08:00']);
  });

  test('the minute before is still the week before', () => {
    const nine = Date.parse('2026-03-30T07:00Z');
    expect(lastWeekly('Europe/Berlin', nine)).toBe(nine);
    expect(lastWeekly('Europe/Berlin', nine - MINUTE_MS)).toBe(Date.parse('2026-03-23T08:00Z'));
  });
});
