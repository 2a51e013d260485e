/**
 * An SNBT value. A compound is a Map, so that `__proto__` is a key like any other. Longs beyond 2^53 lose their last
 * digits.
 */
export type Snbt = string | number | boolean | readonly Snbt[] | SnbtCompound;
export type SnbtCompound = ReadonlyMap<string, Snbt>;

export interface SnbtOptions {
  /** Keys as written (`minecraft:container`) whose values are skipped; each becomes an empty string. */
  readonly skip?: ReadonlySet<string>;
  /** Keys without namespace (`canvas_pixels`) whose typed array (`[I;…]`) is read at any length up to 65,536 values. */
  readonly keepArrays?: ReadonlySet<string>;
}

/** The game's own limit of nesting; deeper texts are unreadable. */
const MAX_SNBT_DEPTH = 512;
/** In UTF-16 units. Longer typed arrays become an empty list, because pixels and chunk data do not identify an item. */
const MAX_ARRAY_CHARACTERS = 256;
/**
 * Maximum number of values kept from one text, to bound the memory. An item of the game has some hundreds; further
 * values are parsed and dropped.
 */
const MOST_VALUES = 65_536;

/**
 * Parses an SNBT text of any game version: indexed lists (to 1.11), typed arrays, mixed lists, trailing commas,
 * `bool()`, `uuid()`, hexadecimal, binary and unsigned numbers (from 1.21.5), `[2048 bytes]` in place of an array. The
 * time is linear in the length. Never throws.
 * @returns the value, or null if the text is invalid
 */
export function readSnbt(text: string, options: SnbtOptions = {}): Snbt | null {
  const reader = new SnbtReader(text, options);
  const value = reader.value(0, '');
  return value === undefined || !reader.atEnd() ? null : value;
}

export function isCompound(value: Snbt | null | undefined): value is SnbtCompound {
  return value instanceof Map;
}

export function isList(value: Snbt | undefined): value is readonly Snbt[] {
  return Array.isArray(value);
}

/** Removes the namespace, and a removal's `!`: `mod:canvas_id` becomes `canvas_id`. */
export function localName(key: string): string {
  const from = key.lastIndexOf(':') + 1;
  return key.slice(key[from] === '!' ? from + 1 : from);
}

const INTEGER =
  /^([+-]?)(?:0x([\da-f](?:_*[\da-f])*)(?:[us][bsil]|[sil])?|0b([01](?:_*[01])*)(?:[us]?[bsil])?|(\d(?:_*\d)*)(?:[us]?[bsil])?)$/i;
const DECIMAL = /^[+-]?(?:\d(?:_*\d)*(?:\.(?:\d(?:_*\d)*)?)?|\.\d(?:_*\d)*)(?:e[+-]?\d+)?[fd]?$/i;
const STRUCTURE_MARKS = ['[', '{', '}', '"', "'"];
const MINUS = 0x2d;
const ZERO = 0x30;
/** Number of decimal digits that a double always holds exactly. */
const MOST_EXACT_DECIMAL_DIGITS = 15;
const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', s: ' ' }),
);
const HEX_DIGITS: ReadonlyMap<string, number> = new Map(Object.entries({ x: 2, u: 4, U: 8 }));

/** In UTF-16 units. The longest number is a double with some 25; longer words are strings. */
const MAX_NUMBER_CHARACTERS = 64;

/** Interprets a word without quotes: a number with or without suffix, a boolean, else a string. */
function parseWord(word: string): Snbt {
  if (word === 'true') return true;
  if (word === 'false') return false;
  const first = word.charCodeAt(0);
  // Letters never begin a number, and most words are letters.
  if (first > 0x39 || word.length > MAX_NUMBER_CHARACTERS) return word;
  const number = parseNumberWord(word);
  return Number.isFinite(number) ? number : word;
}

/** @returns NaN if the word is no number */
function parseNumberWord(word: string): number {
  const [, sign, hex, binary, decimal] = INTEGER.exec(word) ?? [];
  const digits = hex ?? binary ?? decimal;
  if (digits === undefined) {
    return DECIMAL.test(word) ? Number(word.replace(/[fd]$/i, '').replaceAll('_', '')) : Number.NaN;
  }
  const number = Number.parseInt(digits.replaceAll('_', ''), hex ? 16 : binary ? 2 : 10);
  return sign === '-' ? -number : number;
}

