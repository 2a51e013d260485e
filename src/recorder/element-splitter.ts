/** A longer element is no shop. In UTF-16 units. */
const LONGEST = 4 * 1024 * 1024;

/**
 * Cuts the text of a JSON array into its elements while it comes in, each with the comma before it. All pieces make up
 * the text.
 */
export class ElementSplitter {
  #rest = '';
  #at = 0;
  #depth = 0;
  #isInText = false;

  /**
   * @returns the pieces that are whole now
   * @throws RangeError where an element is longer than 4 million characters
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
    if (this.#rest.length > LONGEST) throw new RangeError('an element of more than 4 million characters');
    return pieces;
  }

  /** The last piece. */
  end(): string {
    return this.#rest;
  }
}
