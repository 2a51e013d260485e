import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPrice, pricesApart } from '../../../src/language/number.ts';
import {
  highestAtMost,
  highestThreshold,
  isAtLeast,
  isAtMost,
  lowestAtLeast,
  lowestThreshold,
} from '../../../src/market/prices/shown-price.ts';
import { ENGLISH } from '../../language/spoken.ts';

const units = fc
  .record({ paid: fc.integer({ min: 1, max: 5000 }), quantity: fc.integer({ min: 1, max: 3456 }) })
  .map(({ paid, quantity }) => paid / quantity);
const numberOf = (shown: string) => Number(shown.replaceAll(',', ''));

test.each([
  [1 / 3, 0.33],
  [1 / 3, 0.333],
  [17 / 180, 0.094],
  [3 / 32, 0.094],
  [5.004, 5],
])('a price of %d counts as at most %d, because it is displayed as such', (unit, threshold) => {
  expect(isAtMost(unit, threshold)).toBe(true);
});

test.each([
  [2 / 3, 0.67],
  [2 / 3, 0.667],
  [3 / 32, 0.094],
  [0.0996, 0.1],
])('a price of %d counts as at least %d, because it is displayed as such', (unit, threshold) => {
  expect(isAtLeast(unit, threshold)).toBe(true);
});

test.each([
  [0.335, 0.33],
  [0.34, 0.33],
  [4.2, 4],
  [0.33334, 1 / 3],
  [0.3336, 0.333],
])('a price of %d counts as above %d', (unit, threshold) => {
  expect(isAtMost(unit, threshold)).toBe(false);
});

test.each([
  [0.6649, 0.67],
  [0.0994, 0.1],
  [0.66666, 2 / 3],
  [3.99, 4],
])('a price of %d counts as below %d', (unit, threshold) => {
  expect(isAtLeast(unit, threshold)).toBe(false);
});

test('an exact price passes the limits “at most” and “at least” of its displayed price, alone or in a list', () => {
  fc.assert(
    fc.property(units, units, (unit, other) => {
      const inList = pricesApart([unit, other], ENGLISH).get(unit) ?? '';
      for (const shown of [formatPrice(unit, ENGLISH), inList].map(numberOf)) {
        expect([isAtMost(unit, shown), isAtLeast(unit, shown)]).toEqual([true, true]);
      }
    }),
  );
});

test('a threshold of two decimals accepts every price that is displayed within it, and no other', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 2000 }), (unit, cents) => {
      const threshold = cents / 100;
      const shown = numberOf(formatPrice(unit, ENGLISH));
      expect(isAtMost(unit, threshold)).toBe(shown <= threshold || unit <= threshold);
      expect(isAtLeast(unit, threshold)).toBe(shown >= threshold || unit >= threshold);
    }),
  );
});

test('search bounds agree with the comparison, and index ranges cover all matching thresholds', () => {
  fc.assert(
    fc.property(units, units, (unit, other) => {
      const rounded = [unit, other].map((one) => numberOf(formatPrice(one, ENGLISH)));
      for (const threshold of [unit, other, ...rounded]) {
        expect(isAtMost(unit, threshold)).toBe(unit <= highestAtMost(threshold));
        expect(isAtLeast(unit, threshold)).toBe(unit >= lowestAtLeast(threshold));
        if (isAtMost(unit, threshold)) expect(threshold).toBeGreaterThanOrEqual(lowestThreshold(unit));
        if (isAtLeast(unit, threshold)) expect(threshold).toBeLessThanOrEqual(highestThreshold(unit));
      }
    }),
  );
});
