import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Location } from '../../../src/market/shops/shop.ts';
import { marketOf, shop } from '../samples.ts';

/** Few values, so that places are shared, and some beyond 32 bits. */
const coordinate = fc.constantFrom(0, -0, 1, -1, 64, 2 ** 31, -(2 ** 40), Number.MAX_SAFE_INTEGER);
const location = fc.record({
  x: coordinate,
  y: coordinate,
  z: coordinate,
  world: fc.constantFrom('world', 'world_nether'),
});

test('the index returns exactly the shops of a place', () => {
  fc.assert(
    fc.property(fc.array(location, { maxLength: 60 }), location, (places, asked) => {
      const shops = places.map((place, id) => shop(id, { location: place }));
      const market = marketOf(...shops);
      const at = ({ x, y, z, world }: Location) => `${x} ${y} ${z} ${world}`;
      for (const place of [asked, ...places]) {
        const there = shops.filter((one) => at(one.location) === at(place));
        expect(market.shopsAt(place).toSorted((a, b) => a.id - b.id)).toEqual(there);
      }
    }),
  );
});
