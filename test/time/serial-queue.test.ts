import { expect, test } from 'vitest';
import { SerialQueue } from '../../src/time/serial-queue.ts';

test('a queued task runs after all earlier ones, even failed ones, and only its caller gets its error', async () => {
  const queue = new SerialQueue();
  const first = Promise.withResolvers<void>();
  const done: string[] = [];
  const pieces = [
    queue.run(() => first.promise.then(() => void done.push('first'))),
    queue.run(() => {
      done.push('second');
      throw new Error('no luck');
    }),
    queue.run(() => done.push('third')),
  ];
  expect([queue.length, done]).toEqual([3, []]);
  first.resolve();
  expect((await Promise.allSettled(pieces)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect([queue.length, done]).toEqual([0, ['first', 'second', 'third']]);
});
