import { createHash } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { gzipSync } from 'node:zlib';
import { readSnbt } from '../market/item/snbt.ts';
import { Anonymiser } from './anonymiser.ts';
import { ElementSplitter } from './element-splitter.ts';
import {
  ABOUT_FILE,
  type AboutRecording,
  FRAMES_FILE,
  type RecordedLine,
  SNAPSHOTS_FOLDER,
  UNREAD_FILE,
} from './recording-format.ts';

/**
 * Characters gathered before they are compressed and written. Each batch is a gzip member, readable by itself after a
 * kill.
 */
const BATCH_CHARACTERS = 512 * 1024;
/** Bytes kept free for the last batch and `recording.json`. */
const RESERVE_BYTES = 16 * 1024;
/** Limit the recorded unreadable SNBT: texts, and characters of each. */
const MOST_UNREAD_TEXTS = 1_000;
const LONGEST_UNREAD_CHARACTERS = 65_536;
const PART_FILE = `${SNAPSHOTS_FOLDER}/next.part`;

/** The files of a recording. All calls throw the file system's errors. */
export interface RecordingFiles {
  append(name: string, bytes: Uint8Array): void;
  /** Writes the file atomically: a failure leaves the old one. */
  replace(name: string, text: string): void;
  rename(from: string, to: string): void;
  remove(name: string): void;
}

export interface RecordingWriterParts {
  readonly files: RecordingFiles;
  readonly about: AboutRecording;
  /** 32 random bytes for the pseudonyms. Stored nowhere. */
  readonly key: Uint8Array;
  /** Limits all files together. */
  readonly limitBytes: number;
}

/** Writes a recording: anonymises, compresses, and stops at the limit. Throws the errors of the files. */
export class RecordingWriter {
  readonly #parts: RecordingWriterParts;
  readonly #anonymiser: Anonymiser;
  readonly #unread = new Set<string>();
  #at = 0;
  #batches = new Map<string, string[]>();
  #batched = 0;
  #bytes = 0;
  /** `unfit` if the body is no list of shops. The reader's outcome is recorded then. */
  #snapshot: RecordedSnapshot | 'unfit' | null = null;
  #lastDigest = '';
  #ended: 'stopped' | 'limit' | null = null;

  constructor(parts: RecordingWriterParts) {
    this.#parts = parts;
    const { key, about } = parts;
    const onSnbt = (original: string, recorded: string) => this.#noteUnread(original, recorded);
    this.#anonymiser = new Anonymiser({ key, pixels: about.pixels, onSnbt });
  }

  /** Returns the reason why the recording ended, or null while it goes on. */
  get ended(): 'stopped' | 'limit' | null {
    return this.#ended;
  }

