import type { SavedSnapshot, Snapshot } from '../../market/shops/snapshot.ts';
import type { StockUnit } from '../../market/shops/stock.ts';
import type { Log } from '../../ports/log.ts';
import type { Snapshots } from '../../ports/snapshots.ts';
import { Chains } from './saved/chains.ts';
import { SnapshotDraft } from './saved/draft.ts';
import { type Chain, readChain, snapshotOf, UnreadableSnapshot, type UnreadChain } from './saved/read-chain.ts';

/** What follows for people where the last snapshot cannot be read, with an older one and with none. */
const WITH_OLDER = 'until the next list is in commands answer with an older one, and what changed in shops is not told';
const WITH_NONE = 'until the next list is in commands have no shops, and what changed in shops is not told';

/**
 * Keeps snapshots. One that is saved holds what is otherwise than in the snapshot before, which it names, or everything. It is there
 * whole or not at all; which one counts is the journal's to say.
 */
export class SavedSnapshots {
  readonly #stored: Snapshots;
  readonly #log: Log;
  readonly #unit: StockUnit;
  readonly #chains = new Chains();
  #draft: SnapshotDraft | null = null;

  /** `unit`: the unit of the stock of saved records and of the service's. */
  constructor(stored: Snapshots, log: Log, unit: StockUnit) {
    this.#stored = stored;
    this.#log = log;
    this.#unit = unit;
  }

  /** Begins the next one, to be given its fresh records. One that was begun before is discarded. */
  begin(): SnapshotDraft {
    void this.#draft?.discard();
    this.#draft = new SnapshotDraft(this.#stored.begin(), this.#chains.isLong(), this.#unit);
    return this.#draft;
  }

  /**
   * Completes what was begun (where nothing was, one without fresh records). Resolves when the snapshot is stored; rejects with the
   * store's error and leaves no half of it.
   */
  async save(saved: SavedSnapshot): Promise<void> {
    const draft = this.#draft?.isOver === false ? this.#draft : this.begin();
    this.#draft = null;
    try {
      const entries = await draft.complete(saved);
      this.#chains.note(saved.takenAt, { before: null, entries });
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }

  /** When the latest of the snapshots here was taken, where the journal that named one is lost; null: there is none. */
  latest(): Promise<number | null> {
    return this.#stored.latestBefore(Number.POSITIVE_INFINITY);
  }

  /**
   * The shops of a snapshot as they were. Where it or one that it builds on is missing, cannot be read, or is corrupt
   * and now quarantined, those of the latest one before that can be read, for answers alone; null: there is none. Said
   * in the log.
   */
  async load(takenAt: number): Promise<Snapshot | null> {
    for (let at: number | null = takenAt; at !== null; ) {
      const chain: Chain = await readChain(this.#stored, at, this.#unit);
      if (chain.ok) return this.#noted(chain);
      at = await this.#stored.latestBefore(Math.min(at, chain.takenAt));
      const isNoneStored = at === null && chain.takenAt === takenAt;
      await this.#say(chain, { whatFollows: at === null ? WITH_NONE : WITH_OLDER, isNoneStored });
    }
    return null;
  }

  /** Before the first is begun: removes what a process that was killed left half written. */
  clear(): Promise<void> {
    return this.#stored.removeUnfinished();
  }

  /**
   * Removes every snapshot but one and those that it builds on, and what was left half written; of corrupt ones the latest stay to be
   * looked at. What cannot be removed is said in the log, and in nobody's way.
   */
  async prune(keepTakenAt: number): Promise<void> {
    this.#chains.keepOnly(keepTakenAt);
    await this.#stored.removeAllBut(new Set([keepTakenAt, ...this.#chains.of(keepTakenAt)]));
  }

  #noted(chain: Extract<Chain, { ok: true }>): Promise<Snapshot> {
    for (const { takenAt, before, fresh, filled, gone } of [chain.base, ...chain.followers]) {
      this.#chains.note(takenAt, { before, entries: fresh.length + filled.length + gone.length });
    }
    return snapshotOf(chain);
  }

  /**
   * Logs which snapshot cannot be read, and quarantines it if it is corrupt.
   * @param isNoneStored true after a restore, or in a store that was copied without its snapshots: none is missing by a fault
   */
  async #say(
    { takenAt, error }: UnreadChain,
    { whatFollows, isNoneStored }: { readonly whatFollows: string; readonly isNoneStored: boolean },
  ): Promise<void> {
    const path = this.#stored.nameOf(takenAt);
    if (error === null) {
      this.#log[isNoneStored ? 'info' : 'warn']({ path }, `A saved list of shops is missing: ${whatFollows}`);
    } else if (error instanceof UnreadableSnapshot) {
      // It may be whole: what only cannot be read stays where it is.
      this.#log.error({ path, why: error.message }, `A saved list of shops cannot be read: ${whatFollows}`);
    } else {
      const keptAs = await this.#stored.quarantine(takenAt).catch((cause) => `${path}: ${messageOf(cause)}`);
      this.#log.error({ path, keptAs, why: error.message }, `A saved list of shops is corrupt: ${whatFollows}`);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
