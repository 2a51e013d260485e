import { Scanner } from './scanner.ts';
import { isSpace, learnSeparator } from './separator.ts';

/** Why a body cannot be cut. `truncated`: it ends too early. */
export class Uncuttable extends Error {
  override readonly name = 'Uncuttable';
  readonly kind: 'not-json' | 'not-an-array' | 'truncated';
  constructor(kind: Uncuttable['kind'], why: string) {
    super(why);
    this.kind = kind;
  }
}

/** Bytes gathered before the next cut: small enough to parse in a fraction of a millisecond. */
const BATCH_BYTES = 65_536;
const LONGEST_RECORD_BYTES = 4 * 1024 * 1024;
/** Stands for a record that is longer: the reader of records finds it broken, as any text. */
export const TOO_LARGE = 'a record over 4 MiB';
/** Guesses in a batch before the sure way is taken. */
const GUESSES = 4;

/**
 * Cuts a JSON array into its elements while it streams in. A bound is guessed from the last separator of records in the
 * batch, and proven by parsing what stands before it; where guesses fail (records nested in records, changing order of
 * keys), the scanner finds it. Gives what JSON.parse of the whole would give, in order, or throws `Uncuttable`; but for an
 * element over 4 MiB, of which only the end is looked for, `TOO_LARGE`.
 */
export class Cutter {
  #rest: Buffer = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #gathered = 0;
  #opened = false;
  /** A comma was the last thing cut at: an element must follow. */
  #owed = false;
  #separator: Buffer | null = null;
  readonly #scanner = new Scanner();
  /** The scanner is in the middle of a record that fills more than a batch. */
  #scanning = false;
  /** That record is too large: its bytes are let go. */
  #skipping = false;

  /** Takes in a chunk; gives the elements that are whole by now (none until a batch is full). */
  push(chunk: Buffer): readonly unknown[] {
    this.#chunks.push(chunk);
    this.#gathered += chunk.length;
    if (this.#gathered < BATCH_BYTES) return [];
    this.#gather();
    if (!this.#opened && !this.#open()) return [];
    if (this.#skipping && !this.#findEndOfSkipped()) return [];
    const elements = (this.#scanning ? null : this.#guess()) ?? this.#scan();
    if (this.#rest.length > LONGEST_RECORD_BYTES) this.#letGo();
    return elements;
  }

  /** Gives the last elements, after the last chunk. */
  end(): readonly unknown[] {
    this.#gather();
    if (!this.#opened && !this.#open()) throw new Uncuttable('truncated', 'an empty body');
    if (this.#skipping) this.#findEndOfSkipped();
    this.#scanner.walk(this.#rest);
    if (this.#scanner.closedAt < 0) throw new Uncuttable('truncated', 'the array does not end');
    const elements = parse(`[${this.#rest.toString()}`);
    if (this.#owed && elements.length === 0) throw new Uncuttable('not-json', 'a comma before the end');
    return elements;
  }

  #gather(): void {
    this.#rest = Buffer.concat([this.#rest, ...this.#chunks]);
    this.#chunks = [];
    this.#gathered = 0;
  }

  /** Takes off the opening bracket; false: nothing but white space so far. */
  #open(): boolean {
    let at = this.#rest.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
    while (at < this.#rest.length && isSpace(this.#rest[at])) at += 1;
    if (at === this.#rest.length) {
      this.#rest = Buffer.alloc(0);
      return false;
    }
    const first = String.fromCharCode(this.#rest[at] ?? 0);
    if (first !== '[') throw new Uncuttable(/[{"\dtfn-]/.test(first) ? 'not-an-array' : 'not-json', `begins ${first}`);
    this.#rest = this.#rest.subarray(at + 1);
    this.#opened = true;
    return true;
  }

  /** Elements up to the last separator that stands between records; null: none found. */
  #guess(): readonly unknown[] | null {
    if (this.#separator === null) return null;
    let brace = this.#rest.lastIndexOf(this.#separator);
    for (let guess = 0; guess < GUESSES && brace >= 0; guess += 1) {
      const elements = tryParse(`[${this.#rest.toString('utf8', 0, brace + 1)}]`);
      if (elements !== null) {
        this.#restAfter(this.#rest.indexOf(',', brace + 1));
        return elements;
      }
      brace = brace === 0 ? -1 : this.#rest.lastIndexOf(this.#separator, brace - 1);
    }
    return null;
  }

  #scan(): readonly unknown[] {
    const scanner = this.#scanner;
    scanner.walk(this.#rest);
    this.#scanning = scanner.lastComma < 0;
    if (this.#scanning) return [];
    this.#separator ??= learnSeparator(this.#rest, scanner.firstComma);
    const elements = parse(`[${this.#rest.toString('utf8', 0, scanner.lastComma)}]`);
    if (elements.length === 0) throw new Uncuttable('not-json', 'a comma without an element');
    this.#restAfter(scanner.lastComma);
    return elements;
  }

  /** Lets go of the bytes of a record that is too large; from here on only its end is looked for. */
  #letGo(): void {
    this.#scanner.walk(this.#rest);
    const { lastComma, closedAt } = this.#scanner;
    if (closedAt >= 0 && this.#rest.length - closedAt > LONGEST_RECORD_BYTES)
      throw new Uncuttable('not-json', 'more after the end');
    if (lastComma >= 0 || closedAt >= 0) return;
    this.#rest = Buffer.alloc(0);
    this.#scanner.forgetBytes();
    this.#skipping = true;
  }

  /** False: the record goes on beyond the bytes at hand, which are let go. */
  #findEndOfSkipped(): boolean {
    const scanner = this.#scanner;
    scanner.walk(this.#rest);
    const end = scanner.firstComma < 0 ? scanner.closedAt : scanner.firstComma;
    if (end < 0) {
      this.#rest = Buffer.alloc(0);
      scanner.forgetBytes();
      return false;
    }
    this.#rest = Buffer.concat([Buffer.from(JSON.stringify(TOO_LARGE)), this.#rest.subarray(end)]);
    scanner.restart();
    this.#skipping = false;
    this.#scanning = false;
    return true;
  }

  #restAfter(comma: number): void {
    this.#rest = this.#rest.subarray(comma + 1);
    this.#owed = true;
    this.#scanner.restart();
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function parse(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch (error) {
    throw new Uncuttable('not-json', error instanceof Error ? error.message : 'not JSON');
  }
  throw new Uncuttable('not-an-array', 'not an array');
}

function tryParse(text: string): readonly unknown[] | null {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof Uncuttable) return null;
    throw error;
  }
}
