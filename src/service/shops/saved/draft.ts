import type { SavedSnapshot } from '../../../market/shops/snapshot.ts';
import type { StockUnit } from '../../../market/shops/stock.ts';
import type { UnfinishedSnapshot } from '../../../ports/snapshots.ts';
import { TimeSlice } from '../../../time/cooperate.ts';
import type { UnfinishedSave } from '../record-sink.ts';
import { CompressedSnapshot } from './compressed-snapshot.ts';
import { type End, type Kind, lineOf, TITLE } from './format.ts';
import { Pieces } from './pieces.ts';

/** Entries of a line. */
const LINE = 64;

/** A snapshot's text while it is written: first its fresh records as they come, then what is saved beside them. */
export class SnapshotDraft implements UnfinishedSave {
  readonly isBaseDue: boolean;
  readonly #compressed: CompressedSnapshot;
  readonly #unit: StockUnit;
  readonly #pieces = new Pieces();
  #fresh = 0;
  #isOver = false;
  /** The piece before, on its way into the store. */
  #writing = Promise.resolve();

  constructor(unfinished: UnfinishedSnapshot, isBaseDue: boolean, unit: StockUnit) {
    this.#unit = unit;
    this.isBaseDue = isBaseDue;
    this.#compressed = new CompressedSnapshot(unfinished);
    this.#pieces.addText(`${lineOf(TITLE)}[`);
  }

  /** It was completed or discarded. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get isFull(): boolean {
    return this.#pieces.isFull;
  }

  add(buffer: Buffer, from: number, to: number): void {
    this.#pieces.addValue(this.#fresh === 0, buffer, from, to);
    this.#fresh += 1;
  }

  /** Never rejects: what cannot be written is said by `complete`, when the market has been made. */
  async flush(): Promise<void> {
    const writing = this.#compressed.write(this.#pieces.take());
    await this.#writing;
    this.#writing = writing;
  }

  /** Resolves with how many records, shops and ids make its market when all is stored; rejects with the store's error. */
  async complete(saved: SavedSnapshot): Promise<number> {
    const { takenAt, missing } = saved;
    const [before, gone] = [null, []];
    const filled = saved.filled.map(({ shop }) => shop);
    const counts = { fresh: this.#fresh, filled: filled.length, missing: missing.length, gone: gone.length };
    const end: End = { takenAt, before, ...counts, unit: this.#unit };
    this.#pieces.addText(']\n');
    await this.#addLines('filled', filled);
    await this.#addLines('missing', missing);
    await this.#addLines('gone', gone);
    await this.#addLines('end', [end]);
    await this.flush();
    await this.#compressed.finish(takenAt);
    this.#isOver = true;
    return counts.fresh + counts.filled + counts.gone;
  }

  async discard(): Promise<void> {
    this.#isOver = true;
    // What cannot be removed is removed with the old snapshots, or is said to be in the way there.
    await this.#compressed.abandon().catch(() => undefined);
  }

  async #addLines(kind: Kind, entries: readonly unknown[]): Promise<void> {
    const slice = new TimeSlice();
    for (let from = 0; from < entries.length; from += LINE) {
      this.#pieces.addText(lineOf([kind, ...entries.slice(from, from + LINE)]));
      if (this.isFull) await this.flush();
      await slice.yieldIfOver();
    }
  }
}
