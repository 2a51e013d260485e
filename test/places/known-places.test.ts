import { describe, expect, test } from 'vitest';
import { KnownPlaces } from '../../src/places/known-places.ts';
import { marketOf, shop } from '../market/samples.ts';

const at = (world: string, x = 905, z = 905) => ({ x, y: 64, z, world });
const shopsIn = (...worlds: readonly string[]) =>
  marketOf(...worlds.map((world, id) => shop(id, { location: at(world, id) })));
const HUB = { name: 'Hub', x: 900, z: 900, world: null };
const CAVE = { name: 'Cave', x: 900, z: 900, world: 'resource' };

test.each([
  [['resource', 'world', 'world'], 'world'],
  [['world', 'resource', 'resource'], 'resource'],
  [['world', 'resource'], 'resource'],
  [['world_nether', 'world_the_end', 'world_nether', 'world'], 'world'],
  [['world_nether'], null],
])('shops in %j have the main Overworld %s', (worlds, main) => {
  expect(shopsIn(...worlds).mainOverworld).toBe(main);
  expect(shopsIn(...worlds.toReversed()).mainOverworld).toBe(main);
});

describe('a landmark without a world', () => {
  test('lies in the main Overworld, and is near no shop of another one', () => {
    const { mainOverworld } = shopsIn('world', 'world', 'resource');
    const places = new KnownPlaces({ map: undefined, item: undefined }, () => mainOverworld);
    places.replace([HUB]);
    expect(places.landmarks()).toEqual([{ ...HUB, world: 'world' }]);
    expect(places.nearest(at('world'))).toMatchObject({ blocks: 7, direction: 'se' });
    expect(places.nearest(at('world_nether', 113, 113))).toMatchObject({ blocks: 6, direction: 'se' });
    expect(['resource', 'resource_nether', 'world_the_end'].map((world) => places.nearest(at(world)))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('follows the market, and leaves landmarks with a world where they are', () => {
    let market = shopsIn('world_nether');
    const places = new KnownPlaces({ map: undefined, item: undefined }, () => market.mainOverworld);
    places.replace([HUB, CAVE]);
    expect(places.landmarks()).toEqual([HUB, CAVE]);
    market = shopsIn('world');
    expect(places.landmarks()).toEqual([{ ...HUB, world: 'world' }, CAVE]);
    expect(places.nearest(at('resource'))?.landmark).toEqual(CAVE);
    const list = places.landmarks();
    market = shopsIn('world', 'world');
    expect(places.landmarks()).toBe(list);
  });
});
