import type { SavedSnapshot } from '../../../market/shops/snapshot.ts';
import { TimeSlice } from '../../../time/cooperate.ts';
import type { UnfinishedSave } from '../record-sink.ts';
import { CompressedFile } from './compressed-file.ts';
import { type End, type Kind, lineOf, TITLE } from './format.ts';
import { Pieces } from './pieces.ts';

/** Entries of a line. */
const LINE = 64;

/** A snapshot's file while it is written: first its fresh records as they come, then what is saved beside them. */
export class SnapshotDraft implements UnfinishedSave {
  readonly isBaseDue: boolean;
  readonly #file: CompressedFile;
  readonly #pieces = new Pieces();
  #fresh = 0;
  #isOver = false;
  /** The piece before, on its way into the file. */
  #writing = Promise.resolve();

  /** `path`: where it is written; there is nothing until there is much to write. */
  constructor(path: string, isBaseDue: boolean) {
    this.isBaseDue = isBaseDue;
    this.#file = new CompressedFile(path);
    this.#pieces.addText(`${lineOf(TITLE)}[`);
  }

  get path(): string {
    return this.#file.path;
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
    const writing = this.#file.write(this.#pieces.take());
    await this.#writing;
    this.#writing = writing;
  }

  /** Resolves with how many records, shops and ids make its market when all is on disk; rejects with the file system's error. */
  async complete({ takenAt, before, filled, missing, gone }: SavedSnapshot): Promise<number> {
    const counts = { fresh: this.#fresh, filled: filled.length, missing: missing.length, gone: gone.length };
    const end: End = { takenAt, before, ...counts };
    this.#pieces.addText(']\n');
    await this.#addLines('filled', filled);
    await this.#addLines('missing', missing);
    await this.#addLines('gone', gone);
    await this.#addLines('end', [end]);
    await this.flush();
    await this.#file.finish();
    this.#isOver = true;
    return counts.fresh + counts.filled + counts.gone;
  }

  async discard(): Promise<void> {
    this.#isOver = true;
    // What cannot be removed is removed with the old snapshots, or is said to be in the way there.
    await this.#file.abandon().catch(() => undefined);
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
