import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { UnfinishedSnapshot } from '../../ports/snapshots.ts';

/** A new file, under another name until it is finished. It is there only from the first write on. */
export class UnfinishedFile implements UnfinishedSnapshot {
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
