import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortInSlices } from '../../../src/market/shops/slices.ts';
import { propertyRuns } from '../../property-runs.ts';

test('sorting in slices is stable, equals the built-in sort, and yields in between', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 1, max: 2_000 }), (length, spread) => {
      const list = Array.from({ length }, (_, id) => ({ id, price: (id * 7_919) % spread }));
      const cheapestFirst = (a: { price: number }, b: { price: number }) => a.price - b.price;
      const expected = list.toSorted(cheapestFirst);
      const pauses = [...sortInSlices(list, cheapestFirst)].length;
      expect(list).toEqual(expected);
      if (length > 1_024) expect(pauses).toBeGreaterThan(4);
    }),
    { numRuns: propertyRuns(1 / 10) },
  );
});
