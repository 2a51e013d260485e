import { expect, test } from 'vitest';
import { formatBetter } from '../../commands/watch/explain.ts';
import { pricedGoods } from '../../src/routing/better-price.ts';
import type { WatchTrigger } from '../../src/routing/watch.ts';
import { ENGLISH } from '../language/spoken.ts';
import { watch } from '../routing/samples.ts';

test.each<[WatchTrigger, number, string | null]>([
  ['at-or-below', 5, 'A shop that is at least 10% cheaper than 5 diamonds comes at once.'],
  ['at-or-above', 5, 'A shop that pays at least 10% more than 5 diamonds comes at once.'],
  ['at-or-below', 0, null],
  ['at-or-above', 0, 'A shop that pays at least 10% more than 0 diamonds comes at once.'],
])('%s, last told %d: what comes at once is said where it can come', (trigger, unitPrice, said) => {
  const one = watch('w', { trigger, price: 9 });
  const goods = pricedGoods(one);
  if (goods === null) throw new Error('a watch without goods');
  expect(formatBetter(one, { unitPrice, goods }, ENGLISH)).toBe(said);
});
