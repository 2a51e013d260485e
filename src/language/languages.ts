import { IntlMessageFormat } from 'intl-messageformat';
import { ENGLISH, type Key, type PlainKey } from './english.ts';
import { type ItemNames, Language, type Message, type PlaceNames } from './language.ts';

import GERMAN from './texts/de.json' with { type: 'json' };
import SPANISH from './texts/es-ES.json' with { type: 'json' };
import FRENCH from './texts/fr.json' with { type: 'json' };
import ITALIAN from './texts/it.json' with { type: 'json' };
import JAPANESE from './texts/ja.json' with { type: 'json' };
import KOREAN from './texts/ko.json' with { type: 'json' };
import DUTCH from './texts/nl.json' with { type: 'json' };
import POLISH from './texts/pl.json' with { type: 'json' };
import PORTUGUESE from './texts/pt-BR.json' with { type: 'json' };
import RUSSIAN from './texts/ru.json' with { type: 'json' };
import TURKISH from './texts/tr.json' with { type: 'json' };
import UKRAINIAN from './texts/uk.json' with { type: 'json' };
import CHINESE from './texts/zh-CN.json' with { type: 'json' };

/** All texts of a language. A file that lacks one does not compile. */
type TextCatalogue = Readonly<Record<Key, string>>;

/** The languages that Crier speaks, all complete. */
export const CATALOGUES: Readonly<Record<string, TextCatalogue>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  'es-ES': SPANISH,
  it: ITALIAN,
  'pt-BR': PORTUGUESE,
  nl: DUTCH,
  pl: POLISH,
  ru: RUSSIAN,
  uk: UKRAINIAN,
  tr: TURKISH,
  ja: JAPANESE,
  ko: KOREAN,
  'zh-CN': CHINESE,
};

/** Returns the language for a locale that Discord sends: the nearest one, or English if there is none. */
export function nearestLanguage(locale: unknown): string {
  if (typeof locale !== 'string') return 'en';
  if (Object.hasOwn(CATALOGUES, locale) || locale === PSEUDO_TAG) return locale;
  const [base] = locale.split('-');
  return Object.keys(CATALOGUES).find((tag) => tag.split('-')[0] === base) ?? 'en';
}

/** The languages, each created on first use. */
export class Languages {
  readonly #made = new Map<string, Language>();
  readonly #commandIds = new Map<string, string>();
  readonly #itemNames: ReadonlyMap<string, ItemNames>;
  readonly #places: PlaceNames | undefined;

  /**
   * @param itemNames the game's names of items by language; other languages have English names
   * @param places the operator's landmarks and links; none by default
   */
  constructor(itemNames: ReadonlyMap<string, ItemNames> = new Map(), places?: PlaceNames) {
    this.#itemNames = itemNames;
    this.#places = places;
  }

  /** @param locale as Discord sends it; an unknown one is answered in the nearest language, or in English */
  of(locale: string): Language {
    const tag = nearestLanguage(locale);
    let language = this.#made.get(tag);
    if (language === undefined) {
      language = new Language(
        tag,
        textLookup(tag),
        (command) => this.mention(command),
        this.#itemNames.get(tag) ?? null,
        this.#places,
      );
      this.#made.set(tag, language);
    }
    return language;
  }

  /**
   * Makes mentions of commands clickable.
   * @param ids Discord's ids by the command's name
   */
  knowCommands(ids: ReadonlyMap<string, string>): void {
    for (const [name, id] of ids) this.#commandIds.set(name, id);
  }

  /** Returns a clickable command, `</watch list:id>`, or its name as code while its id is unknown. */
  mention(command: string): string {
    const [name = ''] = command.split(' ');
    const id = this.#commandIds.get(name);
    return id === undefined ? `\`/${command}\`` : `</${command}:${id}>`;
  }
}

function textLookup(tag: string): (key: Key) => Message {
  if (tag === PSEUDO_TAG) return (key) => pseudoText(ENGLISH[key]);
  const texts = CATALOGUES[tag] ?? ENGLISH;
  return (key) => texts[key];
}

/**
 * Returns a language's own name: `Deutsch`.
 * @param tag BCP 47
 */
export function ownNameOf(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** Discord's locales that Crier answers in another language than English. Two of them may share a language. */
const LOCALES = [
  'de',
  'fr',
  'es-ES',
  'es-419',
  'pt-BR',
  'it',
  'nl',
  'pl',
  'ru',
  'uk',
  'tr',
  'ja',
  'ko',
  'zh-CN',
  'zh-TW',
];

/** Returns the description of a command or an option in every language, for a definition. */
export function described(key: PlainKey) {
  return { description: ENGLISH[key], description_localizations: translations(key) };
}

/** Returns a choice of an option, with its name in every language. */
export function choice<V extends string>(value: V, key: PlainKey) {
  return { value, name: ENGLISH[key], name_localizations: translations(key) };
}

function translations(key: PlainKey): Record<string, string> {
  const translated = LOCALES.map((locale) => [locale, nearestLanguage(locale)] as const).filter(
    ([, tag]) => tag !== 'en',
  );
  return Object.fromEntries(translated.map(([locale, tag]) => [locale, CATALOGUES[tag]?.[key] ?? ENGLISH[key]]));
}

/** Choices of an option: the languages that Crier speaks, each by its own name. */
export const LANGUAGE_CHOICES = Object.keys(CATALOGUES).map((tag) => ({ value: tag, name: ownNameOf(tag) }));

/** Android's pseudo-locale. Tests and pictures use it, because an untranslated text stands out in it. */
export const PSEUDO_TAG = 'en-XA';

const UNACCENTED = 'aceginorsuyzACDEGILNORSUYZ';
const ACCENTED = 'áçéğíñóřšúýžÁÇĎÉĞÍĽÑÓŘŠÚÝŽ';
const RIGHT_TO_LEFT = '\u202b';
const END_OF_DIRECTION = '\u202c';
/** The mark of a heading or of a line in small print precedes the text. */
const LINE_MARK = /^(?:-# |#+ )/;
/** Code, commands and Discord's own marks are not changed. */
const UNCHANGED = /(`[^`]*`|<[^>]*>|\*\*|^-# |^#+ )/m;

type Parsed = Exclude<Message, string>;

/** Disguises an English text: accented, a third longer, in brackets, and from right to left. */
export function pseudoText(english: string): Message {
  const mark = LINE_MARK.exec(english)?.[0] ?? '';
  const parsed = new IntlMessageFormat(english.slice(mark.length), 'en', undefined, { ignoreTag: true }).getAst();
  return [literal(`${mark}${RIGHT_TO_LEFT}[`), ...disguised(parsed), literal(`]${END_OF_DIRECTION}`)];
}

function disguised(elements: Parsed): Parsed {
  return elements.map((element) => {
    if ('options' in element) {
      const options = Object.entries(element.options).map(([name, { value }]) => [name, { value: disguised(value) }]);
      return { ...element, options: Object.fromEntries(options) };
    }
    return element.type === 0 ? literal(disguiseText(element.value)) : element;
  });
}

function literal(value: string): Parsed[number] {
  return { type: 0, value };
}

function disguiseText(text: string): string {
  return text
    .split(UNCHANGED)
    .map((part, index) => (index % 2 === 1 ? part : accent(part)))
    .join('');
}

function accent(text: string): string {
  const accented = text.replace(/[a-z]/gi, (letter) => ACCENTED[UNACCENTED.indexOf(letter)] ?? letter);
  return accented.replace(/\p{L}{3,}/gu, (word) => word + '·'.repeat(Math.ceil(word.length / 3)));
}
