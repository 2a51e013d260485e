import { expect, test } from 'vitest';
import { inSlices, TimeSlice, yieldToEventLoop } from '../../src/time/cooperate.ts';

/** Blocks the event loop. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** Returns a function that counts the turns of the event loop since. */
function countTurns(): () => number {
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  return () => {
    clearImmediate(timer);
    return turns;
  };
}

test('a time slice ends after 2 ms, and the next begins after the event loop has run', async () => {
  const turns = countTurns();
  const slice = new TimeSlice();
  work(2);
  expect(slice.isOver()).toBe(true);
  await slice.yieldIfOver();
  expect(turns()).toBeGreaterThanOrEqual(1);
});

test('long work yields to the event loop until done, short work does not', async () => {
  function* steps(count: number, ms: number): Generator<void, string> {
    for (let step = 0; step < count; step += 1) {
      work(ms);
      yield;
    }
    return 'done';
  }
  const whileLong = countTurns();
  expect(await inSlices(steps(5, 3))).toBe('done');
  expect(whileLong()).toBeGreaterThanOrEqual(4);
  const whileShort = countTurns();
  expect(await inSlices(steps(5, 0))).toBe('done');
  expect(whileShort()).toBeLessThanOrEqual(1);
});

test('an error of sliced work is thrown', async () => {
  const failing = (function* (): Generator<void, never> {
    yield;
    throw new Error('no');
  })();
  await expect(inSlices(failing)).rejects.toThrow('no');
});

test('a yield takes one turn of the event loop', async () => {
  const turns = countTurns();
  await yieldToEventLoop();
  expect(turns()).toBeGreaterThanOrEqual(1);
});
