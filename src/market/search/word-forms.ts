import { MAX_QUERY_WORDS, type SearchText, searchText } from './search-text.ts';

/** Maximum number of combined forms searched for one text: two words with all their forms, three with most. */
const MOST_COMBINED_FORMS = 12;
/** Minimum length of a word without its ending. A shorter stem would begin too many words. */
const MIN_STEM_LETTERS = 3;

type PluralEnding = readonly [plural: string, singular: string];

/**
 * Plural endings by language, with the singular ending. A word is found by its beginning, so a language with irregular
 * endings lists the stem only. Japanese and Chinese have no plural endings.
 */
const PLURAL_ENDINGS: Readonly<Record<string, readonly PluralEnding[]>> = {
  en: [
    ['ies', 'y'],
    ['ves', 'f'],
    ['ves', 'fe'],
    ['xes', 'x'],
    ['ches', 'ch'],
    ['shes', 'sh'],
    ['sses', 'ss'],
    ['oes', 'o'],
    ['s', ''],
    // Items whose game name is plural: Oak Leaves, Sweet Berries, Bookshelves.
    ['f', 'ves'],
    ['y', 'ies'],
  ],
  de: [
    ['ern', ''],
    ['er', ''],
    ['en', ''],
    ['e', ''],
    ['n', ''],
    ['s', ''],
  ],
  fr: [
    ['aux', 'al'],
    ['x', ''],
    ['s', ''],
  ],
  'es-ES': [
    ['ces', 'z'],
    ['es', ''],
    ['s', ''],
  ],
  'pt-BR': [
    ['oes', 'ao'],
    ['aes', 'ao'],
    ['ns', 'm'],
    ['is', 'l'],
    ['es', ''],
    ['s', ''],
  ],
  it: [
    ['chi', 'co'],
    ['ghi', 'go'],
    ['i', 'o'],
    ['i', 'e'],
    ['e', 'a'],
  ],
  nl: [
    ['ven', 'f'],
    ['zen', 's'],
    ['en', ''],
    ['s', ''],
  ],
  pl: [
    ['ami', ''],
    ['ow', ''],
    ['y', ''],
    ['i', ''],
    ['e', ''],
    ['a', ''],
  ],
  ru: [
    ['ов', ''],
    ['ей', ''],
    ['ые', ''],
    ['ие', ''],
    ['ы', ''],
    ['и', ''],
    ['а', ''],
    ['я', ''],
  ],
  uk: [
    ['ів', ''],
    ['ей', ''],
    ['и', ''],
    ['і', ''],
    ['а', ''],
    ['я', ''],
  ],
  tr: [
    ['lar', ''],
    ['ler', ''],
  ],
  ko: [['들', '']],
};

/** The endings in normalised form: without accents, Korean in single letters. */
const SEARCHED_ENDINGS: ReadonlyMap<string, readonly PluralEnding[]> = new Map(
  Object.entries(PLURAL_ENDINGS).map(([language, endings]) => [
    language,
    endings.map(([plural, singular]): PluralEnding => [searchText(plural).compact, searchText(singular).compact]),
  ]),
);

/**
 * Returns the query, then its forms with words in the singular or, for English, in the plural: `diamonds swords` is
 * also searched as `diamond sword`. English endings apply for every reader.
 * @param language the reader's, such as `pt-BR`
 */
export function wordForms(query: SearchText, language: string): readonly SearchText[] {
  const words = query.spaced.split(' ').slice(1);
  if (words.length > MAX_QUERY_WORDS) return [query];
  const forms = words.map((word) => [word, ...formsOf(word, language)]);
  const parted = words.map(withLevelApart);
  if (forms.every(({ length }) => length === 1) && spacedOf(parted) === query.spaced) return [query];
  const all = forms.map(([word = '', form = word]) => form);
  const found = new Set([query.spaced, spacedOf(parted), spacedOf(all)]);
  for (const combination of combinations(forms)) {
    if (found.size >= MOST_COMBINED_FORMS) break;
    found.add(spacedOf(combination));
  }
  return [query, ...[...found].slice(1).map(searchText)];
}

/** Separates an enchantment's level: `eff5` becomes `eff 5`. */
function withLevelApart(word: string): string {
  return word.replace(/^(\p{L}{3,})(\d{1,2})$/u, '$1 $2');
}

function formsOf(word: string, language: string): readonly string[] {
  const endings = [...(SEARCHED_ENDINGS.get('en') ?? []), ...(SEARCHED_ENDINGS.get(language) ?? [])];
  const forms = new Set<string>();
  for (const [plural, singular] of endings) {
    const stem = word.slice(0, word.length - plural.length);
    if (!word.endsWith(plural) || stem.length < MIN_STEM_LETTERS - singular.length) continue;
    // A word such as glass is no plural.
    if (plural === 's' && /[su]$/.test(stem)) continue;
    if (stem.length > 0) forms.add(`${stem}${singular}`);
    // Dutch doubles the consonant before the ending: blokken, blok.
    if (language === 'nl' && plural === 'en' && /(.)\1$/.test(stem)) forms.add(stem.slice(0, -1));
  }
  forms.delete(word);
  return [...forms];
}

function spacedOf(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('');
}

/** Combines one form of each word, varying the last word first. */
function* combinations(forms: readonly (readonly string[])[], at = 0): Generator<readonly string[], void> {
  if (at === forms.length) {
    yield [];
    return;
  }
  for (const form of forms[at] ?? []) for (const rest of combinations(forms, at + 1)) yield [form, ...rest];
}
