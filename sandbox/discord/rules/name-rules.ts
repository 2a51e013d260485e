import { isJson, type Json } from '../json.ts';
import { discordLocales } from '../locales.ts';
import type { Path, Problems } from './problems.ts';

const namePattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** Checks a name in every locale: lower case, of letters, digits, dash and underscore. */
export function checkName(problems: Problems, path: Path, named: Json): void {
  const check = (at: Path, value: unknown): void => {
    const name = problems.text(at, value, { max: 32 });
    if (name === undefined || (namePattern.test(name) && name === name.toLowerCase())) return;
    problems.add(at, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
  };
  check([...path, 'name'], named.name);
  for (const [locale, name] of checkLocales(problems, [...path, 'name_localizations'], named.name_localizations))
    check([...path, 'name_localizations', locale], name);
}

export function checkDescription(problems: Problems, path: Path, described: Json): void {
  problems.text([...path, 'description'], described.description, { max: 100 });
  const at = [...path, 'description_localizations'];
  for (const [locale, text] of checkLocales(problems, at, described.description_localizations)) {
    problems.text([...at, locale], text, { max: 100 });
  }
}

/** Returns each locale with its text, and reports locales that Discord does not have. */
export function checkLocales(problems: Problems, path: Path, value: unknown): [string, unknown][] {
  if (value !== undefined && value !== null && !isJson(value))
    problems.add(path, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType');
  const texts = localized(value);
  for (const [locale] of texts) {
    if (!discordLocales.includes(locale)) problems.badChoice([...path, locale], discordLocales);
  }
  return texts;
}

/** Returns each locale with its text. */
export function localized(value: unknown): [string, unknown][] {
  return isJson(value) ? Object.entries(value) : [];
}
