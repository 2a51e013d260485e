import { describe, expect, it } from 'vitest';
import type { Leadership } from '../../../src/ports/fleet.ts';
import { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { loadFrom, record, save } from '../../service/saved/saving.ts';

const FOR_EVER = new AbortController().signal;

/** The contract of leadership for one process. `checkpoint` reads a checkpoint as a follower does. */
export function leadershipContract(
  name: string,
  open: () => Promise<{ leadership: Leadership; checkpoint(name: string): Promise<number | null> }>,
): void {
  describe(`Leadership: ${name}`, () => {
    it('is given to the only process at once, with a writer and a place for snapshots', async () => {
      const { leadership, checkpoint } = await open();
      const term = await leadership.lead(FOR_EVER);
      if (term === null) throw new Error('nobody leads');
      await term.writer.saveCheckpoint('x', 5);
      expect(await checkpoint('x')).toBe(5);
      const saved = new SavedSnapshots(term.snapshots, recordingLog(), 'bundles');
      await save(saved, { takenAt: 1 }, [record(1)]);
      expect((await loadFrom(saved, 1))?.shops.length).toBe(1);
      expect(term.lost.aborted).toBe(false);
      await term.end();
      expect(term.lost.aborted).toBe(false);
    });

    it('is not awaited after an abort', async () => {
      const { leadership } = await open();
      expect(await leadership.lead(AbortSignal.abort())).toBeNull();
    });

    it('can be acquired again after its release', async () => {
      const { leadership, checkpoint } = await open();
      for (const at of [1, 2]) {
        const term = await leadership.lead(FOR_EVER);
        await term?.writer.saveCheckpoint('x', at);
        expect(await checkpoint('x')).toBe(at);
        await term?.end();
      }
    });
  });
}
