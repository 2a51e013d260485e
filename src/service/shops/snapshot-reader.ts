import type { FilledRow } from '../../market/shops/snapshot.ts';
import type { StockUnit } from '../../market/shops/stock.ts';
import type { Clock } from '../../time/clock.ts';
import type { Consumed } from '../http/answer.ts';
import type { OnPainting } from '../wire/item.ts';
import type { KnownRecords } from './known-records.ts';
import { type Download, readShops } from './shop-reader.ts';

/** Paintings of records that came again are handed on after so long, as those of a picture that could not be saved. */
const PAINTINGS_AGAIN_AFTER_MS = 3_600_000;

/** The file of a snapshot while its body is read. It is completed once the snapshot is taken in, or discarded. */
export interface UnfinishedSave {
  /**
   * Takes a copy of a chunk of the body.
   * @returns a promise to be awaited before the next chunk, or undefined. It never rejects: a fault is thrown when the
   * file is completed
   */
  add(chunk: Buffer): Promise<void> | undefined;
  /** The body is whole, and good. */
  bodyRead(download: Pick<Download, 'records' | 'broken'>): void;
  /** Leaves nothing of it. Never rejects. */
  discard(): Promise<void>;
}

/**
 * Reads and saves bodies of getAllShops. A record that was in the last one taken in, byte for byte, is the same shop.
 */
export class SnapshotReader {
  readonly #parts: SnapshotReaderParts;
  /** Null until one was taken in. */
  #known: KnownRecords | null = null;
  #saving: UnfinishedSave | null = null;
  /** When all paintings were handed on last; monotonic. Null if never. */
  #paintingsAt: number | null = null;

  constructor(parts: SnapshotReaderParts) {
    this.#parts = parts;
  }

  /** Begins with the records of a saved snapshot. */
  beginWith(known: KnownRecords): void {
    this.#known = known;
  }

  /** Reads a body while it streams in, and begins to save it. */
  async read(chunks: AsyncIterable<Buffer>): Promise<Consumed<Download>> {
    await this.discard();
    const { beginSaving, clock, onPainting, unit } = this.#parts;
    const saving = beginSaving();
    this.#saving = saving;
    const now = clock.monotonic();
    const showsAllPaintings = this.#paintingsAt === null || now - this.#paintingsAt >= PAINTINGS_AGAIN_AFTER_MS;
    const onChunk = (chunk: Buffer) => saving.add(chunk);
    const read = await readShops(chunks, { unit, known: this.#known, onPainting, showsAllPaintings, onChunk });
    if (!read.ok) return read;
    if (showsAllPaintings) this.#paintingsAt = now;
    saving.bodyRead(read.value);
    return read;
  }

  /**
   * The snapshot was taken in and saved: the next is read against it, with the market's own shops in the filled rows.
   */
  takenIn({ records }: Download, filled: readonly FilledRow[]): void {
    for (const { row, shop } of filled) records.replace(row, shop);
    this.#known = records;
    this.#saving = null;
  }

  /** Leaves nothing of a snapshot that was read and not taken in. */
  async discard(): Promise<void> {
    await this.#saving?.discard();
    this.#saving = null;
  }
}

export interface SnapshotReaderParts {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The unit of the records' stock. */
  readonly unit: StockUnit;
  /** Begins to save a snapshot that is about to be read. The one who takes it in completes that. */
  readonly beginSaving: () => UnfinishedSave;
  /** Takes the SNBT of paintings in records that are read. */
  readonly onPainting: OnPainting;
}
