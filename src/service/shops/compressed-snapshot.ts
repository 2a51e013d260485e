import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib';
import type { UnfinishedSnapshot } from '../../ports/snapshots.ts';

/** Level 1 takes the least time. Lower levels write more than they save, and higher ones take longer. */
const ZSTD_OPTIONS = {
  chunkSize: 262_144,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};
/** Bytes compressed at once. Smaller pieces cost the main thread more than their compression is worth. */
const PIECE_BYTES = 262_144;

/** The result of the writing: all bytes were passed on, or `error` was thrown. */
type WriteOutcome = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

/** A new snapshot, compressed with zstd and its checksum off the main thread. It is either finished or abandoned. */
export class CompressedSnapshot {
  readonly #unfinished: UnfinishedSnapshot;
  #compress: ZstdCompress | null = null;
  #outcome: Promise<WriteOutcome> = Promise.resolve({ ok: true });
  #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #spare = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #used = 0;
  /** Resolves when the spare piece may be overwritten. */
  #writing = Promise.resolve();

  constructor(unfinished: UnfinishedSnapshot) {
    this.#unfinished = unfinished;
  }

  /**
   * Takes a copy of the bytes.
   * @returns a promise to be awaited before the next call, or undefined. It never rejects; `finish` throws a fault.
   */
  add(bytes: Buffer): Promise<void> | undefined {
    if (this.#used + bytes.length >= PIECE_BYTES) return this.#addInPieces(bytes);
    this.#used += bytes.copy(this.#piece, this.#used);
    return undefined;
  }

  /** Resolves when the snapshot is stored. Rejects with the store's error. */
  async finish(takenAt: number): Promise<void> {
    await this.#flush();
    await this.#writing;
    this.#opened().end();
    const outcome = await this.#outcome;
    if (!outcome.ok) throw outcome.error;
    await this.#unfinished.finish(takenAt);
  }

  /** Deletes the snapshot. Rejects with the store's error. */
  async abandon(): Promise<void> {
    if (this.#compress === null) return;
    this.#compress.destroy();
    await this.#outcome;
    await this.#unfinished.discard();
  }

  async #addInPieces(bytes: Buffer): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const copied = bytes.copy(this.#piece, this.#used, from);
      this.#used += copied;
      from += copied;
      if (this.#used === PIECE_BYTES) await this.#flush();
    }
  }

  async #flush(): Promise<void> {
    const bytes = this.#piece.subarray(0, this.#used);
    [this.#piece, this.#spare] = [this.#spare, this.#piece];
    this.#used = 0;
    await this.#writing;
    this.#writing = this.#write(bytes);
  }

  /** Resolves when the bytes may be overwritten. */
  async #write(bytes: Buffer): Promise<void> {
    const compress = this.#opened();
    const { promise, resolve } = Promise.withResolvers<void>();
    compress.write(bytes, () => resolve());
    // A destroyed stream may never call back.
    await Promise.race([promise, this.#outcome]);
  }

  #opened(): ZstdCompress {
    if (this.#compress !== null) return this.#compress;
    const compress = createZstdCompress(ZSTD_OPTIONS);
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
