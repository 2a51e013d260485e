import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMuchBetter, offeredPrice } from '../../src/routing/better-price.ts';
import { shop } from '../market/samples.ts';
import { watch } from './samples.ts';

const below = watch('w');
const above = watch('w', { trigger: 'at-or-above' });
const at = (unitPrice: number) => ({ unitPrice, goods: 'slime' });

test('“a tenth better” is exact for prices that are quotients of any totals', () => {
  const price = fc.record({ paid: fc.nat(5_000), count: fc.integer({ min: 1, max: 640 }) });
  const near = price.chain((last) =>
    fc.record({
      last: fc.constant(last),
      // Often at the threshold: nine or eleven tenths.
      now: fc.oneof(
        price,
        fc.constantFrom(9, 11).map((tenths) => ({ paid: last.paid * tenths, count: last.count * 10 })),
      ),
    }),
  );
  fc.assert(
    fc.property(near, ({ last, now }) => {
      const [is, was] = [BigInt(now.paid * last.count), BigInt(last.paid * now.count)];
      const [price, lastPrice] = [at(now.paid / now.count), at(last.paid / last.count)];
      expect(isMuchBetter(below, price, lastPrice)).toBe(is < was && 10n * is <= 9n * was);
      expect(isMuchBetter(above, price, lastPrice)).toBe(is > was && 10n * is >= 11n * was);
    }),
  );
});

test('no price is a tenth under 0, and 0 is a tenth under every other price', () => {
  expect(isMuchBetter(below, at(0), at(0))).toBe(false);
  expect(isMuchBetter(below, at(0), at(0.01))).toBe(true);
});

test('prices are compared only for the same goods and the same direction of a watch', () => {
  const listed = { kind: 'listed', at: 0, shop: shop(1) } as const;
  const priceFor = (more: Parameters<typeof watch>[1]) => offeredPrice(watch('w', more), listed);
  const first = priceFor({});
  expect(first).toMatchObject({ unitPrice: 4 });
  expect(priceFor({ trigger: 'listed', price: null, filter: { containers: false, owner: 'Ada' } })).toEqual(first);
  expect(priceFor({ trigger: 'at-or-above' })?.goods).not.toBe(first?.goods);
  for (const trigger of ['sold-out', 'my-shop', 'auctioned', 'traded'] as const)
    expect(priceFor({ trigger })).toBeNull();
  expect(priceFor({ item: { type: 'DIRT' } })).toBeNull();
});
