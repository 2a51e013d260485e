import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WorkQueue } from '../../../src/discord/command/command.ts';

test('the work queue runs one task at a time in order, and continues after a failure', async () => {
  const queue = new WorkQueue();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await yieldToEventLoop();
    steps.push(`${name} ends`);
    return name;
  };
  const done = Promise.allSettled([
    queue.run(work('a')),
    queue.run(() => Promise.reject(new Error('broken'))),
    queue.run(work('b')),
  ]);
  expect(queue.isBusy).toBe(true);
  expect((await done).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(queue.isBusy).toBe(false);
});

test('the work queue lets the event loop run after each task, for any number of tasks', async () => {
  const queue = new WorkQueue();
  let turnsOfTheLoop = 0;
  const seen: number[] = [];
  const count = () => {
    turnsOfTheLoop += 1;
    if (seen.length < 20) setImmediate(count);
  };
  count();
  await Promise.all(Array.from({ length: 20 }, () => queue.run(() => seen.push(turnsOfTheLoop))));
  expect(new Set(seen).size).toBe(20);
});
