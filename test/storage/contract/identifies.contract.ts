import { describe, expect, it } from 'vitest';
import type { Identifies } from '../../../src/ports/fleet.ts';
import type { ManualClock } from '../../time/manual-clock.ts';

const NEVER = new AbortController().signal;

/** The contract of every limiter of IDENTIFY. `other` belongs to another process, or is the same. */
export function identifiesContract(
  name: string,
  open: () => Promise<{ identifies: Identifies; other: Identifies; clock: ManualClock }>,
): void {
  describe(`Identifies: ${name}`, () => {
    it('lets one shard per bucket identify within 5 s, and does not delay another bucket', async () => {
      const { identifies, other, clock } = await open();
      const begin = clock.monotonic();
      const sent: { readonly bucket: number; readonly at: number }[] = [];
      const pass = async (by: Identifies, shard: number) => {
        await by.pass(shard, 2, NEVER);
        sent.push({ bucket: shard % 2, at: clock.monotonic() - begin });
      };
      const passing = Promise.all([0, 1, 2, 4].map((shard) => pass(shard < 2 ? identifies : other, shard)));
      let isOver = false;
      const over = passing.then(() => {
        isOver = true;
      });
      while (!isOver) {
        await expect.poll(() => isOver || clock.sleepers() > 0).toBe(true);
        clock.advance(500);
      }
      await over;
      expect(sent.filter(({ bucket }) => bucket === 1)).toHaveLength(1);
      const times = sent.filter(({ bucket }) => bucket === 0).map(({ at }) => at);
      for (const [n, at] of times.entries()) expect(at - (times[n - 1] ?? -5_000)).toBeGreaterThanOrEqual(5_000);
      expect(times.at(-1)).toBeLessThan(15_000);
    });

    it('uses no turn for an aborted request', async () => {
      const { identifies, clock } = await open();
      await expect(identifies.pass(0, 1, AbortSignal.abort())).rejects.toThrow();
      await identifies.pass(1, 1, NEVER);
      const stop = new AbortController();
      const waiting = identifies.pass(2, 1, stop.signal);
      await expect.poll(() => clock.sleepers()).toBe(1);
      stop.abort();
      await expect(waiting).rejects.toThrow();
    });
  });
}
