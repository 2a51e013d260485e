import type { SavedSnapshot } from '../../../market/shops/snapshot.ts';
import { TimeSlice } from '../../../time/cooperate.ts';
import type { UnfinishedSave } from '../record-sink.ts';
import { CompressedFile } from './compressed-file.ts';
import { type End, FORMAT, type Kind } from './format.ts';
import { LineWriter } from './line-writer.ts';

/** A snapshot's file while it is written: first its fresh records as they come, then what is saved beside them. */
export class SnapshotDraft implements UnfinishedSave {
  readonly #file: CompressedFile;
  readonly #lines = new LineWriter();
  #fresh = 0;
  #isOver = false;
  /** The piece before, on its way into the file. */
  #writing = Promise.resolve();

  /** `path`: where it is written; there is nothing until there is much to write. */
  constructor(path: string) {
    this.#file = new CompressedFile(path);
    this.#lines.begin(FORMAT);
  }

  get path(): string {
    return this.#file.path;
  }

  /** It was completed or discarded. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get isFull(): boolean {
    return this.#lines.isFull;
  }

  add(buffer: Buffer, from: number, to: number): void {
    this.#fresh += 1;
    this.#add('fresh', buffer, from, to);
  }

  /** Never rejects: what cannot be written is said by `complete`, when the market has been made. */
  async flush(): Promise<void> {
    const writing = this.#file.write(this.#lines.take());
    await this.#writing;
    this.#writing = writing;
  }

  /** Resolves when all is on disk; rejects with the file system's error. */
  async complete({ takenAt, before, filled, missing, gone }: SavedSnapshot): Promise<void> {
    const counts = { fresh: this.#fresh, filled: filled.length, missing: missing.length, gone: gone.length };
    const end: End = { takenAt, before, ...counts };
    await this.#addAll('filled', filled);
    await this.#addAll('missing', missing);
    await this.#addAll('gone', gone);
    await this.#addAll('end', [end]);
    await this.flush();
    await this.#file.finish();
    this.#isOver = true;
  }

  async discard(): Promise<void> {
    this.#isOver = true;
    // What cannot be removed is removed with the old snapshots, or is said to be in the way there.
    await this.#file.abandon().catch(() => undefined);
  }

  async #addAll(kind: Kind, entries: readonly unknown[]): Promise<void> {
    const slice = new TimeSlice();
    for (const entry of entries) {
      this.#add(kind, Buffer.from(JSON.stringify(entry)));
      if (this.isFull) await this.flush();
      if (slice.isOver()) await slice.yieldIfOver();
    }
  }

  #add(kind: Kind, bytes: Buffer, from = 0, to = bytes.length): void {
    this.#lines.add(kind, bytes, from, to);
  }
}
