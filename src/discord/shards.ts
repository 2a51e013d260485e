import type { Sharding } from '../ports/fleet.ts';

/** Shards of the bot that one client runs. */
export interface Shards {
  /** Their numbers, from 0. */
  readonly shards: readonly number[];
  /** Of how many. */
  readonly total: number;
}

/** Those of a block. @param number from 0 */
export function shardsOf(number: number, { total, perBlock }: Sharding): Shards {
  const first = number * perBlock;
  return { shards: Array.from({ length: Math.min(perBlock, total - first) }, (_, n) => first + n), total };
}