  frame(at: number, text: string): void {
    this.#at = at;
    this.line({ at, text: this.#anonymiser.json(text) });
  }

  line(line: RecordedLine): void {
    this.#at = line.at;
    this.#add(FRAMES_FILE, line);
  }

  /** Adds a chunk of a snapshot's body. */
  addToSnapshot(chunk: Uint8Array): void {
    if (this.#ended !== null || this.#snapshot === 'unfit') return;
    this.#snapshot ??= new RecordedSnapshot();
    const draft = this.#snapshot;
    try {
      for (const piece of draft.push(chunk)) this.#addPiece(draft, piece);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.discardSnapshot();
      this.#snapshot = 'unfit';
    }
  }

  /** Ends a complete body. It becomes a file, unless it equals the last one. */
  endSnapshot(at: number): void {
    const draft = this.#snapshot;
    if (draft === null || this.#ended !== null) return;
    const digest = draft === 'unfit' ? '' : draft.digest();
    if (draft === 'unfit' || digest === this.#lastDigest) {
      this.discardSnapshot();
      return;
    }
    this.#addPiece(draft, draft.rest());
    this.#writePieces(draft);
    if (this.#ended !== null) return;
    this.#snapshot = null;
    this.#lastDigest = digest;
    const snapshot = `${SNAPSHOTS_FOLDER}/${at}.json.gz`;
    this.#parts.files.rename(PART_FILE, snapshot);
    this.line({ at, snapshot, bytes: draft.bodyBytes });
  }

  discardSnapshot(): void {
    const draft = this.#snapshot;
    this.#snapshot = null;
    if (draft === null || draft === 'unfit' || draft.writtenBytes === 0) return;
    this.#parts.files.remove(PART_FILE);
    this.#bytes -= draft.writtenBytes;
  }

  /** Writes the gathered lines. */
  flush(): void {
    const batches = this.#batches;
    this.#batches = new Map();
    this.#batched = 0;
    for (const [name, lines] of batches) this.#append(name, lines.join(''));
  }

  /** Writes the rest and the end of the recording. */
  end(endedAt: number): void {
    if (this.#ended !== null) return;
    this.discardSnapshot();
    this.flush();
    if (this.#ended === null) this.#finish(endedAt, 'stopped');
  }

  #finish(endedAt: number, ended: 'stopped' | 'limit'): void {
    this.#ended = ended;
    const { files, about } = this.#parts;
    files.replace(ABOUT_FILE, `${JSON.stringify({ ...about, endedAt, ended }, null, 2)}\n`);
  }

  #add(name: string, line: object): void {
    if (this.#ended !== null) return;
    const written = `${JSON.stringify(line)}\n`;
    const batch = this.#batches.get(name);
    if (batch === undefined) this.#batches.set(name, [written]);
    else batch.push(written);
    this.#batched += written.length;
    if (this.#batched >= BATCH_CHARACTERS) this.flush();
  }

  #addPiece(draft: RecordedSnapshot, piece: string): void {
    draft.take(this.#anonymiser.json(piece));
    if (draft.gathered >= BATCH_CHARACTERS) this.#writePieces(draft);
  }

  #writePieces(draft: RecordedSnapshot): void {
    const written = this.#append(PART_FILE, draft.takeOut());
    draft.writtenBytes += written;
  }

  /** @returns the bytes written; 0 if they would pass the limit, which ends the recording */
  #append(name: string, text: string): number {
    if (this.#ended !== null) return 0;
    const bytes = gzipSync(text);
    if (this.#bytes + bytes.length + RESERVE_BYTES > this.#parts.limitBytes) {
      this.#ended = 'limit';
      this.discardSnapshot();
      this.#finish(this.#at, 'limit');
      return 0;
    }
    this.#bytes += bytes.length;
    this.#parts.files.append(name, bytes);
    return bytes.length;
  }

  #noteUnread(original: string, recorded: string): void {
    if (this.#unread.size >= MOST_UNREAD_TEXTS || readSnbt(original) !== null) return;
    const snbt = recorded.slice(0, LONGEST_UNREAD_CHARACTERS);
    if (this.#unread.has(snbt)) return;
    this.#unread.add(snbt);
    this.#add(UNREAD_FILE, { at: this.#at, snbt });
  }
}

/** A snapshot that is being written. */
class RecordedSnapshot {
  bodyBytes = 0;
  writtenBytes = 0;
  gathered = 0;
  readonly #hash = createHash('sha256');
  readonly #decoder = new StringDecoder('utf8');
  readonly #splitter = new ElementSplitter();
  #pieces: string[] = [];

  /** @throws RangeError if the body is no list of shops */
  push(chunk: Uint8Array): string[] {
    this.bodyBytes += chunk.length;
    this.#hash.update(chunk);
    return this.#splitter.push(this.#decoder.write(Buffer.from(chunk)));
  }

  rest(): string {
    return this.#splitter.end() + this.#decoder.end();
  }

  /** Returns the hash of the whole body. Callable once. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  take(piece: string): void {
    this.#pieces.push(piece);
    this.gathered += piece.length;
  }

  takeOut(): string {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.gathered = 0;
    return text;
  }
}
