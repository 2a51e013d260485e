import type { Download } from '../../src/service/shops/shop-reader.ts';
import type { UnfinishedSave } from '../../src/service/shops/snapshot-reader.ts';

/** Keeps a saved body in memory. Every third chunk returns a promise to await, as a full write buffer does. */
export class MemorySave implements UnfinishedSave {
  isDiscarded = false;
  /** Null until the body is complete. */
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
    return this.#isFull ? this.#drain() : undefined;
  }

  bodyRead(download: Pick<Download, 'records' | 'broken'>): void {
    this.read = download;
  }

  async discard(): Promise<void> {
    this.isDiscarded = true;
  }

  async #drain(): Promise<void> {
    await Promise.resolve();
    this.#isFull = false;
  }
}
