import { createHmac } from 'node:crypto';

/** Shorter words are kept, because the game requires three characters of a name. */
const SHORTEST_NAME_CHARACTERS = 3;
/**
 * Limits the words remembered, some 20 MB, so that no two share a pseudonym. Further ones may share one, but keep it.
 */
const MOST_WORDS = 200_000;
/** Limits the attempts to find a free pseudonym. There are few of three letters, so two words may share one. */
const MOST_SPELLINGS = 8;

const WORD = /[\p{L}\p{N}_]{3,}/gu;
const UUID =
  /(?<![\da-f-])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f-])|(?<![\da-f])[\da-f]{32}(?![\da-f])/gi;
/** Matches a colour code, a uuid with or without dashes (the number after a painting's id stays), or a word. */
const PLAYER_TEXT = new RegExp(`§.|(?:${UUID.source})(?:_-?\\d{1,19}(?!\\d))?|${WORD.source}`, 'giu');
/** Matches words that SNBT does not read as text if they are unquoted. */
const NO_TEXT = /^(?:true|false|[+-]?(?:0[xb])?[\d_]+[a-z]{0,2}|[+-]?[\d_]*\.?[\d_]+(?:e[+-]?\d+)?[fd]?)$/i;

/** First and last letters of the scripts that players write in. A pseudonym keeps its script, so that lengths stay. */
const SCRIPTS = [
  ['а', 'я'],
  ['α', 'ω'],
  ['à', 'ö'],
  ['ぁ', 'ゖ'],
  ['ァ', 'ヺ'],
  ['一', '鿋'],
  ['가', '힣'],
].map(([first = '', last = '']) => [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0] as const);

/**
 * Pseudonyms of one recording. The same word, name or uuid always has the same one, of the same length and kind of
 * characters. The key exists only in memory, so no one can later resolve a pseudonym.
 */
export class Pseudonyms {
  readonly #key: Uint8Array;
  readonly #words = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** @param key 32 random bytes */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /**
   * Replaces every word of three or more letters and digits, and every uuid. Punctuation, blanks and colour codes stay.
   */
  ofText(text: string): string {
    return text.replace(PLAYER_TEXT, (found) => {
      if (found.startsWith('§')) return found;
      const withUuids = this.ofUuidsIn(found);
      return withUuids === found ? this.ofWord(found) : withUuids;
    });
  }

  /** Replaces only the uuids of a text. */
  ofUuidsIn(text: string): string {
    return text.replace(UUID, (uuid) => this.ofUuid(uuid));
  }

  /** Replaces a word. Upper case stays, and the same word in another case has the same pseudonym. */
  ofWord(word: string): string {
    if (word.length < SHORTEST_NAME_CHARACTERS) return word;
    const lower = word.toLowerCase();
    const known = this.#words.get(lower);
    const pseudonym = known ?? this.#make(lower);
    const letters = [...pseudonym];
    return [...word].map((letter, at) => inCaseOf(letter, letters[at] ?? 'x')).join('');
  }

  /** Replaces a uuid with or without dashes, keeping its case and version. */
  ofUuid(uuid: string): string {
    const hex = uuid.replaceAll('-', '').toLowerCase();
    const made = [...this.#hmac('uuid', hex).toString('hex').slice(0, 32)];
    made[12] = hex[12] ?? '4';
    made[16] = hex[16] ?? '8';
    let at = 0;
    const written = uuid.replace(/[\da-f]/gi, () => made[at++] ?? '0');
    return uuid === uuid.toUpperCase() ? written.toUpperCase() : written;
  }

  /** Replaces a uuid given as its four integers. */
  ofUuidIntegers(integers: readonly number[]): readonly number[] {
    const bytes = Buffer.alloc(16);
    for (const [at, integer] of integers.slice(0, 4).entries()) bytes.writeInt32BE(integer | 0, at * 4);
    const made = Buffer.from(this.ofUuid(bytes.toString('hex')), 'hex');
    return [0, 4, 8, 12].map((at) => made.readInt32BE(at));
  }

  /** Replaces the digits of a number that is part of a uuid. */
  ofDigits(digits: string): string {
    const made = this.#hmac('digits', digits);
    return digits.replace(/\d/g, (_, at: number) => String(1 + ((made[at % made.length] ?? 0) % 9)));
  }

  /** Returns a short text in place of a long one, such as a skin. Different ones stay different. */
  ofBlob(blob: string): string {
    return this.#hmac('blob', blob).toString('base64').slice(0, 12);
  }

  #make(lower: string): string {
    let made = '';
    for (let tries = 0; tries < MOST_SPELLINGS; tries++) {
      made = this.#spell(lower, tries);
      const isFree = !this.#taken.has(made) && !this.#words.has(made) && made !== lower;
      if (isFree && isBareText(made) === isBareText(lower)) break;
    }
    if (this.#words.size < MOST_WORDS) {
      this.#words.set(lower, made);
      this.#taken.add(made);
    }
    return made;
  }

  #spell(lower: string, tries: number): string {
    const letters = [...lower];
    const random = this.#hmac(`word ${tries}`, lower);
    return letters.map((letter, at) => letterLike(letter, numberAt(random, at))).join('');
  }

  #hmac(kind: string, text: string): Buffer {
    return createHmac('sha256', this.#key).update(`${kind}\0${text}`).digest();
  }
}

/** Returns whether SNBT reads an unquoted word as text. */
export function isBareText(word: string): boolean {
  return !NO_TEXT.test(word);
}

/** Returns whether a text is nothing but a uuid. */
export function isUuid(text: string): boolean {
  return text.replace(UUID, '') === '' && text !== '';
}

/** Words may be longer than the hash, so its numbers are reused, mixed with their position. */
function numberAt(random: Buffer, at: number): number {
  return random.readUInt16BE((at * 2) % 32) + 7 * Math.floor(at / 16);
}

function letterLike(letter: string, random: number): string {
  const code = letter.codePointAt(0) ?? 0;
  if (letter === '_') return '_';
  if (/\p{N}/u.test(letter)) return String(random % 10);
  if (code < 0x80) return String.fromCodePoint(0x61 + (random % 26));
  const [first, last] = SCRIPTS.find(([from, to]) => code >= from && code <= to) ?? [0x61, 0x7a];
  return String.fromCodePoint(first + (random % (last - first + 1)));
}

function inCaseOf(original: string, letter: string): string {
  return original !== original.toLowerCase() ? letter.toUpperCase() : letter;
}
