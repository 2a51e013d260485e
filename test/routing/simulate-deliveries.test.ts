import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { QuietHours } from '../../src/routing/quiet.ts';
import { simulateDeliveries } from '../../src/routing/simulate-deliveries.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { countMessages } from '../../src/subscriptions/feed-forecast.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/time/durations.ts';
import { shop, trade } from '../market/samples.ts';
import { expectCoverage, propertyRuns } from '../property-runs.ts';
import { feed, watch } from './samples.ts';

/** The debounce after the last event of a batch. */
const QUIET_MS = 700;

const listed = (at: number, price = 1): Change => ({ kind: 'listed', at, shop: shop(1, { price }) });
const bought = (at: number): Change => ({ kind: 'traded', at, trade: trade({ at }), shop: null });

/** Simulates the time in steps of a tenth of a second, and announces a batch as soon as it may be announced. */
function live(
  { cooldownMinutes, repeat, price, expiresAt }: Watch,
  changes: readonly Change[],
  quiet: boolean[],
  now: number,
) {
  const deliveries: { at: number; best: number }[] = [];
  let waiting: number[] = [];
  let arrivals: number[] = [];
  for (let at = 0; at <= now; at += 100) {
    const [first = at, last = at] = [arrivals[0], arrivals.at(-1)];
    const isAtRest = arrivals.length === 0 || at - last >= QUIET_MS || at - first >= 1_500;
    const best = Math.min(...waiting);
    const before = deliveries.at(-1);
    const isCooling = before !== undefined && at < before.at + cooldownMinutes * MINUTE_MS;
    const isHeld =
      quiet[Math.floor(at / MINUTE_MS)] || (isCooling && !(best < before.best && 10 * best <= 9 * before.best));
    if (isAtRest) arrivals = [];
    if (isAtRest && waiting.length > 0 && !isHeld && !(repeat === 'once' && before)) {
      deliveries.push({ at, best });
      waiting = [];
    }
    for (const change of changes) {
      if (change.at !== at || !('shop' in change) || !change.shop || change.shop.price > (price ?? 0)) continue;
      if (expiresAt !== null && at >= expiresAt) continue;
      waiting.push(change.shop.price);
      arrivals.push(at);
    }
  }
  return deliveries.map((one) => one.at);
}

const LIFE_MINUTES = 25;
const moment = fc
  .record({ minute: fc.nat(LIFE_MINUTES), tenth: fc.oneof(fc.constant(0), fc.nat(25), fc.nat(599)) })
  .map(({ minute, tenth }) => minute * MINUTE_MS + tenth * 100);

test('simulateDeliveries announces at the same times as a simulation in tenths of a second', () => {
  const asked = fc.record({
    cooldownMinutes: fc.constantFrom(0, 1, 7, 30),
    repeat: fc.constantFrom<Watch['repeat'][]>('recurring', 'recurring', 'once'),
    expiresAt: fc.option(moment),
    price: fc.constant(50),
  });
  const arrivals = fc.array(fc.tuple(moment, fc.integer({ min: 30, max: 55 })), { maxLength: 25, size: 'max' });
  const hours = fc.option(fc.record({ from: fc.nat(LIFE_MINUTES), to: fc.nat(LIFE_MINUTES) }), { freq: 2 });
  let entries = 0;
  fc.assert(
    fc.property(asked, arrivals, hours, moment, (more, of, between, now) => {
      const changes = of.sort(([a], [b]) => a - b).map(([at, price]) => listed(at, price));
      const past = changes.filter(({ at }) => at <= now);
      const watched = watch('w', more);
      const quiet: QuietHours | null = between && { ...between, timeZone: 'UTC' };
      const isQuiet = Array.from({ length: LIFE_MINUTES + 2 }, (_, minute) => {
        if (between === null) return false;
        const [isAfter, isBefore] = [minute >= between.from, minute < between.to];
        return between.from <= between.to ? isAfter && isBefore : isAfter || isBefore;
      });
      const deliveries = live(watched, past, isQuiet, now);
      expect(simulateDeliveries(watched, past, quiet, now)).toEqual(deliveries);
      entries += deliveries.length;
    }),
  );
  expectCoverage(() => expect(entries).toBeGreaterThan(propertyRuns(1 / 4)));
});

