import { expect, test } from 'vitest';
import { Condition } from '../../src/log/condition.ts';
import { Backoff, retry } from '../../src/time/retry.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from './manual-clock.ts';

const backoff = new Backoff({ firstMs: 100, capMs: 400, jitter: 0 });

/** Returns a clock whose sleeps end at once and are recorded. */
function instantClock() {
  const waits: number[] = [];
  return { waits, sleep: async (ms: number) => void waits.push(ms) };
}

/** Returns a task that fails `times` times before it succeeds. */
function failing(times: number): (attempt: number) => Promise<string> {
  return async (attempt) => {
    if (attempt <= times) throw new Error(`failure ${attempt}`);
    return `success at ${attempt}`;
  };
}

test('retry waits longer after each failure, up to the cap, and returns the first success', async () => {
  const clock = instantClock();
  expect(await retry(failing(4), { backoff, clock })).toBe('success at 5');
  expect(clock.waits).toEqual([100, 200, 400, 400]);
});

test('retry waits at least as long as the other side demands', async () => {
  const clock = instantClock();
  await retry(failing(2), { backoff, clock, demandedMs: () => 1_000 });
  expect(clock.waits).toEqual([1_000, 1_000]);
});

test('retry throws an error that is not retryable without another attempt', async () => {
  const clock = instantClock();
  const attempts = retry(failing(3), { backoff, clock, isRetryable: (error) => !String(error).includes('failure 2') });
  await expect(attempts).rejects.toThrow('failure 2');
  expect(clock.waits).toEqual([100]);
});

test('retry throws the error of the last allowed attempt', async () => {
  const clock = instantClock();
  await expect(retry(failing(5), { backoff, clock, mostAttempts: 3 })).rejects.toThrow('failure 3');
  expect(clock.waits).toEqual([100, 200]);
});

test('an abort during a wait ends the retries with its reason', async () => {
  const over = new AbortController();
  const sleep = async () => over.abort(new Error('shutdown'));
  await expect(retry(failing(3), { backoff, clock: { sleep }, signal: over.signal })).rejects.toThrow('shutdown');
});

test('an abort wakes a waiting retry', async () => {
  const over = new AbortController();
  const clock = new ManualClock();
  const ended = retry(failing(3), { backoff, clock, signal: over.signal });
  await expect.poll(() => clock.sleepers()).toBe(1);
  over.abort(new Error('shutdown'));
  expect(clock.sleepers()).toBe(0);
  await expect(ended).rejects.toThrow('shutdown');
});

test('an abort during an attempt ends the retries when the attempt fails', async () => {
  const over = new AbortController();
  const clock = instantClock();
  const task = async () => {
    over.abort(new Error('shutdown'));
    throw new Error('connection lost');
  };
  await expect(retry(task, { backoff, clock, signal: over.signal })).rejects.toThrow('shutdown');
  expect(clock.waits).toEqual([]);
});

test('a condition is logged once when the failures begin and once when they end', async () => {
  const log = recordingLog();
  const condition = new Condition({ log, begins: 'Outbox unreachable, retrying', ends: 'Outbox reachable again' });
  await retry(failing(3), { backoff, clock: instantClock(), condition });
  await retry(failing(0), { backoff, clock: instantClock(), condition });
  expect(log.lines.map(({ level, sentence }) => `${level}: ${sentence}`)).toEqual([
    'warn: Outbox unreachable, retrying',
    'debug: Outbox unreachable, retrying',
    'debug: Outbox unreachable, retrying',
    'info: Outbox reachable again',
  ]);
  expect(log.lines.at(-1)?.facts).toEqual({ times: 3 });
});
