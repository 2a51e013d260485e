const WORD = 4;

/** Bytes that stand between the values of a record, or after the last. */
export class Literal {
  readonly length: number;
  readonly isLast: boolean;
  /** The first four bytes, little-endian; 0 where it is shorter. */
  readonly firstWord: number;
  readonly #words: Int32Array;
  /** What is left behind the last whole word. */
  readonly #rest: Uint8Array;

  constructor(text: string, isLast: boolean) {
    const bytes = Buffer.from(text);
    this.length = bytes.length;
    this.isLast = isLast;
    this.#words = Int32Array.from({ length: Math.floor(bytes.length / WORD) }, (_, at) => bytes.readInt32LE(at * WORD));
    this.firstWord = this.#words[0] ?? 0;
    this.#rest = bytes.subarray(this.#words.length * WORD);
  }

  /** It stands at `place`. */
  isAt(view: DataView, place: number): boolean {
    const words = this.#words;
    let at = place;
    for (let index = 0; index < words.length; index += 1, at += WORD) {
      if (view.getInt32(at, true) !== words[index]) return false;
    }
    const rest = this.#rest;
    for (let index = 0; index < rest.length; index += 1) {
      if (view.getUint8(at + index) !== rest[index]) return false;
    }
    return true;
  }
}
