import { expect, test } from 'vitest';
import { dueSpan } from '../../src/subscriptions/weekly.ts';
import { HOUR_MS, WEEK_MS } from '../../src/time/durations.ts';

/** Stands on: pure functions, without I/O. */

const MONDAY = Date.parse('2026-01-12T09:00Z');
const order = (since: number) => ({ timeZone: 'UTC', since, locale: 'en-US' });

test('a message covers the weeks that a downtime missed, but not those without an order', () => {
  const monthAgo = MONDAY - 4 * WEEK_MS;
  const longAgo = MONDAY - 50 * WEEK_MS;
  const now = MONDAY + HOUR_MS;
  expect(dueSpan(order(longAgo), monthAgo, now)).toEqual({ from: monthAgo, until: MONDAY });
  expect(dueSpan(order(MONDAY - HOUR_MS), longAgo, now)).toEqual({ from: MONDAY - WEEK_MS, until: MONDAY });
  expect(dueSpan(order(MONDAY - HOUR_MS), null, now)).toEqual({ from: MONDAY - WEEK_MS, until: MONDAY });
});
