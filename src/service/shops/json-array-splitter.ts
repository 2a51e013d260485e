import { JsonScanner } from './json-scanner.ts';

/** A body that cannot be split. `truncated` if it ends too early. */
export class Unsplittable extends Error {
  override readonly name = 'Unsplittable';
  readonly kind: 'not-json' | 'not-an-array' | 'truncated';
  constructor(kind: Unsplittable['kind'], why: string) {
    super(why);
    this.kind = kind;
  }
}

/** Takes the elements of an array, one after the other, while their bytes are in the window. */
export interface ElementReader {
  /** Length in bytes of the next element if it is the likely one, or 0 if none is likely. */
  readonly likelyLength: number;
  /**
   * Takes the element from the window's position up to `to` if the reader knows these bytes.
   * @returns false if it does not
   */
  takeKnown(window: ByteWindow, to: number): boolean;
  /**
   * Takes the element from the window's position up to `to`.
   * @returns false if these bytes are no JSON value
   */
  take(window: ByteWindow, to: number): boolean;
  /** Called for an element that was longer than 4 MiB. Its bytes are gone. */
  takeTooLarge(): void;
}

const LONGEST_ELEMENT_BYTES = 4 * 1024 * 1024;
/** Bytes gathered before they are split. */
const BATCH_BYTES = 16_384;
/** Least number of bytes in which a separator is sought. */
const SOUGHT_BYTES = 65_536;
/** Limits the wrong guesses before the separator is given up. */
const MOST_WRONG_GUESSES = 64;
/** Limits a separator. A first key that is further from its brace belongs to no element. */
const LONGEST_SEPARATOR_BYTES = 256;
const WINDOW_BYTES = 262_144;
const [COMMA, OPEN, CLOSE, BRACE] = [0x2c, 0x5b, 0x5d, 0x7d];
/** The token that may come next between two elements. */
type NextToken = 'array' | 'element or end' | 'element' | 'comma or end' | 'nothing';

/**
 * Splits a JSON array into its elements while it arrives. The reader takes exactly the elements that JSON.parse of the
 * whole array would give, in order, or the splitter throws `Unsplittable`.
 *
 * The end of an element is proven: the reader knows the bytes, or they are JSON before a separator such as `},{"id":`,
 * which the splitter learns from the first two elements. Otherwise (nested elements, changing order of keys) the
 * scanner finds the end.
 */
export class JsonArraySplitter {
  readonly #window = new ByteWindow();
  readonly #scanner = new JsonScanner();
  readonly #reader: ElementReader;
  #next: NextToken = 'array';
  #isEnded = false;
  #gathered = 0;
  #separator: Buffer | null = null;
  #wrongGuesses = 0;
  /** The scanner is in the current element. `#scanned` and `#dropped` count the bytes of it. */
  #isScanning = false;
  #scanned = 0;
  #dropped = 0;

  constructor(reader: ElementReader) {
    this.#reader = reader;
  }

  /** Number of bytes held now. */
  get heldBytes(): number {
    return this.#window.end - this.#window.at;
  }

  /**
   * Takes a copy of the chunk.
   * @returns an iterator over the elements that are complete now, which must be run to its end
   */
  push(chunk: Buffer): Iterable<void> {
    this.#window.append(chunk);
    this.#gathered += chunk.length;
    return this.#gathered < BATCH_BYTES ? [] : this.#elements();
  }

  /** @returns an iterator over the last elements, after the last chunk */
  end(): Iterable<void> {
    this.#isEnded = true;
    return this.#elements();
  }

