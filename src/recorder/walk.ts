import { readSnbt } from '../market/item/snbt.ts';
import { isBareText } from './pseudonyms.ts';

const SNBT_FUNCTIONS: ReadonlySet<string> = new Set(['bool', 'uuid']);
const BLANKS_AND_COLON = /\s*:/y;
const BARE_WORD = /[^\s"'[\]{}:,;()]+/y;
const NUMBER_LIST = /\[(?:[BIL];)?[\d,\s+bsil-]*\]/iy;
/**
 * The path of a value: its key, its parent's key (for entries of a list, that of the list), and the type of its item.
 */
export interface ValuePath {
  readonly key: string;
  readonly parent: string;
  readonly itemType: string;
}

interface Container {
  readonly isList: boolean;
  readonly place: ValuePath;
  /** The key that was read last. */
  current: string;
  itemType: string;
}

export const ROOT_PATH: ValuePath = { key: '', parent: '', itemType: '' };

/** A piece that a walk visits. `broken` is the rest of a text with an unclosed quote. */
export type PieceKind = 'key' | 'string' | 'bare' | 'number' | 'numbers' | 'broken';

/** Walks JSON or SNBT character by character, and replaces each key and value with the result of `visit`. */
export class Walk {
  readonly #text: string;
  readonly #isJson: boolean;
  readonly #visit: (value: string, place: ValuePath, kind: PieceKind) => string;
  readonly #out: string[] = [];
  readonly #containers: Container[];
  #at = 0;

  constructor(
    text: string,
    isJson: boolean,
    place: ValuePath,
    visit: (value: string, place: ValuePath, kind: PieceKind) => string,
  ) {
    this.#text = text;
    this.#isJson = isJson;
    this.#visit = visit;
    this.#containers = [{ isList: true, place, current: '', itemType: place.itemType }];
  }

  run(): string {
    while (this.#at < this.#text.length) this.#step();
    return this.#out.join('');
  }

  #step(): void {
    const letter = this.#text[this.#at] ?? '';
    const numbers = letter === '[' ? this.#match(NUMBER_LIST) : '';
    if (letter === '"' || (letter === "'" && !this.#isJson)) this.#quoted(letter);
    else if (numbers !== '') this.#out.push(this.#visit(numbers, this.#place(), 'numbers'));
    else if (letter === '{' || letter === '[') this.#open(letter === '[');
    else this.#wordOrMark(letter);
  }

  #wordOrMark(letter: string): void {
    const word = this.#match(BARE_WORD);
    if (word !== '') this.#bare(word);
    else {
      if ((letter === '}' || letter === ']') && this.#containers.length > 1) this.#containers.pop();
      this.#at += 1;
      this.#out.push(letter);
    }
  }

  #open(isList: boolean): void {
    const place = this.#place();
    this.#containers.push({ isList, place, current: '', itemType: place.itemType });
    this.#out.push(this.#text[this.#at] ?? '');
    this.#at += 1;
  }

  #quoted(quote: string): void {
    const from = this.#at;
    let to = from + 1;
    while (to < this.#text.length && this.#text[to] !== quote) to += this.#text[to] === '\\' ? 2 : 1;
    const token = this.#text.slice(from, to + 1);
    this.#at = to + 1;
    if (to >= this.#text.length) return void this.#out.push(this.#visit(token, this.#place(), 'broken'));
    const decoded = this.#isJson ? decodeJson(token) : readSnbt(token);
    const value = typeof decoded === 'string' ? decoded : token.slice(1, -1);
    const made = this.#isKey() ? this.#take(value) : this.#visit(value, this.#place(), 'string');
    const container = this.#containers.at(-1);
    if (this.#isJson && container?.current === 'type') container.itemType = value;
    const isRaw = typeof decoded !== 'string';
    this.#out.push(made === value ? token : isRaw ? `${quote}${made}${quote}` : encode(made, quote));
  }

  #bare(word: string): void {
    if (this.#isKey()) this.#out.push(this.#take(word));
    else if (SNBT_FUNCTIONS.has(word) || word === 'null') this.#out.push(word);
    else this.#out.push(this.#visit(word, this.#place(), isBareText(word) ? 'bare' : 'number'));
  }

  /** Visits a key, and remembers it for the value after it. */
  #take(key: string): string {
    const container = this.#containers.at(-1);
    if (container) container.current = key.toLowerCase();
    return this.#visit(key, { ...ROOT_PATH, key: key.toLowerCase(), parent: container?.place.key ?? '' }, 'key');
  }

  #isKey(): boolean {
    BLANKS_AND_COLON.lastIndex = this.#at;
    return this.#containers.at(-1)?.isList !== true && BLANKS_AND_COLON.test(this.#text);
  }

  #place(): ValuePath {
    const container = this.#containers.at(-1);
    if (container === undefined) return ROOT_PATH;
    if (container.isList) return container.place;
    return { key: container.current, parent: container.place.key, itemType: container.itemType };
  }

  /** Returns the match at the current position, and moves past it. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }
}

function decodeJson(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return null; // A control character or an escape that JSON does not know: the token is kept as it is.
  }
}

function encode(value: string, quote: string): string {
  if (quote === '"') return JSON.stringify(value);
  return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
}