/** Parses the text in one pass. Every method returns undefined on a syntax error. */
class SnbtReader {
  readonly #text: string;
  readonly #options: SnbtOptions;
  readonly #word = /[\w.+-]+/y;
  /**
   * Includes a namespace (`minecraft:axolotl/variant`) or a removal's mark (`!minecraft:tool`), which some writers do
   * not quote.
   */
  readonly #key = /!?[\w.+\-/]+(?::[\w.+\-/]+(?=\s*:))?/y;
  readonly #plainQuoted = { '"': /[^"\\]*/y, "'": /[^'\\]*/y };
  readonly #placeholder = /\[\s*\d+ [a-z]+\s*\]/y;
  readonly #unbracketed = /[^"'{}[\]]*/y;
  #at = 0;
  #values = 0;

  constructor(text: string, options: SnbtOptions) {
    this.#text = text;
    this.#options = options;
  }

  atEnd(): boolean {
    this.#skipBlanks();
    return this.#at === this.#text.length;
  }

  /** @param key the value's key; empty in a list */
  value(depth: number, key: string): Snbt | undefined {
    if (depth > MAX_SNBT_DEPTH) return undefined;
    this.#skipBlanks();
    const first = this.#text[this.#at];
    if (first === '{') return this.#compound(depth);
    if (first === '[') return this.#list(depth, key);
    if (first === '"' || first === "'") return this.#quoted(first);
    const integer = this.#plainInteger();
    if (integer !== undefined) return integer;
    const word = this.#run(this.#word);
    if (word === '') return undefined;
    return this.#text[this.#at] === '(' ? this.#called(word, depth) : parseWord(word);
  }

  /** Parses `bool(1)` and `uuid(…)`, the two operations of the format. */
  #called(operation: string, depth: number): Snbt | undefined {
    if (operation !== 'bool' && operation !== 'uuid') return undefined;
    this.#at++;
    const value = this.value(depth + 1, '');
    if (value === undefined || !this.#take(')')) return undefined;
    return operation === 'uuid' ? value : value !== 0 && value !== false;
  }

