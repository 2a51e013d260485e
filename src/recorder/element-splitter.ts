/** Limits an element in UTF-16 units. A longer one is no shop. */
const LONGEST_ELEMENT_CHARACTERS = 4 * 1024 * 1024;

/**
 * Splits the text of a JSON array into its elements while it arrives, each with the comma before it. The pieces add up
 * to the text.
 */
export class ElementSplitter {
  #rest = '';
  #at = 0;
  #depth = 0;
  #isInText = false;

  /**
   * @returns the pieces that are complete now
   * @throws RangeError if an element is longer than 4 million characters
   */
  push(text: string): string[] {
    this.#rest += text;
    const pieces: string[] = [];
    let from = 0;
    for (; this.#at < this.#rest.length; this.#at++) {
      const letter = this.#rest[this.#at];
      if (this.#isInText) {
        if (letter === '\\') this.#at++;
        else if (letter === '"') this.#isInText = false;
      } else if (letter === '"') this.#isInText = true;
      else if (letter === '{' || letter === '[') this.#depth++;
      else if (letter === '}' || letter === ']') this.#depth--;
      else if (letter === ',' && this.#depth === 1) {
        pieces.push(this.#rest.slice(from, this.#at));
        from = this.#at;
      }
    }
    this.#rest = this.#rest.slice(from);
    this.#at -= from;
    if (this.#rest.length > LONGEST_ELEMENT_CHARACTERS)
      throw new RangeError('an element of more than 4 million characters');
    return pieces;
  }

  /** Returns the last piece. */
  end(): string {
    return this.#rest;
  }
}
