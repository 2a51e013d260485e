import { expect, test } from 'vitest';
import { ManualClock } from './manual-clock.ts';

/** Sleeps repeatedly, and records when it woke. */
function sleepRepeatedly(clock: ManualClock, ms: number, times: number): number[] {
  const woke: number[] = [];
  const sleep = async () => {
    while (woke.length < times) {
      await clock.sleep(ms);
      woke.push(clock.monotonic());
    }
  };
  void sleep();
  return woke;
}

test('advance wakes exactly the expired sleepers', async () => {
  const clock = new ManualClock(5_000);
  const woke = sleepRepeatedly(clock, 10, 2);
  const late = sleepRepeatedly(clock, 31, 1);
  clock.advance(30);
  await Promise.resolve();
  expect([woke, late, clock.now(), clock.monotonic()]).toEqual([[30], [], 5_030, 30]);
  expect([clock.sleepers(), clock.untilNextMs()]).toEqual([2, 1]);
});

test('run advances from sleeper to sleeper, up to the limit or until none sleeps', async () => {
  const clock = new ManualClock();
  const woke = sleepRepeatedly(clock, 10, 4);
  expect(await clock.run(25)).toBe(2);
  expect([woke, clock.monotonic()]).toEqual([[10, 20], 25]);
  expect(await clock.run()).toBe(2);
  expect([woke, clock.monotonic(), clock.sleepers()]).toEqual([[10, 20, 30, 40], 40, 0]);
  expect(clock.slept).toEqual([10, 10, 10, 10]);
});

test('an abort wakes a sleeper without advancing the clock, before the sleep or during it', async () => {
  const clock = new ManualClock();
  const end = new AbortController();
  const sleeping = clock.sleep(10, end.signal);
  end.abort();
  await Promise.all([sleeping, clock.sleep(10, end.signal), clock.sleep(0)]);
  expect([clock.monotonic(), clock.sleepers(), clock.untilNextMs()]).toEqual([0, 0, Number.POSITIVE_INFINITY]);
});

test('jumpWall moves the wall clock only', () => {
  const clock = new ManualClock(1_000);
  clock.jumpWall(-400);
  expect([clock.now(), clock.monotonic()]).toEqual([600, 0]);
});
