import type { SavedSnapshot, Snapshot } from '../../market/shops/snapshot.ts';
import type { Log } from '../../ports/log.ts';
import { inSlices } from '../../time/cooperate.ts';
import { Chains } from './saved/chains.ts';
import { SnapshotDraft } from './saved/draft.ts';
import { CorruptFile, type Link } from './saved/format.ts';
import { overlay } from './saved/overlay.ts';
import { readLink } from './saved/read-link.ts';
import { SnapshotFolder } from './saved/snapshot-folder.ts';

/** What follows for people where the last snapshot cannot be read, with an older one and with none. */
const WITH_OLDER = 'until the next list is in commands answer with an older one, and what changed in shops is not told';
const WITH_NONE = 'until the next list is in commands have no shops, and what changed in shops is not told';

/** A snapshot and those that it builds on, the one that builds on none first; or which of them cannot be read, and why. */
type Chain =
  | { readonly ok: true; readonly base: Link; readonly followers: readonly Link[] }
  | { readonly ok: false; readonly takenAt: number; readonly error: unknown };

/**
 * Keeps snapshots beside the store, each in a file. It holds what is otherwise than in the snapshot before, which it names, or
 * everything. A file is there whole or not at all; which one counts is the journal's to say. This process alone uses them: it
 * holds the store's lock.
 */
export class SnapshotFiles {
  readonly #folder: SnapshotFolder;
  readonly #log: Log;
  readonly #chains = new Chains();
  #draft: SnapshotDraft | null = null;
  #drafts = 0;

  /** `stem`: path and beginning of the files' names, such as `data/crier`. */
  constructor({ stem, log }: { readonly stem: string; readonly log: Log }) {
    this.#folder = new SnapshotFolder({ stem, log });
    this.#log = log;
  }

  /** Begins the file of the next snapshot, to be given its fresh records. One that was begun before is discarded. */
  begin(): SnapshotDraft {
    void this.#draft?.discard();
    this.#drafts += 1;
    this.#draft = new SnapshotDraft(this.#folder.unfinishedPath(this.#drafts), this.#chains.isLong());
    return this.#draft;
  }

  /**
   * Completes the file that was begun (where none was, one without fresh records). Resolves when the snapshot is on disk; rejects
   * with the file system's error and leaves no half of it.
   */
  async save(saved: SavedSnapshot): Promise<void> {
    const draft = this.#draft?.isOver === false ? this.#draft : this.begin();
    this.#draft = null;
    try {
      this.#chains.refuseUnreadable(saved);
      const entries = await draft.complete(saved);
      await this.#folder.finish(draft.path, saved.takenAt);
      this.#chains.note(saved.takenAt, { before: saved.before, entries });
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }

  /** When the latest of the snapshots here was taken, where the journal that named one is lost; null: there is none. */
  latest(): Promise<number | null> {
    return this.#folder.latestBefore(Number.POSITIVE_INFINITY);
  }

  /**
   * The shops of a snapshot as they were. Where its file or one that it builds on is missing, cannot be read, or is corrupt and now
   * set aside, those of the latest one before that can be read, for answers alone; null: there is none. Said in the log.
   */
  async load(takenAt: number): Promise<Snapshot | null> {
    for (let at: number | null = takenAt; at !== null; ) {
      const chain: Chain = await this.#read(at);
      if (chain.ok) return this.#overlaid(chain);
      at = await this.#folder.latestBefore(Math.min(at, chain.takenAt));
      await this.#say(chain, at === null ? WITH_NONE : WITH_OLDER);
    }
    return null;
  }

  /** Before the first is begun: removes what a process that was killed left half written. */
  clear(): Promise<void> {
    return this.#folder.removeUnfinished();
  }

  /**
   * Removes every snapshot but one and those that it builds on, and what was left half written; of corrupt files the latest stay to be
   * looked at. What cannot be removed is said in the log, and in nobody's way.
   */
  async prune(keepTakenAt: number): Promise<void> {
    this.#chains.keepOnly(keepTakenAt);
    await this.#folder.removeAllBut(new Set([keepTakenAt, ...this.#chains.of(keepTakenAt)]));
  }

  async #read(takenAt: number): Promise<Chain> {
    const followers: Link[] = [];
    for (let at = takenAt; ; ) {
      try {
        if (followers.some((link) => link.takenAt === at)) throw new CorruptFile('it builds on itself');
        const link = await readLink(this.#folder.pathOf(at), at);
        if (link.before === null) return { ok: true, base: link, followers };
        followers.unshift(link);
        at = link.before;
      } catch (error) {
        return { ok: false, takenAt: at, error };
      }
    }
  }

  async #overlaid({ base, followers }: Extract<Chain, { ok: true }>): Promise<Snapshot> {
    for (const { takenAt, before, fresh, filled, gone } of [base, ...followers]) {
      this.#chains.note(takenAt, { before, entries: fresh.length + filled.length + gone.length });
    }
    const { takenAt, missing } = followers.at(-1) ?? base;
    return { takenAt, shops: await inSlices(overlay(base, followers)), missing };
  }

  /** Says which file cannot be read, and sets it aside where it is corrupt. */
  async #say({ takenAt, error }: Extract<Chain, { ok: false }>, whatFollows: string): Promise<void> {
    const path = this.#folder.pathOf(takenAt);
    const why = messageOf(error);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      this.#log.warn({ path }, `a saved list of shops is missing: ${whatFollows}`);
    } else if (error instanceof Error && 'syscall' in error) {
      // It may be whole: what only cannot be read stays where it is.
      this.#log.error({ path, why }, `a saved list of shops cannot be read: ${whatFollows}`);
    } else {
      const keptAs = await this.#folder.setAside(takenAt).catch((cause) => `${path}: ${messageOf(cause)}`);
      this.#log.error({ path, keptAs, why }, `a saved list of shops is corrupt: ${whatFollows}`);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
