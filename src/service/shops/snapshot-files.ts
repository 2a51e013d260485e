import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SavedSnapshot, Snapshot } from '../../market/shops/snapshot.ts';
import type { Log } from '../../ports/log.ts';
import { inSlices } from '../../time/cooperate.ts';
import { Chains } from './saved/chains.ts';
import { SnapshotDraft } from './saved/draft.ts';
import { CorruptFile, type Link } from './saved/format.ts';
import { overlay } from './saved/overlay.ts';
import { readLink } from './saved/read-link.ts';

/**
 * Keeps snapshots beside the store, each a file dated by its taking: `<stem>.shops-<takenAt>.json.zst`. It holds what is
 * otherwise than in the snapshot before, which it names, or everything. A file is there whole or not at all; which one counts is
 * the journal's to say.
 */
export class SnapshotFiles {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #log: Log;
  readonly #chains = new Chains();
  #draft: SnapshotDraft | null = null;
  #drafts = 0;

  /** `stem`: path and beginning of the files' names, such as `data/crier`. */
  constructor({ stem, log }: { readonly stem: string; readonly log: Log }) {
    this.#folder = dirname(stem);
    this.#prefix = `${basename(stem)}.shops-`;
    this.#log = log;
  }

  /** Begins the file of the next snapshot, to be given its fresh records. One that was begun before is discarded. */
  begin(): SnapshotDraft {
    void this.#draft?.discard();
    this.#drafts += 1;
    const path = join(this.#folder, `${this.#prefix}unfinished-${this.#drafts}.json.zst.tmp`);
    this.#draft = new SnapshotDraft(path, this.#chains.isLong());
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
      await rename(draft.path, this.#pathOf(saved.takenAt));
      await this.#syncFolder();
      this.#chains.note(saved.takenAt, { before: saved.before, entries });
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }

  /** When the latest of the snapshots here was taken, where the journal that named one is lost; null: there is none. */
  async latest(): Promise<number | null> {
    const taken = (await readdir(this.#folder)).flatMap((name) => {
      const [, takenAt] = name.startsWith(this.#prefix)
        ? (/^(\d+)\.json\.zst$/.exec(name.slice(this.#prefix.length)) ?? [])
        : [];
      return takenAt === undefined ? [] : [Number(takenAt)];
    });
    return taken.length === 0 ? null : Math.max(...taken);
  }

  /**
   * The shops of a snapshot as they were; null: its file or one that it builds on is missing, cannot be read, or is corrupt and
   * now set aside. Said in the log.
   */
  async load(takenAt: number): Promise<Snapshot | null> {
    /** Those that build on `base`, the first first. */
    const followers: Link[] = [];
    let base = await this.#read(takenAt, followers);
    while (base !== null && base.before !== null) {
      followers.unshift(base);
      base = await this.#read(base.before, followers);
    }
    if (base === null) return null;
    for (const { takenAt: at, before, fresh, filled, gone } of [base, ...followers]) {
      this.#chains.note(at, { before, entries: fresh.length + filled.length + gone.length });
    }
    const { missing } = followers.at(-1) ?? base;
    return { takenAt, shops: await inSlices(overlay(base, followers)), missing };
  }

  /**
   * Removes every snapshot but one and those that it builds on, and what a crash left half written; corrupt files stay to be
   * looked at. What cannot be removed is said in the log, and in nobody's way.
   */
  async prune(keepTakenAt: number): Promise<void> {
    this.#chains.keepOnly(keepTakenAt);
    const chain = [keepTakenAt, ...this.#chains.of(keepTakenAt)];
    const kept = new Set(chain.map((takenAt) => basename(this.#pathOf(takenAt))));
    const isOld = (name: string) => name.startsWith(this.#prefix) && /\.zst(\.tmp)?$/.test(name) && !kept.has(name);
    try {
      const old = (await readdir(this.#folder)).filter(isOld);
      const removals = await Promise.allSettled(old.map((name) => rm(join(this.#folder, name), { force: true })));
      for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
    } catch (error) {
      this.#log.warn({ err: error }, 'old shop snapshots cannot be removed');
    }
  }

  /** null: why it cannot be read is in the log. `followers`: those that build on it. */
  async #read(takenAt: number, followers: readonly Link[]): Promise<Link | null> {
    const path = this.#pathOf(takenAt);
    try {
      if (followers.some((link) => link.takenAt === takenAt)) throw new CorruptFile('it builds on itself');
      return await readLink(path, takenAt);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        this.#log.warn({ path }, 'the last shop snapshot is missing: beginning without it');
        return null;
      }
      if (error instanceof Error && 'syscall' in error) {
        // It may be whole: what only cannot be read stays where it is.
        this.#log.error({ path, why }, 'the last shop snapshot cannot be read: beginning without it');
        return null;
      }
      await rename(path, `${path}.corrupt`);
      this.#log.error(
        { path: `${path}.corrupt`, why },
        'the last shop snapshot is corrupt: set aside, beginning without it',
      );
      return null;
    }
  }

  #pathOf(takenAt: number): string {
    return join(this.#folder, `${this.#prefix}${takenAt}.json.zst`);
  }

  /** A rename is durable when its folder is. */
  async #syncFolder(): Promise<void> {
    const folder = await open(this.#folder);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
