import { describe, expect, it } from 'vitest';
import type { Snapshots, StoredSnapshots } from '../../../src/ports/snapshots.ts';
import { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { beginSave, byId, loadFrom, record, save } from '../../service/saved/saving.ts';

/** The contract of every snapshot store. `reopen` stands for a restart. */
export function snapshotsContract(
  name: string,
  open: () => Promise<{ snapshots: Snapshots; reopen(): Snapshots }>,
): void {
  /** Saves a snapshot of those chunks. */
  async function put(snapshots: Snapshots, takenAt: number, pieces: readonly Buffer[]): Promise<void> {
    const unfinished = snapshots.begin();
    for (const piece of pieces) await unfinished.write(piece);
    await unfinished.finish(takenAt);
  }

  describe(`Snapshots: ${name}`, () => {
    it('is empty at first', async () => {
      const { snapshots } = await open();
      expect(await snapshots.latestBefore(Number.POSITIVE_INFINITY)).toBeNull();
      expect(await snapshots.read(1)).toBeNull();
    });

    it('returns the bytes of each snapshot in order, even after a restart', async () => {
      const { snapshots, reopen } = await open();
      const large = Array.from({ length: 11 }, (_, n) => Buffer.alloc(200_000, n));
      await put(snapshots, 1, [Buffer.from([0, 1, 92, 255])]);
      await put(snapshots, 2, large);
      const reopened = reopen();
      expect(await bytesOf(reopened, 1)).toEqual(Buffer.from([0, 1, 92, 255]));
      expect((await bytesOf(reopened, 2))?.equals(Buffer.concat(large))).toBe(true);
    });

    it('finds the latest snapshot before a moment', async () => {
      const { snapshots } = await open();
      for (const takenAt of [9, 11, 10]) await put(snapshots, takenAt, [Buffer.from('x')]);
      expect(await snapshots.latestBefore(Number.POSITIVE_INFINITY)).toBe(11);
      expect(await snapshots.latestBefore(11)).toBe(10);
      expect(await snapshots.latestBefore(9)).toBeNull();
    });

    it('hides unfinished and discarded snapshots', async () => {
      const { snapshots, reopen } = await open();
      const unfinished = snapshots.begin();
      await unfinished.write(Buffer.from('half'));
      expect(await reopen().latestBefore(Number.POSITIVE_INFINITY)).toBeNull();
      await unfinished.discard();
      await put(snapshots, 1, [Buffer.from('whole')]);
      expect(await bytesOf(reopen(), 1)).toEqual(Buffer.from('whole'));
    });

    it('replaces a snapshot with a later one of the same time', async () => {
      const { snapshots } = await open();
      await put(snapshots, 1, [Buffer.from('first'), Buffer.from('more')]);
      await put(snapshots, 1, [Buffer.from('second')]);
      expect(await bytesOf(snapshots, 1)).toEqual(Buffer.from('second'));
    });

    it('deletes unfinished snapshots and all but those to be kept', async () => {
      const { snapshots, reopen } = await open();
      for (const takenAt of [1, 2, 3]) await put(snapshots, takenAt, [Buffer.from(`${takenAt}`)]);
      const half = snapshots.begin();
      await half.write(Buffer.from('half'));
      const reopened = reopen();
      await reopened.removeUnfinished();
      await reopened.removeAllBut(new Set([1, 3]));
      expect(await reopened.latestBefore(3)).toBe(1);
      expect(await reopened.read(2)).toBeNull();
      expect(await bytesOf(reopened, 3)).toEqual(Buffer.from('3'));
      await half.discard();
    });

    it('hides a quarantined snapshot', async () => {
      const { snapshots } = await open();
      for (const takenAt of [1, 2]) await put(snapshots, takenAt, [Buffer.from(`${takenAt}`)]);
      expect(await snapshots.quarantine(2)).toContain('2');
      expect(await snapshots.read(2)).toBeNull();
      expect(await snapshots.latestBefore(Number.POSITIVE_INFINITY)).toBe(1);
    });

    it('keeps a completed snapshot whose draft is discarded afterwards', async () => {
      const { snapshots, reopen } = await open();
      const saved = new SavedSnapshots(snapshots, recordingLog(), 'bundles');
      const draft = await beginSave(saved, [record(1)]);
      await saved.save({ takenAt: 1, filled: [], missing: [] });
      await draft.discard();
      expect(byId(await loadFrom(new SavedSnapshots(reopen(), recordingLog(), 'bundles'), 1))).toHaveLength(1);
    });

    it('keeps the last snapshot, and reports a corrupt one', async () => {
      const { snapshots, reopen } = await open();
      const saved = new SavedSnapshots(snapshots, recordingLog(), 'bundles');
      const records = Array.from({ length: 2_000 }, (_, id) => record(id));
      await save(saved, { takenAt: 1 }, records);
      await save(saved, { takenAt: 2 }, [...records.slice(3), record(2, 22)]);
      await saved.prune(2);
      const log = recordingLog();
      const loaded = await loadFrom(new SavedSnapshots(reopen(), log, 'bundles'), 2);
      expect(byId(loaded).map(({ id, price }) => [id, price])).toEqual(
        records.filter(({ id }) => id > 1).map(({ id, price }) => [id, id === 2 ? 22 : price]),
      );
      await put(snapshots, 3, [Buffer.from('garbage')]);
      expect(await loadFrom(new SavedSnapshots(reopen(), log, 'bundles'), 3)).toEqual(loaded);
      expect(log.errors()).toMatchObject([{ sentence: expect.stringMatching(/^Saved snapshot corrupt/) }]);
    });
  });
}

/** @returns null if there is no such snapshot */
export async function bytesOf(snapshots: StoredSnapshots, takenAt: number): Promise<Buffer | null> {
  const bytes = await snapshots.read(takenAt);
  if (bytes === null) return null;
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}
