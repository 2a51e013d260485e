import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../../ports/log.ts';
import type { Snapshots, UnfinishedSnapshot } from '../../ports/snapshots.ts';

const SNAPSHOT_FILE = /^(\d+)\.json\.zst$/;
const UNFINISHED_FILE = /\.zst\.tmp$/;
const CORRUPT_FILE = /^(\d+)\.json\.zst\.corrupt$/;
/** Limits the corrupt files that are kept for the operator, so that a failing disk does not fill up. */
const MOST_CORRUPT_FILES = 2;

/**
 * Snapshots next to the store. Each is a file named after the time (epoch ms) at which it was taken,
 * `<stem>.shops-<takenAt>.json.zst`.
 */
export class SnapshotFolder implements Snapshots {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #log: Log;
  #begun = 0;

  /** @param stem the common beginning of the files' paths, such as `data/crier` */
  constructor({ stem, log }: { readonly stem: string; readonly log: Log }) {
    this.#folder = dirname(stem);
    this.#prefix = `${basename(stem)}.shops-`;
    this.#log = log;
  }

  /** Returns the path of a snapshot. */
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
    const taken = timesIn(await this.#names(), SNAPSHOT_FILE).filter((takenAt) => takenAt < limit);
    return taken.length === 0 ? null : Math.max(...taken);
  }

  async quarantine(takenAt: number): Promise<string> {
    const path = `${this.nameOf(takenAt)}.corrupt`;
    await rename(this.nameOf(takenAt), path);
    await this.#remove(oldCorrupt);
    return path;
  }

  removeUnfinished(): Promise<void> {
    return this.#remove((names) => names.filter((name) => UNFINISHED_FILE.test(name)));
  }

  removeAllBut(kept: ReadonlySet<number>): Promise<void> {
    return this.#remove((names) => [
      ...names.filter((name) => UNFINISHED_FILE.test(name)),
      ...timesIn(names, SNAPSHOT_FILE).flatMap((takenAt) => (kept.has(takenAt) ? [] : [`${takenAt}.json.zst`])),
      ...oldCorrupt(names),
    ]);
  }

  /** Logs a failure to delete files instead of throwing it. */
  async #remove(choose: (names: readonly string[]) => readonly string[]): Promise<void> {
    try {
      const old = choose(await this.#names());
      const removals = await Promise.allSettled(old.map((name) => rm(this.#path(name), { force: true })));
      for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
    } catch (error) {
      this.#log.warn({ err: error }, 'Old shop snapshots not deleted');
    }
  }

  /** @returns the names of the snapshot files, without the prefix */
  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => name.startsWith(this.#prefix)).map((name) => name.slice(this.#prefix.length));
  }

  #path(name: string): string {
    return join(this.#folder, `${this.#prefix}${name}`);
  }
}

/** Returns all corrupt files but the latest. */
function oldCorrupt(names: readonly string[]): string[] {
  const latestFirst = timesIn(names, CORRUPT_FILE).sort((a, b) => b - a);
  return latestFirst.slice(MOST_CORRUPT_FILES).map((takenAt) => `${takenAt}.json.zst.corrupt`);
}

function timesIn(names: readonly string[], pattern: RegExp): number[] {
  return names.flatMap((name) => {
    const [, takenAt] = pattern.exec(name) ?? [];
    return takenAt === undefined ? [] : [Number(takenAt)];
  });
}

/** A new file, which has another name until it is finished. It is created by the first write. */
class UnfinishedFile implements UnfinishedSnapshot {
  readonly #path: string;
  readonly #pathOf: (takenAt: number) => string;
  #file: FileHandle | null = null;

  /**
   * @param path the path while the file is written
   * @param pathOf returns the path of the finished file
   */
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
