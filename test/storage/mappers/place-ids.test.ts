import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PlaceIds } from '../../../src/storage/mappers/goods-and-places.ts';
import { propertyRuns } from '../../property-runs.ts';

const coordinate = fc.constantFrom(0, 1, -1, 65_537, 2 ** 31);
const name = fc.constantFrom('a', 'b');
const place = fc.record({
  location: fc.record({ x: coordinate, y: coordinate, z: coordinate, world: name }),
  owner: fc.option(fc.record({ name, uuid: name })),
});

it('returns the number of a place and its owner, and of no others', () => {
  const run = fc.property(fc.array(place, { maxLength: 20 }), place, (known, asked) => {
    const numbers = new PlaceIds();
    for (const [id, { location, owner }] of known.entries()) {
      if (numbers.get(location, owner) === undefined)
        numbers.put({ id, location, owner, changedAt: 0, tradedAt: null });
    }
    const text = JSON.stringify(asked);
    const id = known.findIndex((one) => JSON.stringify(one) === text);
    expect(numbers.get({ ...asked.location }, asked.owner && { ...asked.owner })?.id).toBe(id < 0 ? undefined : id);
  });
  fc.assert(run, { numRuns: propertyRuns(5) });
});

it('evicts places beyond its limit, and never returns a wrong number', () => {
  const numbers = new PlaceIds();
  const locations = Array.from({ length: 40_000 }, (_, x) => ({ x, y: 64, z: -x, world: 'world' }));
  for (const [id, location] of locations.entries()) {
    numbers.put({ id, location, owner: null, changedAt: 0, tradedAt: null });
  }
  const found = locations.map((location) => numbers.get(location, null)?.id);
  expect(found.filter((id, at) => id !== undefined && id !== at)).toEqual([]);
  expect(found.filter((id) => id !== undefined).length).toBeLessThanOrEqual(16_384);
  expect(found.at(-1)).toBe(39_999);
});
