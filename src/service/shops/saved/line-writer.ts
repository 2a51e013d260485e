const NEW_LINE = 0x0a;
const SPACE = 0x20;
const COMMA = 0x2c;
/** So short a line is mostly ASCII even where a few players write otherwise, and is then parsed in half the time. */
const LINE_BYTES = 16_384;
/** So much is handed on at once: smaller pieces cost the main thread more than the work in them is worth. */
const PIECE_BYTES = 524_288;

/**
 * Gathers entries in lines, each a JSON array of a kind and its entries: `["gone",7,8]`. An entry is JSON; a new line in it,
 * which can only be white space, becomes a space.
 */
export class LineWriter {
  #piece: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #spare: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #used = 0;
  /** Where the line that is open begins; -1: none is. */
  #lineFrom = -1;
  #kind = '';

  get isFull(): boolean {
    return this.#used >= PIECE_BYTES;
  }

  /** Takes a copy of the bytes from `from` up to `to`, exclusive. */
  add(kind: string, bytes: Buffer, from = 0, to = bytes.length): void {
    const isSameLine = kind === this.#kind && this.#lineFrom >= 0 && this.#used - this.#lineFrom < LINE_BYTES;
    if (!isSameLine) this.begin(kind);
    this.#makeRoom(to - from + 1);
    this.#piece[this.#used] = COMMA;
    bytes.copy(this.#piece, this.#used + 1, from, to);
    this.#used += 1 + to - from;
  }

  /** Begins a line of a kind, which may stay without entries. */
  begin(kind: string): void {
    this.#endLine();
    const beginning = `[${JSON.stringify(kind)}`;
    this.#makeRoom(beginning.length);
    this.#lineFrom = this.#used;
    this.#kind = kind;
    this.#used += this.#piece.write(beginning, this.#used, 'latin1');
  }

  /** The lines so far. They are overwritten after the next `take`. */
  take(): Buffer {
    this.#endLine();
    const taken = this.#piece.subarray(0, this.#used);
    [this.#piece, this.#spare] = [this.#spare, this.#piece];
    this.#used = 0;
    return taken;
  }

  #endLine(): void {
    if (this.#lineFrom < 0) return;
    this.#makeRoom(2);
    const line = this.#piece.subarray(this.#lineFrom, this.#used);
    for (let at = line.indexOf(NEW_LINE); at >= 0; at = line.indexOf(NEW_LINE, at)) line[at] = SPACE;
    this.#used += this.#piece.write(']\n', this.#used, 'latin1');
    this.#lineFrom = -1;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#used + bytes;
    if (needed <= this.#piece.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES + LINE_BYTES, 2 * needed));
    this.#piece.copy(larger, 0, 0, this.#used);
    this.#piece = larger;
  }
}
