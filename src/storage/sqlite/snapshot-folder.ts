import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../../ports/log.ts';
import type { Snapshots, UnfinishedSnapshot } from '../../ports/snapshots.ts';

const SNAPSHOT = /^(\d+)\.json\.zst$/;
const UNFINISHED = /\.zst\.tmp$/;
const CORRUPT = /^(\d+)\.json\.zst\.corrupt$/;
/** Corrupt files that are kept for the operator. A disk that damages every file must not fill up. */
const CORRUPT_KEPT = 2;

/**
 * Snapshots next to the store, each a file named for when it was taken (epoch ms), `<stem>.shops-<takenAt>.json.zst`.
 */
export class SnapshotFolder implements Snapshots {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #log: Log;
  #begun = 0;

  /** `stem`: path and beginning of the files' names, such as `data/crier`. */
  constructor({ stem, log }: { readonly stem: string; readonly log: Log }) {
    this.#folder = dirname(stem);
    this.#prefix = `${basename(stem)}.shops-`;
    this.#log = log;
  }

  /** Its path. */
  nameOf(takenAt: number): string {
    return this.#path(`${takenAt}.json.zst`);
  }

  begin(): UnfinishedSnapshot {
    this.#begun += 1;
    const path = this.#path(`unfinished-${this.#begun}.json.zst.tmp`);
    return new UnfinishedFile(path, (takenAt) => this.nameOf(takenAt));
  }

  async read(takenAt: number): Promise<AsyncIterable<Buffer> | null> {
    try {
      const file = await open(this.nameOf(takenAt));
      return file.createReadStream();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  async latestBefore(limit: number): Promise<number | null> {
    const taken = timesIn(await this.#names(), SNAPSHOT).filter((takenAt) => takenAt < limit);
    return taken.length === 0 ? null : Math.max(...taken);
  }

  async quarantine(takenAt: number): Promise<string> {
    const path = `${this.nameOf(takenAt)}.corrupt`;
    await rename(this.nameOf(takenAt), path);
    await this.#remove(oldCorrupt);
    return path;
  }

  removeUnfinished(): Promise<void> {
    return this.#remove((names) => names.filter((name) => UNFINISHED.test(name)));
  }

  removeAllBut(kept: ReadonlySet<number>): Promise<void> {
    return this.#remove((names) => [
      ...names.filter((name) => UNFINISHED.test(name)),
      ...timesIn(names, SNAPSHOT).flatMap((takenAt) => (kept.has(takenAt) ? [] : [`${takenAt}.json.zst`])),
      ...oldCorrupt(names),
    ]);
  }

  /** Logs files that cannot be removed, and does not throw. */
  async #remove(choose: (names: readonly string[]) => readonly string[]): Promise<void> {
    try {
      const old = choose(await this.#names());
      const removals = await Promise.allSettled(old.map((name) => rm(this.#path(name), { force: true })));
      for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
    } catch (error) {
      this.#log.warn({ err: error }, 'old shop snapshots cannot be removed');
    }
  }

  /** @returns the names of the snapshots' files, without the prefix */
  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => name.startsWith(this.#prefix)).map((name) => name.slice(this.#prefix.length));
  }

  #path(name: string): string {
    return join(this.#folder, `${this.#prefix}${name}`);
  }
}

/** Corrupt files but the latest. */
function oldCorrupt(names: readonly string[]): string[] {
  const latestFirst = timesIn(names, CORRUPT).sort((a, b) => b - a);
  return latestFirst.slice(CORRUPT_KEPT).map((takenAt) => `${takenAt}.json.zst.corrupt`);
}

function timesIn(names: readonly string[], pattern: RegExp): number[] {
  return names.flatMap((name) => {
    const [, takenAt] = pattern.exec(name) ?? [];
    return takenAt === undefined ? [] : [Number(takenAt)];
  });
}

/** A new file, under another name until it is finished. It is there only from the first write on. */
class UnfinishedFile implements UnfinishedSnapshot {
  readonly #path: string;
  readonly #pathOf: (takenAt: number) => string;
  #file: FileHandle | null = null;

  /** `path`: where it is written; `pathOf`: where it is, once it is finished. */
  constructor(path: string, pathOf: (takenAt: number) => string) {
    this.#path = path;
    this.#pathOf = pathOf;
  }

  async write(bytes: Buffer): Promise<void> {
    this.#file ??= await this.#make();
    await this.#file.writeFile(bytes);
  }

  async finish(takenAt: number): Promise<void> {
    await this.#file?.sync();
    await this.#close();
    await rename(this.#path, this.#pathOf(takenAt));
    const folder = await open(dirname(this.#path));
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async discard(): Promise<void> {
    await this.#close();
    await rm(this.#path, { force: true });
  }

  async #make(): Promise<FileHandle> {
    await mkdir(dirname(this.#path), { recursive: true });
    return open(this.#path, 'w', 0o600);
  }

  async #close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}
