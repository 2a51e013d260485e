import { once } from 'node:events';
import type { GivenSharding, ShardBlock, ShardBlocks, Sharding } from '../ports/fleet.ts';

/** All blocks of shards, for the one process that there is. */
export class AllShardBlocks implements ShardBlocks {
  readonly #free: ShardBlock[] = [];

  async agree({ total, perBlock }: GivenSharding, recommended: number): Promise<Sharding> {
    const sharding = { total: total ?? recommended, perBlock };
    const lost = new AbortController().signal;
    for (let number = 0; number * perBlock < sharding.total; number += 1) {
      this.#free.push({ number, lost, release: async () => undefined });
    }
    return sharding;
  }

  async take(signal: AbortSignal): Promise<ShardBlock | null> {
    if (signal.aborted) return null;
    const block = this.#free.shift();
    if (block !== undefined) return block;
    await once(signal, 'abort');
    return null;
  }

  standsBy(): boolean {
    return false;
  }
}
