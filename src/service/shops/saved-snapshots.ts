import type { SavedSnapshot } from '../../market/shops/snapshot.ts';
import type { StockUnit } from '../../market/shops/stock.ts';
import type { Log } from '../../ports/log.ts';
import type { Snapshots } from '../../ports/snapshots.ts';
import { type ReadSnapshot, readSnapshot, SnapshotDraft } from './snapshot-file.ts';
import { UnreadableSnapshot, type UnreadSnapshot } from './snapshot-lines.ts';

/** The consequence for users if the last snapshot cannot be read, with an older one and with none. */
const WITH_OLDER = 'until the next snapshot, commands answer with an older one, and changes of shops are not announced';
const WITH_NONE = 'until the next snapshot, commands have no shops, and changes of shops are not announced';

/** Stores snapshots, each in one file that is stored whole or not at all. The journal decides which one counts. */
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

  /** Begins the next snapshot, whose body the caller adds. Discards one that was begun before. */
  begin(): SnapshotDraft {
    void this.#draft?.discard();
    this.#draft = new SnapshotDraft(this.#stored.begin(), this.#unit);
    return this.#draft;
  }

  /**
   * Completes the snapshot that was begun. Resolves when it is stored; rejects with the store's error and leaves
   * nothing half written.
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

  /** Returns the time of the latest stored snapshot, for a store whose journal is lost, or null if there is none. */
  latest(): Promise<number | null> {
    return this.#stored.latestBefore(Number.POSITIVE_INFINITY);
  }

  /**
   * Loads a snapshot. If it is missing, unreadable, or corrupt and now quarantined, loads the latest readable one
   * before it, for answers only, and logs that.
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

  /** Deletes the unfinished file of a process that was killed. Called before the first `begin`. */
  clear(): Promise<void> {
    return this.#stored.removeUnfinished();
  }

  /**
   * Deletes every snapshot but one, and unfinished files. The latest corrupt ones stay for inspection. A file that
   * cannot be deleted is logged, and blocks nothing.
   */
  async prune(keepTakenAt: number): Promise<void> {
    await this.#stored.removeAllBut(new Set([keepTakenAt]));
  }

  /**
   * Logs an unreadable snapshot, and quarantines it if it is corrupt.
   * @param isNoneStored true after a restore, or in a store that was copied without its snapshots, so that none is
   *   missing by a fault
   */
  async #logUnread(
    { takenAt, error }: UnreadSnapshot,
    { consequence, isNoneStored }: { readonly consequence: string; readonly isNoneStored: boolean },
  ): Promise<void> {
    const path = this.#stored.nameOf(takenAt);
    if (error === null) {
      this.#log[isNoneStored ? 'info' : 'warn']({ path }, `Saved snapshot missing: ${consequence}`);
    } else if (error instanceof UnreadableSnapshot) {
      // The file may be intact, and stays in its place.
      this.#log.error({ path, why: error.message }, `Saved snapshot unreadable: ${consequence}`);
    } else {
      const keptAs = await this.#stored.quarantine(takenAt).catch((cause) => `${path}: ${errorMessageOf(cause)}`);
      this.#log.error({ path, keptAs, why: error.message }, `Saved snapshot corrupt: ${consequence}`);
    }
  }
}

function errorMessageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
