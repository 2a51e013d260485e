import { expect, test, vi } from 'vitest';
import { OwnPublished, SharedPublished } from '../../../src/composition/fleet.ts';
import { publishedContract } from './published.contract.ts';

publishedContract('one process', async () => {
  const published = new OwnPublished();
  return { one: published, other: published, exchange: async () => {} };
});

test('a failed write is retried with the next round, and the stored old value does not replace it', async () => {
  const kept = new Map([['published:icons', { value: { a: '1' }, ageMs: 1 }]]);
  let isAway = true;
  const published = new SharedPublished({
    async put(name, value) {
      if (isAway) throw new Error('away');
      kept.set(name, { value: Object(value), ageMs: 0 });
    },
    all: async () => kept,
  });
  const listener = vi.fn();
  published.follow('icons', listener);
  published.put('icons', { a: '2' });
  await expect(published.exchange()).rejects.toThrow('away');
  isAway = false;
  await published.exchange();
  expect(listener.mock.calls).toEqual([[{ a: '2' }]]);
  expect(kept.get('published:icons')?.value).toEqual({ a: '2' });
});
