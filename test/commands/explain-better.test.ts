import { expect, test } from 'vitest';
import { formatBetter } from '../../commands/watch/explain.ts';
import { pricedGoods } from '../../src/routing/better-price.ts';
import type { WatchTrigger } from '../../src/routing/watch.ts';
import { ENGLISH } from '../language/spoken.ts';
import { watch } from '../routing/samples.ts';

test.each<[WatchTrigger, number, string]>([
  ['at-or-below', 5, ' A shop 10 % or more under 5 diamonds, the best price told last, comes at once.'],
  ['at-or-above', 5, ' A shop 10 % or more over 5 diamonds, the best price told last, comes at once.'],
  ['at-or-below', 0, ''],
  ['at-or-above', 0, ' A shop 10 % or more over 0 diamonds, the best price told last, comes at once.'],
])('%s, last told %d: what comes at once is said where it can come', (trigger, unitPrice, said) => {
  const one = watch('w', { trigger, price: 9 });
  const goods = pricedGoods(one);
  if (goods === null) throw new Error('a watch without goods');
  expect(formatBetter(one, { unitPrice, goods }, ENGLISH)).toBe(said);
});
