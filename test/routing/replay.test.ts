import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import { replay } from '../../src/routing/replay.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { shop } from '../market/samples.ts';
import { watch } from './samples.ts';

const MINUTE_MS = 60_000;
const HOUR = 60;

const listed = (minute: number, price = 1): Change => ({
  kind: 'listed',
  at: minute * MINUTE_MS,
  shop: shop(1, { price }),
});
const minutes = (of: Watch, changes: readonly Change[], now = 99 * HOUR) =>
  replay(of, changes, now * MINUTE_MS).map((at) => at / MINUTE_MS);

/** Lives through it minute by minute: what came is told as soon as the watch may tell again. */
function live({ cooldownMinutes, repeat, price, expiresAt }: Watch, changes: readonly Change[], now: number): number[] {
  const told: number[] = [];
  let waits = false;
  for (let minute = 0; minute <= now; minute += 1) {
    const at = minute * MINUTE_MS;
    const came = changes.some(
      (change) => change.at === at && 'shop' in change && (change.shop?.price ?? 9) <= (price ?? 0),
    );
    if (came && (expiresAt === null || at < expiresAt)) waits = true;
    const mayTell = minute >= (told.at(-1) ?? Number.NEGATIVE_INFINITY) + cooldownMinutes;
    if (!waits || !mayTell || (repeat === 'once' && told.length > 0)) continue;
    told.push(minute);
    waits = false;
  }
  return told;
}

test('is what a life minute by minute would have told', () => {
  const asked = fc.record({
    cooldownMinutes: fc.constantFrom(0, 1, 7, 30),
    repeat: fc.constantFrom<Watch['repeat'][]>('recurring', 'recurring', 'once'),
    expiresAt: fc.option(fc.integer({ min: 0, max: 120 }).map((minute) => minute * MINUTE_MS)),
  });
  const came = fc.array(fc.tuple(fc.nat(120), fc.integer({ min: 4, max: 7 })), { maxLength: 25, size: 'max' });
  fc.assert(
    fc.property(asked, came, fc.nat(130), (more, of, now) => {
      const changes = of.sort(([a], [b]) => a - b).map(([minute, price]) => listed(minute, price));
      const past = changes.filter(({ at }) => at <= now * MINUTE_MS);
      const watched = watch('w', more);
      expect(minutes(watched, past, now)).toEqual(live(watched, past, now));
    }),
    { numRuns: 500 },
  );
});

test('what comes within a cool-down is one telling, at its end', () => {
  const hourly = watch('w', { cooldownMinutes: HOUR });
  expect(
    minutes(
      hourly,
      [0, 10, 20, 59, 60, 61].map((minute) => listed(minute)),
    ),
  ).toEqual([0, 60, 120]);
  expect(minutes(hourly, [listed(0), listed(50)], 59), 'what waits is not told yet').toEqual([0]);
});

test('what does not match is not told, and a watch that tells once tells once', () => {
  expect(minutes(watch('w'), [listed(1, 6), listed(2, 5), listed(3, 6)])).toEqual([2]);
  expect(minutes(watch('w', { repeat: 'once' }), [listed(1), listed(500)])).toEqual([1]);
});
