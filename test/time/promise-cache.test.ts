import { expect, test } from 'vitest';
import { PromiseCache } from '../../src/time/promise-cache.ts';

/** Returns a cache of at most two values, fresh for 100 ms. Each task returns the number of tasks before it. */
function openCache() {
  const world = { now: 1_000, works: 0 };
  const cache = new PromiseCache<number>({ most: 2, freshMs: 100, now: () => world.now });
  const get = (key: string) => cache.get(key, async () => world.works++);
  return { world, cache, get };
}

test('callers with the same key share a value while it is fresh', async () => {
  const { world, get } = openCache();
  expect(await Promise.all([get('a'), get('a')])).toEqual([0, 0]);
  world.now += 99;
  expect(await get('a')).toBe(0);
  world.now += 1;
  expect(await get('a')).toBe(1);
});

test('a clock set back expires every value', async () => {
  const { world, get } = openCache();
  expect([await get('a'), await get('b')]).toEqual([0, 1]);
  world.now -= 1;
  expect([await get('a'), await get('b')]).toEqual([2, 3]);
});

test('a full cache drops the least recently used value', async () => {
  const { get } = openCache();
  expect([await get('a'), await get('b'), await get('a'), await get('c')]).toEqual([0, 1, 0, 2]);
  expect([await get('a'), await get('b')]).toEqual([0, 3]);
});

test('failed work is repeated at the next call', async () => {
  const { cache, get } = openCache();
  await expect(cache.get('a', () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  expect(await get('a')).toBe(0);
});

test('a value without a time limit stays fresh', async () => {
  const cache = new PromiseCache<number>({ most: 1 });
  expect(await cache.get('a', async () => 1)).toBe(1);
  expect(await cache.get('a', async () => 2)).toBe(1);
});
