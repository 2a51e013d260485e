import { ByteWindow } from './byte-window.ts';
import { NOBODY, RECOGNISED, type Recogniser } from './recogniser.ts';
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

const LONGEST_RECORD_BYTES = 4 * 1024 * 1024;
/** Stands for a record that is longer: the reader of records finds it broken, as any text. */
export const TOO_LARGE = 'a record over 4 MiB';

/** Bytes gathered before they are looked at. */
const BATCH_BYTES = 16_384;
/** In so many bytes a separator is sought. */
const SOUGHT_BYTES = 65_536;
/** Wrong guesses before the records are held to have no separator. */
const WRONG_GUESSES = 64;
const [COMMA, OPEN, CLOSE] = [0x2c, 0x5b, 0x5d];
/** What may come next between elements. */
type Next = 'array' | 'element or end' | 'element' | 'comma or end' | 'nothing';

/**
 * Cuts a JSON array into its elements while it streams in. Where an element ends is proven: its bytes are recognised, or they
 * are JSON and stand before what looks like a separator of records; where neither is so (records nested in records, changing
 * order of keys), the scanner finds the end. Gives what JSON.parse of the whole would give, in order, or throws `Uncuttable`;
 * but for an element over 4 MiB, `TOO_LARGE`, and for one that is recognised, `RECOGNISED`.
 */
export class Cutter {
  /** Where the bytes stand of the element that was given last, until the next is asked for: `from` up to `to`, exclusive. */
  from = 0;
  to = 0;
  readonly #window = new ByteWindow();
  readonly #scanner = new Scanner();
  readonly #recogniser: Recogniser;
  /** Of so many bytes of the element at hand the recogniser was asked last, and did not know them; 0: of none yet. */
  #askedLength = 0;
  #next: Next = 'array';
  #isEnded = false;
  #gathered = 0;
  #separator: Buffer | null = null;
  #wrongGuesses = 0;
  /** The scanner is in the element at hand, of which so many bytes were scanned and so many let go. */
  #isScanning = false;
  #scanned = 0;
  #letGo = 0;

  constructor(recogniser: Recogniser = NOBODY) {
    this.#recogniser = recogniser;
  }

  /** The bytes that `from` and `to` are places in. */
  get bytes(): Buffer {
    return this.#window.bytes;
  }

  /** Takes in a chunk; gives the elements that are whole by now, to be read before the next chunk is pushed. */
  push(chunk: Buffer): Iterable<unknown> {
    this.#window.append(chunk);
    this.#gathered += chunk.length;
    return this.#gathered < BATCH_BYTES ? [] : this.#elements();
  }

  /** Gives the last elements, after the last chunk. */
  end(): Iterable<unknown> {
    this.#isEnded = true;
    return this.#elements();
  }

  *#elements(): Generator<unknown, void> {
    this.#gathered = 0;
    while (this.#isScanning || this.#toElement()) {
      const element = this.#isScanning ? this.#scan() : (this.#recognise() ?? this.#guess());
      if (element === undefined) break;
      this.#next = 'comma or end';
      yield element;
    }
    if (!this.#isEnded || this.#next === 'nothing') return;
    throw new Uncuttable('truncated', this.#next === 'array' ? 'an empty body' : 'the array does not end');
  }

  /** Goes to the first byte of the next element; false: it has not come yet, or there is none. */
  #toElement(): boolean {
    const window = this.#window;
    if (this.#next === 'array' && isMarked(window)) window.at += 3;
    for (; ; window.at += 1) {
      const { bytes } = window;
      let { at } = window;
      while (isSpace(bytes[at])) at += 1;
      window.at = at;
      const byte = bytes[at];
      if (byte === undefined) return false;
      const next = this.#after(byte);
      if (next === null) return true;
      this.#next = next;
    }
  }

  /** What may come after this byte between elements; null: it begins an element. */
  #after(byte: number): Next | null {
    switch (this.#next) {
      case 'array':
        if (byte === OPEN) return 'element or end';
        throw notAnArray(String.fromCharCode(byte));
      case 'nothing':
        throw new Uncuttable('not-json', 'more after the end');
      case 'comma or end':
        if (byte === COMMA) return 'element';
        if (byte === CLOSE) return 'nothing';
        throw new Uncuttable('not-json', 'no comma after an element');
      default:
        if (byte === CLOSE && this.#next === 'element or end') return 'nothing';
        if (byte === COMMA || byte === CLOSE) throw new Uncuttable('not-json', 'a comma without an element');
        return null;
    }
  }

  /** The element, if it is the one to be expected; undefined: it is not. */
  #recognise(): typeof RECOGNISED | undefined {
    const { bytes, at } = this.#window;
    const to = at + this.#recogniser.likelyLength;
    const after = bytes[to];
    // One of another length mostly shows here, and its bytes need not be looked at.
    const mayEnd = to > at && (after === COMMA || after === CLOSE || isSpace(after));
    return mayEnd && this.#isKnown(to) ? this.#give(to, RECOGNISED) : undefined;
  }

