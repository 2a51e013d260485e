import fc from 'fast-check';
import { expect, test } from 'vitest';
import { surplusCanvases } from '../../../src/storage/mappers/canvas-row.ts';
import { propertyRuns } from '../../property-runs.ts';

const size = fc.record({ bytes: fc.nat(100), isNeeded: fc.boolean() });

test('the surplus is the smallest that meets both limits, and drops needed canvases last', () => {
  fc.assert(
    fc.property(fc.array(size, { maxLength: 12 }), fc.nat(12), fc.nat(600), (given, count, bytes) => {
      const sizes = given.map((one, at) => ({ id: String(at), bytes: one.bytes }));
      const needed = new Set(sizes.filter((_, at) => given[at]?.isNeeded).map(({ id }) => id));
      const surplus = surplusCanvases(sizes, (id) => needed.has(id), { count, bytes });
      const isWithin = (dropped: readonly string[]) => {
        const kept = sizes.filter(({ id }) => !dropped.includes(id));
        return kept.length <= count && kept.reduce((sum, one) => sum + one.bytes, 0) <= bytes;
      };
      expect(isWithin(surplus)).toBe(true);
      if (surplus.length > 0) expect(isWithin(surplus.slice(0, -1))).toBe(false);
      if (surplus.some((id) => needed.has(id))) {
        expect(sizes.filter(({ id }) => !needed.has(id) && !surplus.includes(id))).toEqual([]);
      }
    }),
    { numRuns: propertyRuns() },
  );
});
