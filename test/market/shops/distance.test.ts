import { describe, expect, test } from 'vitest';
import { dimensionOf, distanceBetween, scaleBetween } from '../../../src/market/shops/distance.ts';

const at = (world: string, x: number, z: number) => ({ world, x, z });

describe('the dimension derived from a world name', () => {
  test.each([
    ['nether', ['world_nether', 'Survival_Nether', 'minecraft:the_nether', 'the_nether', 'nether', 'DIM-1']],
    ['end', ['world_the_end', 'minecraft:the_end', 'the_end', 'end', 'DIM1']],
    ['overworld', ['world', 'minecraft:overworld', 'weekend', 'legend', 'west_end', 'netherlands', 'aethernether', '']],
  ] as const)('is %s', (dimension, names) => {
    expect(names.map(dimensionOf)).toEqual(names.map(() => dimension));
  });
});

test('a Nether block counts as eight Overworld blocks, measured in the world of the query', () => {
  const nether = { blocks: 80, there: { dimension: 'nether', blocks: 10 } };
  expect(distanceBetween(at('world', 800, 0), at('world_nether', 110, 0))).toEqual(nether);
  expect(distanceBetween({ x: 800, z: 0 }, at('world_nether', 110, 0))).toEqual(nether);
  expect(distanceBetween(at('world_nether', 100, 0), at('world', 880, 0))).toEqual({
    blocks: 10,
    there: { dimension: 'overworld', blocks: 80 },
  });
});

test('a distance within one world is in blocks of that world, without a label', () => {
  for (const world of ['world', 'world_nether', 'world_the_end']) {
    expect(distanceBetween(at(world, 0, 0), at(world.toUpperCase(), 3, 4))).toEqual({ blocks: 5, there: null });
  }
});

test.each(['world_the_end', 'minecraft:the_end', 'the_end', 'end', 'DIM1'])(
  'the End is the same by its name %s',
  (end) => {
    for (const other of ['world_the_end', 'minecraft:the_end', 'the_end']) expect(scaleBetween(end, other)).toBe(1);
    expect(scaleBetween(end, 'my_the_end')).toBeNull();
    expect(scaleBetween(end, 'minecraft:the_nether')).toBeNull();
  },
);

test('the End and worlds of different names have no distance to each other', () => {
  expect(distanceBetween({ x: 0, z: 0 }, at('world_the_end', 0, 0))).toBeNull();
  expect(scaleBetween('world', 'world_the_end')).toBeNull();
  expect(scaleBetween('world_the_end', 'world')).toBeNull();
  expect(scaleBetween('world', 'creative')).toBeNull();
  expect(scaleBetween('world', 'creative_nether')).toBeNull();
  expect(scaleBetween('creative', 'creative_nether')).toBe(8);
  expect(scaleBetween('minecraft:overworld', 'minecraft:the_nether')).toBe(8);
  expect(scaleBetween('world', 'nether')).toBe(8);
});
