import type { ReplacedRecord } from '../../market/shops/snapshot.ts';
import type { StockUnit } from '../../market/shops/stock.ts';
import type { Clock } from '../../time/clock.ts';
import { HOUR_MS } from '../../time/durations.ts';
import type { Consumed } from '../http/answer.ts';
import type { OnPainting } from '../wire/item.ts';
import type { KnownRecords } from './known-records.ts';
import { type Download, readShops } from './shop-reader.ts';

/**
 * Time after which paintings of unchanged records are passed on again, because their pixels may not have been saved.
 */
const PAINTINGS_AGAIN_AFTER_MS = HOUR_MS;

/**
 * The file of a snapshot while its body is read. It is completed once the market accepts the snapshot, or else
 * discarded.
 */
export interface UnfinishedSave {
  /**
   * Takes a copy of a chunk of the body.
   * @returns a promise to be awaited before the next chunk, or undefined. It never rejects; a fault is thrown when the
   *   file is completed.
   */
  add(chunk: Buffer): Promise<void> | undefined;
  /** Called once the body is complete and valid. */
  bodyRead(download: Pick<Download, 'records' | 'broken'>): void;
  /** Deletes the file. Never rejects. */
  discard(): Promise<void>;
}

/** Reads and saves bodies of getAllShops. A record with the same bytes in the last body keeps its shop. */
export class SnapshotReader {
  readonly #parts: SnapshotReaderParts;
  /** Null before the first snapshot was accepted. */
  #known: KnownRecords | null = null;
  #saving: UnfinishedSave | null = null;
  /** Monotonic time at which all paintings were last passed on, or null if never. */
  #paintingsAt: number | null = null;

  constructor(parts: SnapshotReaderParts) {
    this.#parts = parts;
  }

  /** Begins with the records of a saved snapshot. */
  beginWith(known: KnownRecords): void {
    this.#known = known;
  }

  /** Reads a body while it arrives, and begins to save it. */
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
   * Notes that the market accepted the snapshot and that it was saved. The records of the next are compared with it,
   * and the market's own shops are in the filled rows.
   */
  takenIn({ records }: Download, filled: readonly ReplacedRecord[]): void {
    for (const { row, shop } of filled) records.replace(row, shop);
    this.#known = records;
    this.#saving = null;
  }

  /** Deletes the file of a snapshot that was read but not accepted. */
  async discard(): Promise<void> {
    await this.#saving?.discard();
    this.#saving = null;
  }
}

export interface SnapshotReaderParts {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The unit of the records' stock. */
  readonly unit: StockUnit;
  /** Begins to save a snapshot that is about to be read. The market that accepts it completes the save. */
  readonly beginSaving: () => UnfinishedSave;
  /** Takes the SNBT of paintings in records that are read. */
  readonly onPainting: OnPainting;
}
