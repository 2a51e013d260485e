import type { Download } from '../../src/service/shops/shop-reader.ts';
import type { UnfinishedSave } from '../../src/service/shops/snapshot-reader.ts';

/** A body saved in memory. It has to be waited for after each third chunk. */
export class MemorySave implements UnfinishedSave {
  isDiscarded = false;
  /** Null until the body is whole. */
  read: Pick<Download, 'records' | 'broken'> | null = null;
  readonly #chunks: Buffer[] = [];
  #isFull = false;

  get body(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  add(chunk: Buffer): Promise<void> | undefined {
    if (this.#isFull) throw new Error('the chunk before was not waited for');
    this.#chunks.push(Buffer.from(chunk));
    this.#isFull = this.#chunks.length % 3 === 0;
    return this.#isFull ? this.#makeRoom() : undefined;
  }

  bodyRead(download: Pick<Download, 'records' | 'broken'>): void {
    this.read = download;
  }

  async discard(): Promise<void> {
    this.isDiscarded = true;
  }

  async #makeRoom(): Promise<void> {
    await Promise.resolve();
    this.#isFull = false;
  }
}
