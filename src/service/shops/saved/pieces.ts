const NEW_LINE = 0x0a;
const SPACE = 0x20;
const COMMA = 0x2c;
/** So much is handed on at once: smaller pieces cost the main thread more than the work in them is worth. */
const PIECE_BYTES = 524_288;
/** What a record is likely to need beyond that. */
const ROOM_BYTES = 16_384;

/** Gathers what is written into a file in pieces, in two buffers that are used again and again. */
export class Pieces {
  #piece: Buffer = Buffer.alloc(0);
  #spare: Buffer = Buffer.alloc(0);
  #used = 0;
  /** Where what is not looked through for new lines begins. */
  #unseen = 0;

  get isFull(): boolean {
    return this.#used >= PIECE_BYTES;
  }

  /** Text as it is. */
  addText(text: string): void {
    this.#removeNewLines();
    this.#makeRoom(Buffer.byteLength(text));
    this.#used += this.#piece.write(text, this.#used);
    this.#unseen = this.#used;
  }

  /** A value of JSON, behind a comma unless it is the first: the bytes from `from` up to `to`, exclusive. A new line in it becomes a space. */
  addValue(isFirst: boolean, bytes: Buffer, from: number, to: number): void {
    this.#makeRoom(to - from + 1);
    if (!isFirst) this.#piece[this.#used++] = COMMA;
    bytes.copy(this.#piece, this.#used, from, to);
    this.#used += to - from;
  }

  /** What was gathered. It is overwritten after the next `take`. */
  take(): Buffer {
    this.#removeNewLines();
    const taken = this.#piece.subarray(0, this.#used);
    [this.#piece, this.#spare] = [this.#spare, this.#piece];
    this.#used = 0;
    this.#unseen = 0;
    return taken;
  }

  /** In JSON they can only be white space. */
  #removeNewLines(): void {
    const unseen = this.#piece.subarray(this.#unseen, this.#used);
    for (let at = unseen.indexOf(NEW_LINE); at >= 0; at = unseen.indexOf(NEW_LINE, at)) unseen[at] = SPACE;
    this.#unseen = this.#used;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#used + bytes;
    if (needed <= this.#piece.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES + ROOM_BYTES, 2 * needed));
    this.#piece.copy(larger, 0, 0, this.#used);
    this.#piece = larger;
  }
}
