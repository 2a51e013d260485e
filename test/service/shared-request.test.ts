import { expect, test } from 'vitest';
import { SharedRequest } from '../../src/time/promise-cache.ts';
import { ManualClock } from '../time/manual-clock.ts';

test('concurrent callers share one request and then its answer, until the answer expires', async () => {
  const clock = new ManualClock();
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  };
  const shared = new SharedRequest(ask, 5_000, clock);
  const both = [shared.get(), shared.get()];
  clock.advance(60_000);
  both.push(shared.get());
  asked[0]?.resolve('first');
  expect(await Promise.all(both)).toEqual(['first', 'first', 'first']);
  clock.advance(4_999);
  expect(await shared.get()).toBe('first');
  clock.advance(1);
  const later = shared.get();
  asked[1]?.resolve('second');
  expect([await later, asked.length]).toEqual(['second', 2]);
});

test('a shared request that failed is sent again when its result has expired', async () => {
  const clock = new ManualClock();
  let times = 0;
  const shared = new SharedRequest(
    () => (++times === 1 ? Promise.reject(new Error('no')) : Promise.resolve(times)),
    10,
    clock,
  );
  await expect(shared.get()).rejects.toThrow('no');
  clock.advance(10);
  expect(await shared.get()).toBe(2);
});
