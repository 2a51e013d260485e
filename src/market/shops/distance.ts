import type { Location } from './shop.ts';

/** A dimension of the game. A world whose name mentions neither Nether nor End counts as an Overworld. */
export type Dimension = 'overworld' | 'nether' | 'end';

/** A place as a user gives it. Without `world` it lies in the Overworld of the series of worlds it is compared with. */
export interface UserPlace {
  readonly x: number;
  readonly z: number;
  readonly world?: string | undefined;
}

/** A distance from a place to a location. */
export interface Distance {
  /** Horizontal straight line in blocks of the place's world. */
  readonly blocks: number;
  /** The distance in blocks of the location's world, or null if both worlds have the same scale. */
  readonly there: { readonly dimension: 'overworld' | 'nether'; readonly blocks: number } | null;
}

/** Rule of the game: a portal at x, z in the Overworld leads to x/8, z/8 in the Nether. */
const OVERWORLD_BLOCKS_PER_NETHER_BLOCK = 8;
/** Matches `world_nether`, `nether`, `minecraft:the_nether`, and `DIM-1` of older servers. */
const NETHER_NAME = /^(?:(.*[_:\- ])?nether|dim-1)$/;
/** Matches `world_the_end`, `minecraft:the_end`, `DIM1`. It rejects `west_end`, which may be any world. */
const END_NAME = /^(?:(.*[_:\- ])?the_end|(.*:)?end|dim1)$/;
const OVERWORLD_NAME = /^(.*[_:\- ])?overworld$/;

export function dimensionOf(world: string): Dimension {
  const name = world.toLowerCase();
  if (NETHER_NAME.test(name)) return 'nether';
  return END_NAME.test(name) ? 'end' : 'overworld';
}

/**
 * Returns how many blocks of the place's world one block of another world spans.
 * @param from the place's world, or undefined for the Overworld that belongs to `to`
 * @returns null if no portal connects the worlds: between the End and another, and between series of worlds
 */
export function scaleBetween(from: string | undefined, to: string): number | null {
  const there = dimensionOf(to);
  if (from === undefined) return dimensionScale('overworld', there);
  if (from.toLowerCase() === to.toLowerCase()) return 1;
  return worldSeries(from) === worldSeries(to) ? dimensionScale(dimensionOf(from), there) : null;
}

/** @returns the distance, or null if no portal connects the worlds, see `scaleBetween` */
export function distanceBetween({ x, z, world }: UserPlace, to: Pick<Location, 'x' | 'z' | 'world'>): Distance | null {
  const scale = scaleBetween(world, to.world);
  if (scale === null) return null;
  const blocks = blocksBetween(to.x * scale - x, to.z * scale - z);
  if (scale === 1) return { blocks, there: null };
  return { blocks, there: { dimension: scale > 1 ? 'nether' : 'overworld', blocks: blocks / scale } };
}

/** Returns the straight distance for two distances along the axes. */
export function blocksBetween(x: number, z: number): number {
  return Math.sqrt(x * x + z * z);
}

function dimensionScale(from: Dimension, to: Dimension): number | null {
  if (from === to) return 1;
  if (from === 'end' || to === 'end') return null;
  return to === 'nether' ? OVERWORLD_BLOCKS_PER_NETHER_BLOCK : 1 / OVERWORLD_BLOCKS_PER_NETHER_BLOCK;
}

/**
 * Returns the part of a world's name that its Overworld, Nether and End share; empty for `world` and names without one.
 */
function worldSeries(world: string): string {
  const name = world.toLowerCase().replace(/^minecraft:/, '');
  const found = NETHER_NAME.exec(name) ?? END_NAME.exec(name) ?? OVERWORLD_NAME.exec(name) ?? ['', name];
  const part = found.slice(1).find((each) => each !== undefined) ?? '';
  const series = part.replace(/(?:^|(?<=[_:\- ]))the_$/, '').replace(/[_\- ]$/, '');
  return series === 'world' ? '' : series;
}
