import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib';

/** The first level costs the least time: those below it write more than they save, those above it take longer. */
const OPTIONS = {
  chunkSize: 262_144,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** What became of the file: it is on disk, or this was thrown. */
type Outcome = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

/**
 * A new file, compressed with zstd and its checksum off the main thread. It is there only from the first write on, and either
 * finished or abandoned.
 */
export class CompressedFile {
  readonly path: string;
  #compress: ZstdCompress | null = null;
  #outcome: Promise<Outcome> = Promise.resolve({ ok: true });

  constructor(path: string) {
    this.path = path;
  }

  /** Resolves when the bytes may be overwritten. Where they cannot be written, that is for `finish` to say. */
  async write(bytes: Buffer): Promise<void> {
    const compress = this.#opened();
    const { promise, resolve } = Promise.withResolvers<void>();
    compress.write(bytes, () => resolve());
    // One that is destroyed may never call back.
    await Promise.race([promise, this.#outcome]);
  }

  /** Resolves when all is on disk; rejects with the file system's error. */
  async finish(): Promise<void> {
    this.#opened().end();
    const outcome = await this.#outcome;
    if (!outcome.ok) throw outcome.error;
  }

  /** Closes and removes it. Rejects with the file system's error. */
  async abandon(): Promise<void> {
    if (this.#compress === null) return;
    this.#compress.destroy();
    await this.#outcome;
    await rm(this.path, { force: true });
  }

  #opened(): ZstdCompress {
    if (this.#compress !== null) return this.#compress;
    const compress = createZstdCompress(OPTIONS);
    this.#compress = compress;
    this.#outcome = this.#store(compress).then(
      () => ({ ok: true }),
      (error: unknown) => {
        compress.destroy();
        return { ok: false, error };
      },
    );
    return compress;
  }

  async #store(compressed: AsyncIterable<Buffer>): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const file = await open(this.path, 'w', 0o600);
    try {
      for await (const chunk of compressed) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
