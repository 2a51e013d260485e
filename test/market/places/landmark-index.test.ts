import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMPASS, type Landmark } from '../../../src/market/places/landmark.ts';
import { LandmarkIndex } from '../../../src/market/places/landmark-index.ts';
import { distanceBetween, scaleBetween } from '../../../src/market/shops/distance.ts';
import { propertyRuns } from '../../property-runs.ts';

const landmark = (name: string, x: number, z: number, world: string | null = null): Landmark => ({ name, x, z, world });
const at = (x: number, z: number, world = 'world') => ({ x, y: 64, z, world });
const nearest = (landmarks: readonly Landmark[], location: ReturnType<typeof at>) => {
  const found = new LandmarkIndex(landmarks).nearest(location);
  return found && `${found.blocks} ${found.direction} ${found.landmark.name}`;
};

test('the direction leads from the landmark to the location, with north towards negative z', () => {
  const around = [at(0, -9), at(9, -9), at(9, 0), at(9, 9), at(0, 9), at(-9, 9), at(-9, 0), at(-9, -9)];
  const index = new LandmarkIndex([landmark('Spawn', 0, 0)]);
  expect(around.map((location) => index.nearest(location)?.direction)).toEqual(COMPASS);
});

test('a compass point covers an eighth of the turn', () => {
  const index = new LandmarkIndex([landmark('Spawn', 0, 0)]);
  expect(index.nearest(at(41, -100))?.direction).toBe('n');
  expect(index.nearest(at(42, -100))?.direction).toBe('ne');
});

test('a location at the landmark has no direction', () => {
  expect(nearest([landmark('Spawn', 5, 5)], at(5, 5))).toBe('0 null Spawn');
});

describe('portals', () => {
  test('a landmark without a world lies in the Overworld of every series of worlds', () => {
    expect(nearest([landmark('Spawn', 0, 0)], at(0, 30, 'survival'))).toBe('30 s Spawn');
    expect(nearest([landmark('Spawn', 80, 0)], at(0, 0, 'survival_nether'))).toBe('80 w Spawn');
    expect(nearest([landmark('Spawn', 0, 0)], at(0, 30, 'world_the_end'))).toBeNull();
  });

  test('landmarks of several worlds are compared in one scale, and measured in their own blocks', () => {
    const both = [landmark('Overworld hub', 400, 0, 'world'), landmark('Nether hub', 40, 0, 'world_nether')];
    expect(nearest(both, at(0, 0, 'world'))).toBe('40 w Nether hub');
    expect(nearest(both, at(390, 0, 'world'))).toBe('10 w Overworld hub');
    expect(nearest(both, at(325, 0, 'world'))).toBe('1 e Nether hub');
    expect(nearest(both, at(0, 0, 'world_nether'))).toBe('40 w Nether hub');
  });

  test('worlds of another series are out of reach', () => {
    expect(nearest([landmark('Spawn', 0, 0, 'creative')], at(0, 0))).toBeNull();
  });
});

test('the search agrees with a comparison of all landmarks', () => {
  const worlds = ['world', 'World', 'world_nether', 'world_the_end', 'creative'];
  const coordinate = fc.integer({ min: -60, max: 60 });
  const anyLandmark = fc.record({
    name: fc.string({ maxLength: 3 }),
    x: coordinate,
    z: coordinate,
    world: fc.constantFrom(null, ...worlds),
  });
  const anyLocation = fc.record({
    x: coordinate,
    y: fc.constant(64),
    z: coordinate,
    world: fc.constantFrom(...worlds),
  });
  fc.assert(
    fc.property(fc.array(anyLandmark, { maxLength: 30 }), anyLocation, (landmarks, location) => {
      const comparable = landmarks.flatMap((each) => {
        const from = { x: each.x, z: each.z, world: each.world ?? undefined };
        const distance = distanceBetween(from, location);
        const scale = scaleBetween(from.world, location.world);
        return distance === null || scale === null ? [] : [distance.blocks / scale];
      });
      const found = new LandmarkIndex(landmarks).nearest(location);
      if (comparable.length === 0) {
        expect(found).toBeNull();
        return;
      }
      const { x, z, world } = found?.landmark ?? landmark('none', 0, 0, 'none');
      const blocks = distanceBetween({ x, z, world: world ?? undefined }, location)?.blocks ?? Number.NaN;
      const scale = scaleBetween(world ?? undefined, location.world) ?? Number.NaN;
      expect(blocks / scale).toBeCloseTo(Math.min(...comparable), 9);
      expect(found?.blocks).toBe(Math.round(blocks));
    }),
    { numRuns: propertyRuns(10) },
  );
});
