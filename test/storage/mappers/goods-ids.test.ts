import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Item } from '../../../src/market/item/item.ts';
import { GoodsIds } from '../../../src/storage/mappers/goods-and-places.ts';
import { propertyRuns } from '../../property-runs.ts';
import { item } from '../sqlite/journal/samples.ts';

/** A few similar stacks: two types under one key, two quantities, two names, and boxes of them. */
const stack: fc.Arbitrary<Item> = fc
  .record({
    type: fc.constantFrom('BOX', 'DIRT'),
    variant: fc.constantFrom(null, item().identity.variant),
    quantity: fc.integer({ min: 1, max: 2 }),
    name: fc.constantFrom('a', 'b'),
  })
  .map(({ type, variant, ...more }) => ({ ...item(), ...more, identity: { key: 'k', type, variant } }));
const goods: fc.Arbitrary<Item> = fc
  .record({ box: stack, contents: fc.array(stack, { maxLength: 2 }) })
  .map(({ box, contents }) => ({ ...box, contents }));

it('returns the number of goods that are equal in every field, and of no others', () => {
  const run = fc.property(fc.array(goods, { maxLength: 12 }), goods, (known, asked) => {
    const numbers = new GoodsIds();
    for (const [id, one] of known.entries()) if (numbers.get(one) === undefined) numbers.put(one, id);
    const text = JSON.stringify(asked);
    const id = known.findIndex((one) => JSON.stringify(one) === text);
    expect(numbers.get(structuredClone(asked))).toBe(id < 0 ? undefined : id);
  });
  fc.assert(run, { numRuns: propertyRuns(5) });
});

it('evicts goods beyond its limit, and never returns a wrong number', () => {
  const numbers = new GoodsIds();
  const named = Array.from({ length: 20_000 }, (_, at) => ({ ...item('DIRT', `${at % 1_000}`), name: `${at}` }));
  for (const [id, one] of named.entries()) numbers.put(one, id);
  const found = named.map((one) => numbers.get(one));
  expect(found.filter((id, at) => id !== undefined && id !== at)).toEqual([]);
  expect(found.filter((id) => id !== undefined).length).toBeLessThanOrEqual(8_192);
  expect(found.at(-1)).toBe(19_999);
});
