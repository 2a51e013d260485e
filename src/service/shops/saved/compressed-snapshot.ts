import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib';
import type { UnfinishedSnapshot } from '../../../ports/snapshots.ts';

/** The first level costs the least time: those below it write more than they save, those above it take longer. */
const OPTIONS = {
  chunkSize: 262_144,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** What became of the bytes: all are handed on, or this was thrown. */
type Outcome = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

/** A new snapshot, compressed with zstd and its checksum off the main thread; either finished or abandoned. */
export class CompressedSnapshot {
  readonly #unfinished: UnfinishedSnapshot;
  #compress: ZstdCompress | null = null;
  #outcome: Promise<Outcome> = Promise.resolve({ ok: true });

  constructor(unfinished: UnfinishedSnapshot) {
    this.#unfinished = unfinished;
  }

  /** Resolves when the bytes may be overwritten. Where they cannot be stored, that is for `finish` to say. */
  async write(bytes: Buffer): Promise<void> {
    const compress = this.#opened();
    const { promise, resolve } = Promise.withResolvers<void>();
    compress.write(bytes, () => resolve());
    // One that is destroyed may never call back.
    await Promise.race([promise, this.#outcome]);
  }

  /** Resolves when all is stored; rejects with the store's error. */
  async finish(takenAt: number): Promise<void> {
    this.#opened().end();
    const outcome = await this.#outcome;
    if (!outcome.ok) throw outcome.error;
    await this.#unfinished.finish(takenAt);
  }

  /** Leaves nothing of it. Rejects with the store's error. */
  async abandon(): Promise<void> {
    if (this.#compress === null) return;
    this.#compress.destroy();
    await this.#outcome;
    await this.#unfinished.discard();
  }

  #opened(): ZstdCompress {
    if (this.#compress !== null) return this.#compress;
    const compress = createZstdCompress(OPTIONS);
    this.#compress = compress;
    this.#outcome = this.#handOn(compress).then(
      () => ({ ok: true }),
      (error: unknown) => {
        compress.destroy();
        return { ok: false, error };
      },
    );
    return compress;
  }

  async #handOn(compressed: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of compressed) await this.#unfinished.write(chunk);
  }
}
