import type { ByteWindow } from './json-array-splitter.ts';
import { WORD_BYTES } from './record-hash.ts';

const [MINUS, POINT] = [0x2d, 0x2e];
const [ZERO, NINE] = [0x30, 0x39];
/** Limits the digits of a number. With more, neither an integer nor the quotient for a decimal is always exact. */
const MOST_DIGITS = 15;

/** Reads the bytes of a record from the first to the last. Its position is undefined after bytes that did not match. */
export class ByteCursor {
  at: number;
  readonly end: number;
  readonly bytes: Buffer;
  readonly view: DataView;

  /**
   * Begins at the window's position.
   * @param end the position after the last byte of the record
   */
  constructor({ bytes, view, at }: ByteWindow, end: number) {
    this.bytes = bytes;
    this.view = view;
    this.at = at;
    this.end = end;
  }

  /**
   * Passes a literal.
   * @returns false if it is not here
   */
  pass(literal: Literal): boolean {
    if (this.at + literal.length > this.end || !literal.isAt(this.view, this.at)) return false;
    this.at += literal.length;
    return true;
  }

  /**
   * Passes a JSON number without an exponent and with at most 15 digits.
   * @returns the number as JSON.parse reads it, or NaN if there is none here
   */
  number(): number {
    const { view, end } = this;
    const isNegative = this.at < end && view.getUint8(this.at) === MINUS;
    const from = isNegative ? this.at + 1 : this.at;
    let value = 0;
    let at = from;
    let point = -1;
    for (; at < end; at += 1) {
      const byte = view.getUint8(at);
      if (byte === POINT && point < 0) {
        point = at;
        continue;
      }
      if (byte < ZERO || byte > NINE) break;
      value = value * 10 + byte - ZERO;
    }
    this.at = at;
    const decimals = point < 0 ? 0 : at - point - 1;
    const integers = (point < 0 ? at : point) - from;
    if (integers === 0 || integers + decimals > MOST_DIGITS || (point >= 0 && decimals === 0)) return Number.NaN;
    if ((integers > 1 || isNegative) && view.getUint8(from) === ZERO) return Number.NaN;
    // Both are exact, so their quotient is the number nearest to the decimal.
    const size = decimals === 0 ? value : value / 10 ** decimals;
    return isNegative ? -size : size;
  }

  /** @returns the next position of the literal, or -1 */
  find(literal: Literal): number {
    const { view, end } = this;
    const last = end - literal.length;
    if (literal.isLast) return last;
    const { firstWord } = literal;
    for (let place = this.at; place <= last; place += 1) {
      if (view.getInt32(place, true) === firstWord && literal.isAt(view, place)) return place;
    }
    return -1;
  }
}

/** Bytes between the values of a record, or after the last. */
export class Literal {
  readonly length: number;
  readonly isLast: boolean;
  /** The first four bytes, little-endian; 0 if it is shorter. */
  readonly firstWord: number;
  readonly #words: Int32Array;
  /** The bytes after the last whole word. */
  readonly #rest: Uint8Array;

  constructor(text: string, isLast: boolean) {
    const bytes = Buffer.from(text);
    this.length = bytes.length;
    this.isLast = isLast;
    this.#words = Int32Array.from({ length: Math.floor(bytes.length / WORD_BYTES) }, (_, at) =>
      bytes.readInt32LE(at * WORD_BYTES),
    );
    this.firstWord = this.#words[0] ?? 0;
    this.#rest = bytes.subarray(this.#words.length * WORD_BYTES);
  }

  /** Returns whether the literal is at `place`. */
  isAt(view: DataView, place: number): boolean {
    const words = this.#words;
    let at = place;
    for (let index = 0; index < words.length; index += 1, at += WORD_BYTES) {
      if (view.getInt32(at, true) !== words[index]) return false;
    }
    const rest = this.#rest;
    for (let index = 0; index < rest.length; index += 1) {
      if (view.getUint8(at + index) !== rest[index]) return false;
    }
    return true;
  }
}
