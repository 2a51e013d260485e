import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dealOf } from '../../../src/market/deals/deal.ts';
import { identify } from '../../../src/market/item/identity.ts';
import type { Item } from '../../../src/market/item/item.ts';
import { UNLIMITED } from '../../../src/market/shops/shop.ts';
import { unitPriceOf } from '../../../src/market/shops/unit-price.ts';
import { item, shop } from '../samples.ts';

const SLIME = identify('SLIME_BLOCK');
const slimes = (quantity: number) => item(SLIME, { quantity });
const boxOf = (...contents: readonly Item[]) => item('SHULKER_BOX', { contents });
const ANY = { discount: 0, minSaving: 0 };

/** Judges an offer of slime blocks, which are worth 4 each. */
const dealOfSlime = (more: Parameters<typeof shop>[1], terms = ANY) => {
  const offer = shop(1, more);
  return dealOf(offer, offer.remaining, (key) => (key === SLIME.key ? 4 : undefined), terms);
};

describe('a deal', () => {
  test('states its discount in percent and its saving', () => {
    expect(dealOfSlime({ price: 6, remaining: 7, item: slimes(2) })).toMatchObject({
      identity: SLIME,
      contained: false,
      unitPrice: 3,
      worth: 4,
      percent: 25,
      items: 6,
      saving: 6,
    });
  });

  test('includes offers exactly at the limits of its terms', () => {
    const offer = { price: 3, remaining: 2 };
    expect(dealOfSlime(offer, { discount: 25, minSaving: 2 })).toMatchObject({ percent: 25, saving: 2 });
    expect(dealOfSlime(offer, { discount: 26, minSaving: 2 })).toBeNull();
    expect(dealOfSlime(offer, { discount: 25, minSaving: 2.1 })).toBeNull();
  });

  test('tolerates binary rounding errors at its limits', () => {
    const offer = shop(1, { price: 0.2, remaining: 1 });
    expect(dealOf(offer, 1, () => 0.3, { discount: 33, minSaving: 0.1 })).toMatchObject({ saving: 0.1 });
  });

  test('counts the saving of one stack at most, however large the stock', () => {
    expect(dealOfSlime({ price: 1, remaining: UNLIMITED })).toMatchObject({ items: 64, saving: 192 });
    expect(dealOfSlime({ price: 0, remaining: 10_000, item: slimes(10) })).toMatchObject({ items: 60, saving: 240 });
  });

  test('counts the saving on 100 diamonds spent at most', () => {
    expect(dealOfSlime({ price: 3, remaining: 500 })).toMatchObject({ items: 33, saving: 33 });
  });

  test('counts the saving of one whole bundle at least, even over a stack and over 100 diamonds', () => {
    expect(dealOfSlime({ price: 300, remaining: 1_000, item: slimes(100) })).toMatchObject({ items: 100, saving: 100 });
    const box = boxOf(slimes(64), slimes(64));
    expect(dealOfSlime({ price: 128, remaining: 3, item: box })).toMatchObject({
      contained: true,
      items: 128,
      saving: 384,
    });
  });
});

test('a deal saves as much as buying bundle by bundle within its limits', () => {
  const offers = fc.record({
    price: fc.constantFrom(0, 0.25, 1, 3, 7.5, 40, 100, 101),
    remaining: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(UNLIMITED)),
    quantity: fc.constantFrom(1, 2, 9, 32, 64, 65),
    boxed: fc.constantFrom(0, 1, 16, 1_728),
    worth: fc.constantFrom(null, 0, 0.5, 4, 200),
    discount: fc.constantFrom(0, 1, 25, 99),
    minSaving: fc.constantFrom(0, 0.1, 5, 60),
  });
  fc.assert(
    fc.property(offers, ({ price, remaining, quantity, boxed, worth, ...terms }) => {
      const goods = boxed === 0 ? slimes(quantity) : item('SHULKER_BOX', { quantity, contents: [slimes(boxed)] });
      const offer = shop(1, { price, remaining, item: goods });
      const deal = dealOf(offer, remaining, () => worth, terms);
      const each = boxed || 1;
      let [bought, items, paid] = [0, 0, 0];
      while (bought + quantity <= remaining) {
        const isUsual = items + quantity * each <= 64 && paid + price <= 100;
        if (bought > 0 && !isUsual) break;
        bought += quantity;
        items += quantity * each;
        paid += price;
      }
      const saving = items * (worth ?? 0) - paid;
      const percent = worth ? 100 - (100 * unitPriceOf(offer)) / each / worth : Number.NEGATIVE_INFINITY;
      const isDeal = bought > 0 && percent >= terms.discount - 1e-9 && saving >= terms.minSaving - 1e-9;
      expect(deal !== null).toBe(isDeal);
      if (deal === null) return;
      expect(deal.items).toBe(items);
      expect(deal.saving).toBeCloseTo(saving, 6);
      expect(deal.percent).toBeCloseTo(percent, 6);
    }),
  );
});
