const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN = [0x5b, 0x7b] as const;
const CLOSE = [0x5d, 0x7d] as const;

/**
 * Finds the end of an element of a JSON array byte by byte, through strings and nested values: slow, but always right.
 * Resumes where it stopped, so no byte is scanned twice.
 */
export class JsonScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;

  /**
   * Scans `bytes` from `at` on.
   * @returns the position of the comma or bracket that ends the element, or -1 if it goes on
   */
  walk(bytes: Buffer, at: number): number {
    for (let place = at; place < bytes.length; place += 1) if (this.#ends(bytes[place] ?? 0)) return place;
    return -1;
  }

  /** Resets the scanner for the start of an element. */
  restart(): void {
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  #ends(byte: number): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inString = false;
    } else if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN[0] || byte === OPEN[1]) this.#depth += 1;
    else if (byte === CLOSE[0] || byte === CLOSE[1]) {
      this.#depth -= 1;
      return this.#depth < 0;
    } else return byte === COMMA && this.#depth === 0;
    return false;
  }
}
