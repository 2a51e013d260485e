import { describe, expect, it } from 'vitest';
import type { ShardBlocks } from '../../../src/ports/fleet.ts';

const FOR_EVER = new AbortController().signal;

/** The contract of every division of shards, for one process. */
export function shardBlocksContract(name: string, open: () => Promise<ShardBlocks>): void {
  describe(`ShardBlocks: ${name}`, () => {
    it.each([
      [5, 1, 5],
      [null, 3, 3],
    ])('with %j shards configured and %i recommended, agrees on %i', async (total, recommended, there) => {
      const blocks = await open();
      expect(await blocks.agree({ total, perBlock: 2 }, recommended, FOR_EVER)).toEqual({ total: there, perBlock: 2 });
    });

    it('gives the only process all blocks, each once, and then waits until aborted', async () => {
      const blocks = await open();
      await blocks.agree({ total: 5, perBlock: 2 }, 1, FOR_EVER);
      const taken = [await blocks.take(FOR_EVER), await blocks.take(FOR_EVER), await blocks.take(FOR_EVER)];
      expect(taken.map((block) => block?.number).toSorted()).toEqual([0, 1, 2]);
      expect(taken.map((block) => block?.lost.aborted)).toEqual([false, false, false]);
      expect(blocks.isStandingBy()).toBe(false);
      const stop = new AbortController();
      const fourth = blocks.take(stop.signal);
      stop.abort();
      expect(await fourth).toBeNull();
      for (const block of taken) await block?.release();
    });

    it('gives no blocks after an abort', async () => {
      const blocks = await open();
      await blocks.agree({ total: 1, perBlock: 1 }, 1, FOR_EVER);
      expect(await blocks.take(AbortSignal.abort())).toBeNull();
    });
  });
}
