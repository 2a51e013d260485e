import type { Snapshot } from '../../market/shops/snapshot.ts';
import type { StockUnit } from '../../market/shops/stock.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import type { Consumed } from '../http/answer.ts';
import type { OnPainting } from '../wire/item.ts';
import { type Download, readShops } from './download.ts';
import type { UnfinishedSave } from './record-sink.ts';
import type { KnownRecords } from './records/known-records.ts';

/** After so long everything is parsed and compared again, so that no mistake in what is known lasts longer. */
export const CHECK_AFTER_MS = 3_600_000;
const SAMPLES = 3;

/** Reads bodies of getAllShops, each against the last one that was taken in: what came again byte for byte stays the same shops. */
export class SnapshotReader {
  readonly #parts: SnapshotReaderParts;
  /** null: none was taken in yet. */
  #last: { readonly takenAt: number; readonly records: KnownRecords } | null = null;
  /** When everything was parsed last; monotonic. */
  #checkedAt = 0;
  #isCheck = false;
  #saving: UnfinishedSave | null = null;

  constructor(parts: SnapshotReaderParts) {
    this.#parts = parts;
  }

  /** Reads a body while it streams in, and begins to save it. */
  async read(chunks: AsyncIterable<Buffer>): Promise<Consumed<Download>> {
    await this.discard();
    const { beginSaving, clock, onPainting, unit } = this.#parts;
    const saving = beginSaving();
    this.#saving = saving;
    const known = this.#last?.records ?? null;
    this.#isCheck = known !== null && clock.monotonic() - this.#checkedAt >= CHECK_AFTER_MS;
    const how = { unit, known, isCheck: this.#isCheck, savesAll: true, onPainting };
    const read = await readShops(chunks, { ...how, sink: saving });
    if (read.ok) this.#logMistaken(read.value.mistaken);
    return read;
  }

  /** What was read just now, and how it differs from the last one taken in. */
  snapshotOf({ records, setAside }: Download, takenAt: number): Snapshot {
    return { takenAt, shops: records.shops, setAside };
  }

  /** It was taken in and saved: the next is read against it. */
  takenIn({ records }: Download, takenAt: number): void {
    if (this.#last === null || this.#isCheck) this.#checkedAt = this.#parts.clock.monotonic();
    this.#last = { takenAt, records };
    this.#saving = null;
  }

  /** Leaves nothing of what was read and not taken in. */
  async discard(): Promise<void> {
    await this.#saving?.discard();
    this.#saving = null;
  }

  #logMistaken(mistaken: readonly number[]): void {
    if (mistaken.length === 0) return;
    const shops = mistaken.slice(0, SAMPLES);
    this.#parts.log.error(
      { shops, count: mistaken.length },
      'shop records were taken for others that they are not: what they say counts from now on',
    );
  }
}

export interface SnapshotReaderParts {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Pick<Log, 'error'>;
  /** The unit of the records' stock. */
  readonly unit: StockUnit;
  /** Begins to save a snapshot that is about to be read. Whoever takes it in completes that. */
  readonly beginSaving: () => UnfinishedSave;
  /** Takes the SNBT of paintings in records that are read. */
  readonly onPainting: OnPainting;
}
