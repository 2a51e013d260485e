import type { SavedSnapshot } from '../../market/shops/snapshot.ts';
import type { StockUnit } from '../../market/shops/stock.ts';
import type { Log } from '../../ports/log.ts';
import type { Snapshots } from '../../ports/snapshots.ts';
import { type ReadSnapshot, readSnapshot, SnapshotDraft } from './snapshot-file.ts';
import { UnreadableSnapshot, type UnreadSnapshot } from './snapshot-lines.ts';

/** The consequence for users if the last snapshot cannot be read, with an older one and with none. */
const WITH_OLDER = 'until the next list is in commands answer with an older one, and what changed in shops is not told';
const WITH_NONE = 'until the next list is in commands have no shops, and what changed in shops is not told';

/** Keeps snapshots, each in one file that is there whole or not at all. The journal says which one counts. */
export class SavedSnapshots {
  readonly #stored: Snapshots;
  readonly #log: Log;
  readonly #unit: StockUnit;
  #draft: SnapshotDraft | null = null;

  /** @param unit the unit of the stock of saved records and of the service's */
  constructor(stored: Snapshots, log: Log, unit: StockUnit) {
    this.#stored = stored;
    this.#log = log;
    this.#unit = unit;
  }

  /** Begins the next one, to be given its body. One that was begun before is discarded. */
  begin(): SnapshotDraft {
    void this.#draft?.discard();
    this.#draft = new SnapshotDraft(this.#stored.begin(), this.#unit);
    return this.#draft;
  }

  /**
   * Completes the one that was begun. Resolves when it is stored; rejects with the store's error and leaves no half of
   * it.
   */
  async save(saved: SavedSnapshot): Promise<void> {
    const draft = this.#draft;
    this.#draft = null;
    if (draft === null || draft.isOver) throw new Error('no snapshot was begun');
    try {
      await draft.complete(saved);
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }

  /** When the latest of the snapshots here was taken, for a store whose journal is lost; null if there is none. */
  latest(): Promise<number | null> {
    return this.#stored.latestBefore(Number.POSITIVE_INFINITY);
  }

  /**
   * Loads a snapshot. If it is missing, cannot be read, or is corrupt and now quarantined, loads the latest one before
   * it that can be read, for answers alone, and logs that.
   * @returns null if there is none
   */
  async load(takenAt: number): Promise<ReadSnapshot | null> {
    for (let at: number | null = takenAt; at !== null; ) {
      const read: ReadSnapshot | UnreadSnapshot = await readSnapshot(this.#stored, at, this.#unit);
      if (!('error' in read)) return read;
      at = await this.#stored.latestBefore(Math.min(at, read.takenAt));
      const isNoneStored = at === null && read.takenAt === takenAt;
      await this.#logUnread(read, { consequence: at === null ? WITH_NONE : WITH_OLDER, isNoneStored });
    }
    return null;
  }

  /** Removes the unfinished file of a process that was killed. To be called before the first is begun. */
  clear(): Promise<void> {
    return this.#stored.removeUnfinished();
  }

  /**
   * Removes every snapshot but one, and unfinished files. The latest corrupt ones stay to be looked at. A file that
   * cannot be removed is logged, and blocks nothing.
   */
  async prune(keepTakenAt: number): Promise<void> {
    await this.#stored.removeAllBut(new Set([keepTakenAt]));
  }

  /**
   * Logs which snapshot cannot be read, and quarantines it if it is corrupt.
   * @param isNoneStored true after a restore, or in a store that was copied without its snapshots: none is missing by a
   * fault
   */
  async #logUnread(
    { takenAt, error }: UnreadSnapshot,
    { consequence, isNoneStored }: { readonly consequence: string; readonly isNoneStored: boolean },
  ): Promise<void> {
    const path = this.#stored.nameOf(takenAt);
    if (error === null) {
      this.#log[isNoneStored ? 'info' : 'warn']({ path }, `A saved list of shops is missing: ${consequence}`);
    } else if (error instanceof UnreadableSnapshot) {
      // It may be whole, and stays where it is.
      this.#log.error({ path, why: error.message }, `A saved list of shops cannot be read: ${consequence}`);
    } else {
      const keptAs = await this.#stored.quarantine(takenAt).catch((cause) => `${path}: ${messageOf(cause)}`);
      this.#log.error({ path, keptAs, why: error.message }, `A saved list of shops is corrupt: ${consequence}`);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