  /** The element before the next separator, or as the scanner finds it; undefined: its end has not come yet. */
  #guess(): unknown {
    const { bytes, at, end } = this.#window;
    const brace = this.#separator === null ? -1 : bytes.indexOf(this.#separator, at);
    if (brace < 0) {
      const mayCome = this.#separator !== null && !this.#isEnded && end - at < SOUGHT_BYTES;
      return mayCome ? undefined : this.#scan();
    }
    if (this.#isRecognised(brace + 1)) return this.#give(brace + 1, RECOGNISED);
    const parsed = this.#parse(brace + 1);
    if (!(parsed instanceof SyntaxError)) return this.#give(brace + 1, parsed);
    this.#wrongGuesses += 1;
    return this.#scan();
  }

  #scan(): unknown {
    const window = this.#window;
    this.#isScanning = true;
    const end = this.#scanner.walk(window.bytes, window.at + this.#scanned);
    if (end < 0) return this.#scanLater();
    this.#isScanning = false;
    this.#scanner.restart();
    const size = this.#letGo + end - window.at;
    this.#scanned = 0;
    this.#letGo = 0;
    this.#learn(end);
    if (size > LONGEST_RECORD_BYTES) return this.#give(end, TOO_LARGE);
    let to = end;
    while (isSpace(window.bytes[to - 1])) to -= 1;
    if (this.#isRecognised(to)) return this.#give(to, RECOGNISED);
    const parsed = this.#parse(to);
    if (parsed instanceof SyntaxError) throw new Uncuttable('not-json', parsed.message);
    return this.#give(to, parsed);
  }

  /** The element goes on beyond the bytes at hand; they are let go if they are too many. */
  #scanLater(): undefined {
    const window = this.#window;
    this.#scanned = window.end - window.at;
    if (this.#letGo + this.#scanned <= LONGEST_RECORD_BYTES) return;
    this.#letGo += this.#scanned;
    this.#scanned = 0;
    window.at = window.end;
  }

  /** Learns how records are parted, where one ends at `end`. */
  #learn(end: number): void {
    const { bytes } = this.#window;
    if (this.#wrongGuesses >= WRONG_GUESSES) this.#separator = null;
    else if (bytes[end] === COMMA) this.#separator = learnSeparator(bytes, end) ?? this.#separator;
  }

  #give<T>(to: number, element: T): T {
    this.#askedLength = 0;
    this.from = this.#window.at;
    this.to = to;
    this.#window.at = to;
    return element;
  }

  #isRecognised(to: number): boolean {
    return this.#isKnown(to) || this.#recogniser.reads(this.#window, to);
  }

  #isKnown(to: number): boolean {
    const length = to - this.#window.at;
    if (length === this.#askedLength) return false;
    this.#askedLength = length;
    return this.#recogniser.knows(this.#window, to);
  }

  /** The value of the bytes up to `to`, or the error that says why they are no JSON. */
  #parse(to: number): unknown {
    try {
      return JSON.parse(this.#window.bytes.toString('utf8', this.#window.at, to));
    } catch (error) {
      if (error instanceof SyntaxError) return error;
      throw error;
    }
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function isMarked({ bytes, at }: ByteWindow): boolean {
  return bytes.subarray(at, at + BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
}

function notAnArray(begins: string): Uncuttable {
  return new Uncuttable(/[{"\dtfn-]/.test(begins) ? 'not-an-array' : 'not-json', `begins ${begins}`);
}
