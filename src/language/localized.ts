import { ENGLISH, type PlainKey } from './english.ts';
import { CATALOGUES, nearestLanguage } from './languages.ts';

/** Discord's locales that Crier answers in another language than English; two of them may share a language. */
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

/** The description of a command or an option, in every language, as a definition takes it. */
export function described(key: PlainKey) {
  return { description: ENGLISH[key], description_localizations: translations(key) };
}

/** A choice of an option, its name in every language. */
export function choice<V extends string>(value: V, key: PlainKey) {
  return { value, name: ENGLISH[key], name_localizations: translations(key) };
}

function translations(key: PlainKey): Record<string, string> {
  const spoken = LOCALES.map((locale) => [locale, nearestLanguage(locale)] as const).filter(([, tag]) => tag !== 'en');
  return Object.fromEntries(spoken.map(([locale, tag]) => [locale, CATALOGUES[tag]?.[key] ?? ENGLISH[key]]));
}
