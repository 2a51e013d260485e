import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Snapshot } from '../../market/shops/snapshot.ts';
import type { Log } from '../../ports/log.ts';
import { readShopFile, writeShops } from './shop-file.ts';

/**
 * Keeps snapshots beside the store, each a file dated by its taking: `<stem>.shops-<takenAt>.json.zst`. A file is there
 * whole or not at all; which one counts is the journal's to say.
 */
export class SnapshotFiles {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #log: Log;

  /** `stem`: path and beginning of the files' names, such as `data/crier`. */
  constructor({ stem, log }: { readonly stem: string; readonly log: Log }) {
    this.#folder = dirname(stem);
    this.#prefix = `${basename(stem)}.shops-`;
    this.#log = log;
  }

  /** Resolves when the snapshot is on disk; rejects with the file system's error and leaves no half of it. */
  async save(snapshot: Snapshot): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = this.#pathOf(snapshot.takenAt);
    const unfinished = `${path}.tmp`;
    try {
      await writeShops(unfinished, snapshot);
      await rename(unfinished, path);
      await this.#syncFolder();
    } catch (error) {
      await rm(unfinished, { force: true });
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

  /** A snapshot, exactly as saved; null: its file is missing, cannot be read, or is corrupt and now set aside. Said in the log. */
  async load(takenAt: number): Promise<Snapshot | null> {
    const path = this.#pathOf(takenAt);
    try {
      return await readShopFile(path, takenAt);
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

  /** Removes every snapshot but one, and what a crash left half written; corrupt files stay to be looked at. */
  async prune(keepTakenAt: number): Promise<void> {
    const kept = basename(this.#pathOf(keepTakenAt));
    for (const name of await readdir(this.#folder)) {
      const ours = name.startsWith(this.#prefix) && /\.zst(\.tmp)?$/.test(name);
      if (ours && name !== kept) await rm(join(this.#folder, name), { force: true });
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