test('eight purchases within a second, and three a minute later, are two announcements', () => {
  const watched = watch('w', { trigger: 'traded', price: null });
  const eight = [0, 90, 200, 310, 400, 555, 640, 720].map(bought);
  const three = [60_000, 60_001, 60_300].map(bought);
  expect(simulateDeliveries(watched, [...eight, ...three], null, HOUR_MS)).toEqual([720 + QUIET_MS, 60_300 + QUIET_MS]);
});

test('changes within a cool-down are one delivery at its end, and a price a tenth better does not wait', () => {
  const hourly = watch('w', { cooldownMinutes: 60 });
  const minutes = (changes: readonly Change[], now = 99 * 60) =>
    simulateDeliveries(hourly, changes, null, now * MINUTE_MS).map((at) => (at - QUIET_MS) / MINUTE_MS);
  expect(minutes([0, 10, 20, 59, 60, 61].map((minute) => listed(minute * MINUTE_MS)))).toEqual([0, 60, 120]);
  expect(minutes([listed(0), listed(50 * MINUTE_MS)], 59), 'what waits is not told yet').toEqual([0]);
  const [first, gathered, better] = [listed(0, 5), listed(MINUTE_MS, 4.6), listed(2 * MINUTE_MS, 4.5)];
  expect(minutes([first, gathered, better])).toEqual([0, 2]);
});

test('a shop that matched before is announced again at a tenth under the price before or the announced price', () => {
  const hourly = watch('w', { cooldownMinutes: 60 });
  const turned = (minute: number, was: number, is: number): Change => {
    const [before, now] = [shop(1, { price: was }), shop(1, { price: is })];
    return { kind: 'price-changed', at: minute * MINUTE_MS, shop: now, before };
  };
  const minutes = (...changes: readonly Change[]) =>
    simulateDeliveries(hourly, changes, null, 9 * HOUR_MS).map((at) => (at - QUIET_MS) / MINUTE_MS);
  const steps = [turned(1, 4, 3.8), turned(2, 3.8, 3.6), turned(99, 3.6, 3.3), turned(100, 3.3, 3.2)];
  expect(minutes(listed(0, 4), ...steps)).toEqual([0, 2, 100]);
  expect(minutes(...steps), 'it was there before the watch').toEqual([]);
  expect(minutes(turned(1, 4, 3.6), turned(2, 3.6, 3.3))).toEqual([1]);
});

test('changes in quiet hours are announced once, after them', () => {
  const quiet: QuietHours = { from: 10, to: 30, timeZone: 'UTC' };
  const changes = [9, 11, 20].map((minute) => listed(minute * MINUTE_MS));
  expect(simulateDeliveries(watch('w'), changes, quiet, HOUR_MS)).toEqual([9 * MINUTE_MS + QUIET_MS, 30 * MINUTE_MS]);
});

test('a change that does not match is not announced, and a watch that fires once fires once', () => {
  expect(simulateDeliveries(watch('w'), [listed(1, 6), listed(2, 5), listed(3, 6)], null, HOUR_MS)).toEqual([
    2 + QUIET_MS,
  ]);
  const once = watch('w', { repeat: 'once' });
  expect(simulateDeliveries(once, [listed(1), listed(5_000)], null, HOUR_MS)).toEqual([1 + QUIET_MS]);
});

test('a preview of deals counts a shop again each time it is 10 % under its last announced price', () => {
  const worthOf = () => 10;
  const asks = (hour: number, was: number, is: number): Change => {
    return { kind: 'price-changed', at: hour * HOUR_MS, before: shop(1, { price: was }), shop: shop(1, { price: is }) };
  };
  // 6.6 is 6 % under the announced 7, and 6.2 is 11 % under it.
  const changes = [asks(1, 10, 7), asks(2, 7, 6.6), asks(3, 6.6, 6.2), asks(4, 6.2, 7), asks(5, 7, 6)];
  const asked = watch('w', { trigger: 'under-worth', item: null, price: null, filter: { containers: true } });
  const times = simulateDeliveries({ ...asked, cooldownMinutes: 0 }, changes, null, 9 * HOUR_MS, worthOf);
  expect(times.map((at) => Math.floor(at / HOUR_MS))).toEqual([1, 3]);
  expect(countMessages(feed('f', { kind: 'deals', filter: { containers: true } }), changes, worthOf)).toBe(2);
});
