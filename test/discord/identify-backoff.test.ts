import { expect, test } from 'vitest';
import { IdentifyBackoff } from '../../src/discord/gateway/shards.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
/** A throttler without waits between shards. */
const AT_ONCE = { pass: async () => {} };
const NEVER = new AbortController().signal;

/** Creates a clock on which sleep returns at once. */
function quickClock() {
  let now = 0;
  const clock = {
    monotonic: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  return { clock, pass: (ms: number) => (now += ms) };
}

test('a gateway that accepts every IDENTIFY but never sends READY costs less than half of a day’s logins', async () => {
  const { clock, pass } = quickClock();
  const backoff = new IdentifyBackoff(AT_ONCE, clock);
  let sent = 0;
  while (clock.monotonic() < DAY) {
    await backoff.pass(0, 1, NEVER);
    sent += 1;
    pass(15 * SECOND); // discord.js waits this long for READY.
  }
  expect(sent).toBeGreaterThan(100);
  expect(sent).toBeLessThan(500);
});

test('a session lost now and then identifies at once, and each shard has its own back-off', async () => {
  const { clock, pass } = quickClock();
  const backoff = new IdentifyBackoff(AT_ONCE, clock);
  for (const shard of [0, 1, 2]) await backoff.pass(shard, 3, NEVER);
  expect(clock.monotonic()).toBe(0);
  pass(60 * SECOND);
  await backoff.pass(0, 3, NEVER);
  expect(clock.monotonic()).toBe(60 * SECOND);
  await backoff.pass(0, 3, NEVER);
  expect(clock.monotonic()).toBe(70 * SECOND);
});

test('an aborted wait counts as no IDENTIFY', async () => {
  const slept: number[] = [];
  const sleep = async (ms: number, signal: AbortSignal) => {
    slept.push(ms);
    signal.throwIfAborted();
  };
  const backoff = new IdentifyBackoff(AT_ONCE, { monotonic: () => 0, sleep });
  await backoff.pass(0, 1, NEVER);
  await expect(backoff.pass(0, 1, AbortSignal.abort())).rejects.toThrow();
  await backoff.pass(0, 1, NEVER);
  await backoff.pass(0, 1, NEVER);
  expect(slept).toEqual([5, 5, 10].map((seconds) => seconds * SECOND));
});
