/** A compound is a Map, so that a key such as `__proto__` is a key like any other. Longs beyond 2^53 lose their last digits. */
export type Snbt = string | number | boolean | readonly Snbt[] | SnbtCompound;
export type SnbtCompound = ReadonlyMap<string, Snbt>;

/** Longer texts (64 kB, in UTF-16 units) and deeper values are unreadable; the game itself stops at 512 levels. */
const MAX_CHARACTERS = 65_536;
const MAX_DEPTH = 512;

/**
 * Reads an SNBT text of any game version: indexed lists (to 1.11), typed arrays, mixed lists and trailing commas (from
 * 1.21.5). Time grows with the length alone. Never throws; null: it cannot be read.
 */
export function readSnbt(text: string): Snbt | null {
  if (text.length > MAX_CHARACTERS) return null;
  const reader = new Reader(text);
  const value = reader.value(0);
  return value === undefined || !reader.atEnd() ? null : value;
}

const INTEGER = /^[+-]?\d+[bsli]?$/i;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?[fd]?$/i;
const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', s: ' ' }),
);
const HEX_DIGITS: ReadonlyMap<string, number> = new Map(Object.entries({ x: 2, u: 4, U: 8 }));

/** A word without quotes: a number with or without its suffix, a boolean, else a string. */
function meaningOf(word: string): Snbt {
  if (word === 'true') return true;
  if (word === 'false') return false;
  if (!INTEGER.test(word) && !DECIMAL.test(word)) return word;
  const number = Number(word.replace(/[a-df-z]$/i, ''));
  return Number.isFinite(number) ? number : word;
}

/** Walks the text once. Every method gives undefined where the text breaks the grammar. */
class Reader {
  readonly #text: string;
  readonly #word = /[\w.+-]+/y;
  readonly #plainQuoted = { '"': /[^"\\]*/y, "'": /[^'\\]*/y };
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    this.#skipBlanks();
    return this.#at === this.#text.length;
  }

  value(depth: number): Snbt | undefined {
    if (depth > MAX_DEPTH) return undefined;
    this.#skipBlanks();
    const first = this.#text[this.#at];
    if (first === '{') return this.#compound(depth);
    if (first === '[') return this.#list(depth);
    if (first === '"' || first === "'") return this.#quoted(first);
    const word = this.#run(this.#word);
    return word === '' ? undefined : meaningOf(word);
  }

  #compound(depth: number): SnbtCompound | undefined {
    const entries = new Map<string, Snbt>();
    this.#at++;
    while (!this.#take('}')) {
      const quote = this.#text[this.#at];
      const key = quote === '"' || quote === "'" ? this.#quoted(quote) : this.#run(this.#word) || undefined;
      if (key === undefined || !this.#take(':')) return undefined;
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      entries.set(key, value);
      if (!this.#take(',') && !this.#ahead('}')) return undefined;
    }
    return entries;
  }

  #list(depth: number): Snbt[] | undefined {
    const entries: Snbt[] = [];
    this.#at++;
    this.#skipBlanks();
    if ('BIL'.includes(this.#text[this.#at] ?? ' ') && this.#text[this.#at + 1] === ';') this.#at += 2;
    while (!this.#take(']')) {
      let value = this.value(depth + 1);
      if (typeof value === 'number' && this.#take(':')) value = this.value(depth + 1);
      if (value === undefined) return undefined;
      entries.push(value);
      if (!this.#take(',') && !this.#ahead(']')) return undefined;
    }
    return entries;
  }

  #quoted(quote: '"' | "'"): string | undefined {
    const parts: string[] = [];
    this.#at++;
    for (;;) {
      parts.push(this.#run(this.#plainQuoted[quote]));
      const stop = this.#text[this.#at++];
      if (stop === quote) return parts.join('');
      const escaped = this.#escaped();
      if (escaped === undefined) return undefined;
      parts.push(escaped);
    }
  }

  /** What follows a backslash. Escapes that no version knows stand for the character itself. */
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
    const run = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += run.length;
    return run;
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
