import { IntlMessageFormat } from 'intl-messageformat';
import type { ArgumentsOf, Key } from './english.ts';

/** A text in ICU MessageFormat, as source or parsed. */
export type Message = ConstructorParameters<typeof IntlMessageFormat>[0];

/** A text that is formatted once the reader's language is known. */
export type Sentence = (language: Language) => string;

/** A command in a text, `</watch list>`. */
const COMMAND = /<\/([a-z -]+)>/g;

/** One language: its texts, and its format of numbers and lists. Texts are compiled on first use. */
export class Language {
  readonly tag: string;
  /** Null if items have their English names. */
  readonly itemNames: ItemNames | null;
  readonly places: PlaceNames;
  readonly #texts: (key: Key) => Message;
  readonly #mention: (command: string) => string;
  readonly #compiled = new Map<Key, string | IntlMessageFormat>();
  readonly #numbers = new Map<string, Intl.NumberFormat>();
  readonly #counts: CountFormat;
  readonly #plurals: Intl.PluralRules;
  readonly #conjunction: Intl.ListFormat;
  readonly #disjunction: Intl.ListFormat;

  /**
   * @param tag a language tag that `Intl` knows: `de`, `pt-BR`
   * @param mention returns a command as clickable text
   */
  constructor(
    tag: string,
    texts: (key: Key) => Message,
    mention: (command: string) => string,
    itemNames: ItemNames | null = null,
    places: PlaceNames = NO_PLACES,
  ) {
    this.tag = tag;
    this.itemNames = itemNames;
    this.places = places;
    this.#texts = texts;
    this.#mention = mention;
    this.#counts = new CountFormat(tag);
    this.#plurals = new Intl.PluralRules(tag);
    this.#conjunction = new Intl.ListFormat(tag, { type: 'conjunction' });
    this.#disjunction = new Intl.ListFormat(tag, { type: 'disjunction' });
  }

  /** Returns the text of a key, with its values. */
  say<K extends Key>(key: K, ...[values]: ArgumentsOf<K>): string {
    const known = this.#compiled.get(key) ?? this.#compile(key);
    return this.#withMentions(typeof known === 'string' ? known : String(known.format(values)));
  }

  /** Formats a whole number. */
  count(number: number): string {
    return this.#counts.format(number);
  }

  /** Formats a number with a least and a greatest number of decimals. */
  format(number: number, decimals: { readonly least: number; readonly most: number }): string {
    return this.#numberFormat(decimals.least, decimals.most).format(number);
  }

  /** Formats whole per cent with a sign: `-13%`, `-13 %`. */
  percent(percent: number): string {
    return new Intl.NumberFormat(this.tag, { style: 'percent', signDisplay: 'exceptZero' }).format(percent / 100);
  }

  /** Joins parts of a description: `a, b, c`. */
  list(parts: readonly string[]): string {
    return this.#join('common.comma', parts);
  }

  /** Joins whole sentences: `A. B.`. Japanese and Chinese put no space between them. */
  sentences(sentences: readonly string[]): string {
    return this.#join('common.then', sentences);
  }

  /** Joins facts of one line that end without a full stop: `a. b`. */
  stops(facts: readonly string[]): string {
    return this.#join('common.stop', facts);
  }

  /** Joins words: `a, b and c`. */
  and(words: readonly string[]): string {
    return this.#conjunction.format(words);
  }

  /** Joins words: `a, b or c`. */
  or(words: readonly string[]): string {
    return this.#disjunction.format(words);
  }

  #join(key: 'common.comma' | 'common.then' | 'common.stop', parts: readonly string[]): string {
    return parts.slice(1).reduce((first, second) => this.say(key, { first, second }), parts[0] ?? '');
  }

  #numberFormat(minimumFractionDigits: number, maximumFractionDigits: number): Intl.NumberFormat {
    const key = `${minimumFractionDigits} ${maximumFractionDigits}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const options = { minimumFractionDigits, maximumFractionDigits, signDisplay: 'negative' } as const;
    const made = new Intl.NumberFormat(this.tag, options);
    this.#numbers.set(key, made);
    return made;
  }

  #compile(key: Key): string | IntlMessageFormat {
    const text = this.#texts(key);
    const compiled = typeof text === 'string' && !/[{}']/.test(text) ? text : this.#parse(text);
    this.#compiled.set(key, compiled);
    return compiled;
  }

  #parse(text: Message): IntlMessageFormat {
    return new IntlMessageFormat(text, this.tag, undefined, {
      ignoreTag: true,
      formatters: {
        getNumberFormat: () => this.#counts,
        getDateTimeFormat: (_, options) => new Intl.DateTimeFormat(this.tag, options),
        getPluralRules: () => this.#plurals,
      },
    });
  }

  #withMentions(text: string): string {
    return text.includes('</') ? text.replace(COMMAND, (_, command: string) => this.#mention(command)) : text;
  }
}

/** The smallest number that some language writes with a separator. */
const LEAST_GROUPED = 1_000;

/** Formats whole numbers of a language. Small ones skip `Intl`, which takes ten times as long. */
export class CountFormat extends Intl.NumberFormat {
  readonly #hasLatinDigits: boolean;

  constructor(tag: string) {
    super(tag, { maximumFractionDigits: 0, signDisplay: 'negative' });
    this.#hasLatinDigits = this.resolvedOptions().numberingSystem === 'latn';
  }

  override format(count: number | bigint | Intl.StringNumericLiteral): string {
    const isSmall =
      this.#hasLatinDigits &&
      typeof count === 'number' &&
      count >= 0 &&
      count < LEAST_GROUPED &&
      Number.isInteger(count);
    return isSmall ? String(count + 0) : super.format(count);
  }
}

/** The game's names in one language, from its own file. Methods return null for a name that the file lacks. */
export interface ItemNames {
  /** `SLIME_BLOCK`: Schleimblock. A name shared by several types is followed by the English one. */
  type(type: string): string | null;
  /** `sharpness`: Schärfe. */
  enchantment(id: string): string | null;
  /** A level of an enchantment, 5: V. */
  level(level: number): string | null;
  /**
   * Finds a type by name, in any case and spacing: `schleimblock` is SLIME_BLOCK. @returns null if no type, or several,
   * have that name
   */
  typeCalled(name: string): string | null;
  /** A type with its potion, `SPLASH_POTION` and `strong_healing`: Wurftrank der Heilung II. */
  potion(type: string, potion: string): string | null;
}

/** A location in a world, in blocks. */
interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly world: string;
}

/** The operator's names and links of places and items, the same in all languages; see the port `Places`. */
export interface PlaceNames {
  /** Returns the nearest landmark, or null if there is none. The direction leads from the landmark to the point. */
  nearest(point: Point): {
    readonly landmark: { readonly name: string; readonly x: number; readonly z: number };
    readonly blocks: number;
    readonly direction: 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw' | null;
  } | null;
  /** Returns an address on the map for a markdown link, or null if there is no map. */
  mapUrl(point: Point): string | null;
  /** Returns an address about an item for a markdown link, or null if there is none. */
  itemUrl(type: string): string | null;
}

const NO_PLACES: PlaceNames = { nearest: () => null, mapUrl: () => null, itemUrl: () => null };
