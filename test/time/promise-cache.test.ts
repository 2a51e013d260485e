import { expect, test } from 'vitest';
import { PromiseCache } from '../../src/time/promise-cache.ts';

/** A cache of at most two values, fresh for 100 ms; each piece of work gives how many came before it. */
function openCache() {
  const world = { now: 1_000, works: 0 };
  const cache = new PromiseCache<number>({ most: 2, freshMs: 100, now: () => world.now });
  const get = (key: string) => cache.get(key, async () => world.works++);
  return { world, cache, get };
}

test('who asks for the same is given the same, until it is no longer fresh or the clock is set back', async () => {
  const { world, get } = openCache();
  expect(await Promise.all([get('a'), get('a')])).toEqual([0, 0]);
  world.now += 99;
  expect(await get('a')).toBe(0);
  world.now += 1;
  expect(await get('a')).toBe(1);
  world.now -= 1;
  expect(await get('a')).toBe(2);
});

test('what was not asked for longest makes room', async () => {
  const { get } = openCache();
  expect([await get('a'), await get('b'), await get('a'), await get('c')]).toEqual([0, 1, 0, 2]);
  expect([await get('a'), await get('b')]).toEqual([0, 3]);
});

test('what failed is tried again', async () => {
  const { cache, get } = openCache();
  await expect(cache.get('a', () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  expect(await get('a')).toBe(0);
});
