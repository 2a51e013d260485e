const SIZE = 262_144;

/** The bytes of a stream that are not read yet, in one buffer that is used again and again: 256 kB, unless more are kept. */
export class ByteWindow {
  #buffer = Buffer.allocUnsafeSlow(SIZE);
  /** The same bytes as numbers. */
  view = new DataView(this.#buffer.buffer);
  /** What has come, from the buffer's first byte up to `end`. */
  bytes = this.#buffer.subarray(0, 0);
  /** Where what is not read begins: the reader moves it on. */
  at = 0;

  get end(): number {
    return this.bytes.length;
  }

  /** Takes in a copy of the chunk; what was read before may be gone, and `at` is where the rest begins now. */
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