  *#elements(): Generator<void, void> {
    this.#gathered = 0;
    while (this.#isScanning || this.#toElement()) {
      const isTaken = this.#isScanning ? this.#scan() : this.#takeLikely() || this.#guess();
      if (!isTaken) break;
      this.#next = 'comma or end';
      yield;
    }
    if (!this.#isEnded || this.#next === 'nothing') return;
    throw new Unsplittable('truncated', this.#next === 'array' ? 'an empty body' : 'the array does not end');
  }

  /**
   * Moves to the first byte of the next element.
   * @returns false if it has not arrived yet, or there is none
   */
  #toElement(): boolean {
    const window = this.#window;
    if (this.#next === 'array' && isMarked(window)) window.at += BYTE_ORDER_MARK.length;
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

  /** @returns the token that may come after this byte between elements, or null if the byte begins an element */
  #after(byte: number): NextToken | null {
    switch (this.#next) {
      case 'array':
        if (byte === OPEN) return 'element or end';
        throw notAnArray(String.fromCharCode(byte));
      case 'nothing':
        throw new Unsplittable('not-json', 'data after the end');
      case 'comma or end':
        if (byte === COMMA) return 'element';
        if (byte === CLOSE) return 'nothing';
        throw new Unsplittable('not-json', 'no comma after an element');
      default:
        if (byte === CLOSE && this.#next === 'element or end') return 'nothing';
        if (byte === COMMA || byte === CLOSE) throw new Unsplittable('not-json', 'a comma without an element');
        return null;
    }
  }

  /** Takes the likely next element if it matches. The byte after it mostly shows an element of another length. */
  #takeLikely(): boolean {
    const window = this.#window;
    const to = window.at + this.#reader.likelyLength;
    const after = window.bytes[to];
    const mayEnd = to > window.at && (after === COMMA || after === CLOSE || isSpace(after));
    return mayEnd && this.#reader.takeKnown(window, to) && this.#goOn(to);
  }

  /**
   * Takes the element before the next separator, or the one that the scanner finds.
   * @returns false if its end has not arrived yet
   */
  #guess(): boolean {
    const window = this.#window;
    const { bytes, at, end } = window;
    const brace = this.#separator === null ? -1 : bytes.indexOf(this.#separator, at);
    if (brace < 0) {
      const mayCome = this.#separator !== null && !this.#isEnded && end - at < SOUGHT_BYTES;
      return !mayCome && this.#scan();
    }
    if (this.#reader.take(window, brace + 1)) return this.#goOn(brace + 1);
    this.#wrongGuesses += 1;
    return this.#scan();
  }

  /**
   * Takes the element whose end the scanner finds.
   * @returns false if its end has not arrived yet
   */
  #scan(): boolean {
    const window = this.#window;
    const { bytes, at } = window;
    this.#isScanning = true;
    const end = this.#scanner.walk(bytes, at + this.#scanned);
    if (end < 0) {
      this.#scanLater();
      return false;
    }
    const isTooLarge = this.#dropped + end - at > LONGEST_ELEMENT_BYTES;
    this.#isScanning = false;
    this.#scanner.restart();
    this.#scanned = 0;
    this.#dropped = 0;
    if (this.#wrongGuesses >= MOST_WRONG_GUESSES) this.#separator = null;
    else if (bytes[end] === COMMA) this.#separator = learnSeparator(bytes, end) ?? this.#separator;
    let to = end;
    while (isSpace(bytes[to - 1])) to -= 1;
    if (isTooLarge) this.#reader.takeTooLarge();
    else if (!this.#reader.take(window, to)) throw notJson(bytes.toString('utf8', at, to));
    return this.#goOn(end);
  }

  /** Notes that the element continues beyond the bytes at hand, and drops them if they are too many. */
  #scanLater(): void {
    const window = this.#window;
    this.#scanned = window.end - window.at;
    if (this.#dropped + this.#scanned <= LONGEST_ELEMENT_BYTES) return;
    this.#dropped += this.#scanned;
    this.#scanned = 0;
    window.at = window.end;
  }

  #goOn(to: number): true {
    this.#window.at = to;
    return true;
  }
}

/** The unread bytes of a stream, in one reused buffer of 256 kB, or more if more are kept. */
export class ByteWindow {
  #buffer = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  /** The buffer, for reading numbers. */
  view = new DataView(this.#buffer.buffer);
  /** The bytes from the buffer's first up to `end`. */
  bytes = this.#buffer.subarray(0, 0);
  /** Position of the first unread byte. */
  at = 0;

  get end(): number {
    return this.bytes.length;
  }

  /** Takes a copy of the chunk. Bytes that were read may be gone, and `at` may have changed. */
  append(chunk: Buffer): void {
    if (this.end + chunk.length > this.#buffer.length) this.#makeRoom(chunk.length);
    const { end } = this;
    chunk.copy(this.#buffer, end);
    this.bytes = this.#buffer.subarray(0, end + chunk.length);
  }

  #makeRoom(size: number): void {
    const rest = this.bytes.subarray(this.at);
    const needed = rest.length + size;
    const buffer = needed <= this.#buffer.length ? this.#buffer : Buffer.allocUnsafeSlow(2 * needed);
    rest.copy(buffer);
    if (buffer !== this.#buffer) this.view = new DataView(buffer.buffer);
    this.#buffer = buffer;
    this.bytes = buffer.subarray(0, rest.length);
    this.at = 0;
  }
}

/**
 * Learns from the comma between two elements how this body separates them: the bytes from the brace that ends one to
 * the colon after the first key of the next.
 * @returns null if they are no objects, or the colon has not arrived yet
 */
function learnSeparator(bytes: Buffer, comma: number): Buffer | null {
  let from = comma - 1;
  while (from >= 0 && isSpace(bytes[from])) from -= 1;
  if (bytes[from] !== BRACE) return null;
  const colon = bytes.indexOf(':', comma);
  return colon < 0 || colon - from > LONGEST_SEPARATOR_BYTES ? null : Buffer.from(bytes.subarray(from, colon + 1));
}

/** Returns whether a byte is JSON white space. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function isMarked({ bytes, at }: ByteWindow): boolean {
  return bytes.subarray(at, at + BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
}

function notAnArray(begins: string): Unsplittable {
  return new Unsplittable(/[{"\dtfn-]/.test(begins) ? 'not-an-array' : 'not-json', `begins ${begins}`);
}

/** Returns the parser's reason why the element is invalid. */
function notJson(element: string): Unsplittable {
  try {
    JSON.parse(element);
  } catch (error) {
    if (error instanceof SyntaxError) return new Unsplittable('not-json', error.message);
    throw error;
  }
  return new Unsplittable('not-json', 'an element is no JSON value');
}