  #compound(depth: number): SnbtCompound | undefined {
    const entries = new Map<string, Snbt>();
    const { skip } = this.#options;
    this.#at++;
    while (!this.#take('}')) {
      const quote = this.#text[this.#at];
      const key = quote === '"' || quote === "'" ? this.#quoted(quote) : this.#run(this.#key) || undefined;
      if (key === undefined || !this.#take(':')) return undefined;
      const value = skip?.has(key) ? this.#pass() : this.value(depth + 1, key);
      if (value === undefined) return undefined;
      if (this.#values++ < MOST_VALUES) entries.set(key, value);
      if (!this.#take(',') && !this.#ahead('}')) return undefined;
    }
    return entries;
  }

  #list(depth: number, key: string): readonly Snbt[] | undefined {
    if (this.#run(this.#placeholder) !== '') return [];
    const entries: Snbt[] = [];
    this.#at++;
    this.#skipBlanks();
    if (this.#isTyped()) {
      if (!this.#options.keepArrays?.has(localName(key)) && this.#passNumbers()) return entries;
      this.#at += 2;
    }
    while (!this.#take(']')) {
      let value = this.value(depth + 1, '');
      if (typeof value === 'number' && this.#take(':')) value = this.value(depth + 1, '');
      if (value === undefined) return undefined;
      if (this.#values++ < MOST_VALUES) entries.push(value);
      if (!this.#take(',') && !this.#ahead(']')) return undefined;
    }
    return entries;
  }

  #isTyped(): boolean {
    return 'BIL'.includes(this.#text[this.#at] ?? ' ') && this.#text[this.#at + 1] === ';';
  }

  /** Skips the rest of a typed array if it is long and holds no bracket and no quote. */
  #passNumbers(): boolean {
    const end = this.#text.indexOf(']', this.#at);
    if (end - this.#at <= MAX_ARRAY_CHARACTERS) return false;
    const numbers = this.#text.slice(this.#at, end);
    // These plain searches cost a twentieth of one regular expression.
    if (STRUCTURE_MARKS.some((mark) => numbers.includes(mark))) return false;
    this.#at = end + 1;
    return true;
  }

  /**
   * Parses a whole number without suffix, the usual case. It returns undefined and consumes nothing if anything else
   * follows.
   */
  #plainInteger(): number | undefined {
    let at = this.#at;
    const isNegative = this.#text.charCodeAt(at) === MINUS;
    if (isNegative) at++;
    const from = at;
    let number = 0;
    for (let digit = this.#text.charCodeAt(at) - ZERO; digit >= 0 && digit <= 9; ) {
      number = number * 10 + digit;
      digit = this.#text.charCodeAt(++at) - ZERO;
    }
    if (at === from || at - from > MOST_EXACT_DECIMAL_DIGITS) return undefined;
    const next = this.#text[at];
    if (next !== ',' && next !== ']' && next !== '}') return undefined;
    this.#at = at;
    return isNegative ? -number : number;
  }

  /** Skips a value of any depth up to the limit. It matches brackets and quotes and ignores everything else. */
  #pass(): string | undefined {
    this.#skipBlanks();
    const first = this.#text[this.#at];
    if (first !== '{' && first !== '[') return this.value(0, '') === undefined ? undefined : '';
    const closing: string[] = [];
    for (;;) {
      const mark = this.#text[this.#at];
      if (mark === undefined || closing.length > MAX_SNBT_DEPTH) return undefined;
      if (mark === '"' || mark === "'") {
        if (!this.#passQuoted(mark)) return undefined;
      } else {
        this.#at++;
        if (mark === '{') closing.push('}');
        else if (mark === '[') {
          if (!this.#isTyped() || !this.#passNumbers()) closing.push(']');
        } else if (mark !== closing.pop()) return undefined;
        if (closing.length === 0) return '';
      }
      this.#unbracketed.lastIndex = this.#at;
      this.#unbracketed.test(this.#text);
      this.#at = this.#unbracketed.lastIndex;
    }
  }

  #passQuoted(quote: '"' | "'"): boolean {
    const plain = this.#plainQuoted[quote];
    this.#at++;
    for (;;) {
      plain.lastIndex = this.#at;
      plain.test(this.#text);
      this.#at = plain.lastIndex + 1;
      const stop = this.#text[plain.lastIndex];
      if (stop !== '\\') return stop === quote;
      this.#at++;
    }
  }

  #quoted(quote: '"' | "'"): string | undefined {
    const parts: string[] = [];
    this.#at++;
    for (;;) {
      parts.push(this.#run(this.#plainQuoted[quote]));
      const stop = this.#text[this.#at++];
      if (stop === quote) return parts.length === 1 ? parts[0] : parts.join('');
      const escaped = this.#escaped();
      if (escaped === undefined) return undefined;
      parts.push(escaped);
    }
  }

  /** Parses the character after a backslash. An unknown escape means the character itself. */
  #escaped(): string | undefined {
    const letter = this.#text[this.#at++];
    const digits = letter === undefined ? undefined : HEX_DIGITS.get(letter);
    if (letter === undefined || digits === undefined) return letter && (ESCAPES.get(letter) ?? letter);
    const hex = this.#text.slice(this.#at, this.#at + digits);
    const code = /^[\da-f]+$/i.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : Number.NaN;
    this.#at += digits;
    return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  }

  #run(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return '';
    const from = this.#at;
    this.#at = pattern.lastIndex;
    return this.#text.slice(from, this.#at);
  }

  #ahead(character: string): boolean {
    this.#skipBlanks();
    return this.#text[this.#at] === character;
  }

  #take(character: string): boolean {
    const found = this.#ahead(character);
    if (found) this.#at++;
    return found;
  }

  #skipBlanks(): void {
    while (this.#text.charCodeAt(this.#at) <= 0x20) this.#at++;
  }
}
