import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import { goodsKeyOf, improvementOf, isWorthDelivering } from '../../src/routing/better-price.ts';
import { WATCH_TRIGGERS } from '../../src/routing/watch.ts';
import { shop } from '../market/samples.ts';
import { watch } from './samples.ts';

const turned = (before: Parameters<typeof shop>[1], after: Parameters<typeof shop>[1]): Change => ({
  kind: 'price-changed',
  at: 0,
  before: shop(1, before),
  shop: shop(1, after),
});

test('a shop improves only if it matched the watch’s price, still matches, and has a better price', () => {
  const below = (before: Parameters<typeof shop>[1], after: Parameters<typeof shop>[1]) =>
    improvementOf(watch('w', { price: 5 }), turned(before, after));
  expect(below({ price: 5 }, { price: 4.9 })).toMatchObject({ shop: { id: 1 }, was: 5, is: 4.9 });
  expect(below({ price: 6 }, { price: 4 }), 'it comes to match').toBeNull();
  expect(below({ price: 4 }, { price: 4 })).toBeNull();
  expect(below({ price: 4 }, { price: 5 })).toBeNull();
  expect(below({ price: 4 }, { price: 3, remaining: 0 }), 'there is none').toBeNull();
  expect(below({ price: 4, remaining: 0 }, { price: 3 }), 'it comes to match').toBeNull();
  expect(below({ price: 4, side: 'bid' }, { price: 3 })).toBeNull();
});

test('a better price matches only price watches: a lower ask at-or-below, a higher bid at-or-above', () => {
  const turns = (['ask', 'bid'] as const).flatMap((side) => [
    turned({ price: 4, side }, { price: 3, side }),
    turned({ price: 6, side }, { price: 7, side }),
  ]);
  const knowing = WATCH_TRIGGERS.flatMap((trigger) =>
    turns.flatMap((change) => {
      const better = improvementOf(watch('w', { trigger }), change);
      return better ? [[trigger, better.is]] : [];
    }),
  );
  expect(knowing).toEqual([
    ['at-or-below', 3],
    ['at-or-above', 7],
  ]);
});

test('in steps of any size, each price a tenth under the last announced one is announced', () => {
  const watched = watch('w', { price: 10_000 });
  const steps = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(steps, (drops) => {
      let price = 5_000;
      let lastPrice = price;
      for (const drop of drops) {
        const was = price;
        price -= drop;
        const better = improvementOf(watched, turned({ price: was }, { price }));
        if (better === null) throw new Error('it got no better');
        const last = { unitPrice: lastPrice, goods: goodsKeyOf(watched) ?? '' };
        expect(isWorthDelivering(watched, better, last)).toBe(10 * price <= 9 * lastPrice);
        expect(isWorthDelivering(watched, better, { ...last, goods: 'others' }), 'of other goods').toBe(
          10 * price <= 9 * was,
        );
        expect(isWorthDelivering(watched, better, null)).toBe(10 * price <= 9 * was);
        if (10 * price <= 9 * lastPrice) lastPrice = price;
      }
    }),
  );
});
