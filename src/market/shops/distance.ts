import type { Location } from './shop.ts';

/** The game's dimensions. Any world whose name says neither Nether nor End is an Overworld. */
export type Dimension = 'overworld' | 'nether' | 'end';

/** A place as a user gives it. Without `world` it is in the Overworld that belongs to the world it is compared with. */
export interface Place {
  readonly x: number;
  readonly z: number;
  readonly world?: string | undefined;
}

/**
 * The way from a place to a location. `blocks`: horizontal and straight, counted in the place's world. `there`: the
 * same way counted in the location's world, null if that is the place's own.
 */
export interface Distance {
  readonly blocks: number;
  readonly there: { readonly dimension: 'overworld' | 'nether'; readonly blocks: number } | null;
}

/** The game's rule: a portal leads from x, z of the Overworld to x/8, z/8 of the Nether. */
const OVERWORLD_BLOCKS_A_NETHER_BLOCK = 8;
/** `world_nether`, `nether`, `minecraft:the_nether`, and `DIM-1` of older servers. */
const NETHER = /^(?:(.*[_:\- ])?nether|dim-1)$/;
/** `world_the_end`, `minecraft:the_end`, `DIM1`. Not `west_end`, which may be any world. */
const END = /^(?:(?:.*[_:\- ])?the_end|(?:.*:)?end|dim1)$/;
const OVERWORLD = /^(.*[_:\- ])?overworld$/;

export function dimensionOf(world: string): Dimension {
  const name = world.toLowerCase();
  if (NETHER.test(name)) return 'nether';
  return END.test(name) ? 'end' : 'overworld';
}

/**
 * The blocks of the place's world that one block of a world counts.
 * @param from the place's world; undefined: the Overworld that belongs to `to`
 * @returns null where no portal leads: to the End, and between worlds of different names
 */
export function scaleBetween(from: string | undefined, to: string): number | null {
  const there = dimensionOf(to);
  if (from === undefined) return scaleOf('overworld', there);
  if (from.toLowerCase() === to.toLowerCase()) return 1;
  return seriesOf(from) === seriesOf(to) ? scaleOf(dimensionOf(from), there) : null;
}

/** @returns null where no portal leads, see `scaleBetween` */
export function distanceBetween({ x, z, world }: Place, to: Pick<Location, 'x' | 'z' | 'world'>): Distance | null {
  const scale = scaleBetween(world, to.world);
  if (scale === null) return null;
  const blocks = blocksBetween(to.x * scale - x, to.z * scale - z);
  if (scale === 1) return { blocks, there: null };
  return { blocks, there: { dimension: scale > 1 ? 'nether' : 'overworld', blocks: blocks / scale } };
}

/** The straight way, of the ways along the two axes. */
export function blocksBetween(x: number, z: number): number {
  return Math.sqrt(x * x + z * z);
}

function scaleOf(from: Dimension, to: Dimension): number | null {
  if (from === 'end' || to === 'end') return null;
  if (from === to) return 1;
  return to === 'nether' ? OVERWORLD_BLOCKS_A_NETHER_BLOCK : 1 / OVERWORLD_BLOCKS_A_NETHER_BLOCK;
}

/** The part of a world's name that its Overworld, Nether and End share; empty for `world` and for names without one. */
function seriesOf(world: string): string {
  const name = world.toLowerCase();
  const [, part = ''] = NETHER.exec(name) ?? OVERWORLD.exec(name) ?? ['', name];
  const series = part.replace(/(?:^|(?<=[_:\- ]))the_$/, '').replace(/[_\- ]$/, '');
  return series === 'world' ? '' : series;
}
