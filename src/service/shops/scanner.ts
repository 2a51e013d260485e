const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN = [0x5b, 0x7b] as const;
const CLOSE = [0x5d, 0x7d] as const;

/**
 * Walks through the inside of a JSON array byte by byte, over strings and nested values, and remembers the commas
 * between its elements: the slow, sure way to find where records end. Goes on where it left off, so that no byte is
 * walked twice.
 */
export class Scanner {
  #at = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Place of the first and the last comma between elements so far; -1: none. */
  firstComma = -1;
  lastComma = -1;
  /** Place of the bracket that closes the array; -1: not seen. */
  closedAt = -1;

  /** Walks on to the end of the buffer, which must hold the same bytes as before, or more. */
  walk(buffer: Buffer): void {
    for (; this.#at < buffer.length && this.closedAt < 0; this.#at += 1) this.#step(buffer[this.#at] ?? 0);
  }

  /** The next walk begins at the start of a buffer, in the middle of the same element. */
  forgetBytes(): void {
    this.#at = 0;
  }

  /** Forgets everything: the next walk begins at the start of an element. */
  restart(): void {
    this.#at = 0;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.firstComma = -1;
    this.lastComma = -1;
    this.closedAt = -1;
  }

  #step(byte: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inString = false;
    } else if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN[0] || byte === OPEN[1]) this.#depth += 1;
    else if (byte === CLOSE[0] || byte === CLOSE[1]) {
      this.#depth -= 1;
      if (this.#depth < 0) this.closedAt = this.#at;
    } else if (byte === COMMA && this.#depth === 0) {
      if (this.firstComma < 0) this.firstComma = this.#at;
      this.lastComma = this.#at;
    }
  }
}
