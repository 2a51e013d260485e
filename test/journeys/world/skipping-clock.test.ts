import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { SkippingClock } from './skipping-clock.ts';

/** Sleeps, and records its name when it wakes. */
function sleeper(clock: SkippingClock, woken: string[]) {
  const stop = new AbortController();
  const sleep = (name: string, ms: number) => clock.sleep(ms, stop.signal).then(() => void woken.push(name));
  return { sleep, stop: () => stop.abort() };
}

test('a skip wakes due sleepers, the earliest first, and shortens the sleep of the others', async () => {
  const [clock, woken]: [SkippingClock, string[]] = [new SkippingClock(), []];
  const { sleep, stop } = sleeper(clock, woken);
  const due = [sleep('two minutes', 2 * MINUTE_MS), sleep('one minute', MINUTE_MS)];
  const later = sleep('three minutes', 3 * MINUTE_MS);
  const before = { now: clock.now(), monotonic: clock.monotonic() };
  clock.skip(2 * MINUTE_MS);
  await Promise.all(due);
  expect(woken).toEqual(['one minute', 'two minutes']);
  expect(clock.now() - before.now).toBeGreaterThanOrEqual(2 * MINUTE_MS);
  expect(clock.monotonic() - before.monotonic).toBeGreaterThanOrEqual(2 * MINUTE_MS);
  clock.skip(MINUTE_MS);
  await later;
  stop();
});

test('an abort wakes a sleeper at once, and the time advances by itself', async () => {
  const [clock, woken]: [SkippingClock, string[]] = [new SkippingClock(), []];
  const { sleep, stop } = sleeper(clock, woken);
  await sleep('a moment', 5);
  const hour = sleep('an hour', 60 * MINUTE_MS);
  stop();
  await hour;
  await sleep('after the end', 60 * MINUTE_MS);
  expect(woken).toEqual(['a moment', 'an hour', 'after the end']);
});

test('the clock stands still while the bot works, except for skips, and continues afterwards', async () => {
  const [clock, woken]: [SkippingClock, string[]] = [new SkippingClock(), []];
  const { sleep } = sleeper(clock, woken);
  const soon = sleep('a moment', 5);
  await clock.during(async () => {
    const before = [clock.now(), clock.monotonic(), clock.idle()];
    const due = sleep('one minute', MINUTE_MS);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([clock.now(), clock.monotonic(), clock.idle()]).toEqual(before);
    expect(woken).toEqual([]);
    clock.skip(MINUTE_MS);
    await due;
  });
  await soon;
  await sleep('after it', 5);
  expect(woken).toEqual(['a moment', 'one minute', 'after it']);
});
