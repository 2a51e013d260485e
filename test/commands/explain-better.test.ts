import { expect, test } from 'vitest';
import { formatBetter, lastDeliveredAt } from '../../commands/watch/explain.ts';
import type { Change } from '../../src/market/change.ts';
import { goodsKeyOf } from '../../src/routing/better-price.ts';
import type { WatchTrigger } from '../../src/routing/watch.ts';
import type { Evaluation } from '../../src/subscriptions/evaluate.ts';
import { ENGLISH } from '../language/spoken.ts';
import { shop } from '../market/samples.ts';
import { watch } from '../routing/samples.ts';

test.each<[WatchTrigger, number, string | null]>([
  ['at-or-below', 5, 'A shop that is at least 10% cheaper than 5 diamonds comes at once.'],
  ['at-or-above', 5, 'A shop that pays at least 10% more than 5 diamonds comes at once.'],
  ['at-or-below', 0, null],
  ['at-or-above', 0, 'A shop that pays at least 10% more than 0 diamonds comes at once.'],
])('%s with last price %d states the offers that interrupt the cooldown', (trigger, unitPrice, expected) => {
  const one = watch('w', { trigger, price: 9 });
  const goods = goodsKeyOf(one);
  if (goods === null) throw new Error('a watch without goods');
  expect(formatBetter(one, { unitPrice, goods }, ENGLISH)).toBe(expected);
});

test('an under-worth watch on any item states that a cheaper offer of the same item interrupts the cooldown', () => {
  const one = watch('w', { trigger: 'under-worth', item: null });
  const expected = 'The same item as last time still comes at once if it is at least 10% cheaper than 5 diamonds.';
  expect(formatBetter(one, { unitPrice: 5, goods: 'under diamond' }, ENGLISH)).toBe(expected);
});

test('the latest delivery counts if another watch’s message mentioned this one during its cooldown', () => {
  const change: Change = { kind: 'listed', at: 1, shop: shop(1, { price: 4 }) };
  const message = { settledAt: 9_000, messageId: '9', why: null, best: {} };
  const delivered = (settledAt: number, messageId: string | null): Evaluation => ({
    change,
    notice: {
      notice: {
        id: 1,
        held: null,
        target: { kind: 'user', id: '400' },
        subscriptionIds: ['w'],
        dueAt: 0,
        cause: { kind: 'change', change },
      },
      end: { at: settledAt, why: null, message: { ...message, settledAt, messageId } },
    },
    mismatches: [],
  });
  expect(lastDeliveredAt(1_000, [delivered(9_000, '9'), delivered(5_000, '8'), delivered(10_000, null)])).toBe(9_000);
  expect(lastDeliveredAt(null, [])).toBeNull();
});
