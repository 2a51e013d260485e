import { isJson, type Json } from '../json.ts';
import type { Path, Problems } from './problems.ts';

const namePattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** A name in lower case, of letters, digits, dash and underscore, and so in every language. */
export function checkName(problems: Problems, path: Path, named: Json): void {
  const check = (at: Path, value: unknown): void => {
    const name = problems.text(at, value, { max: 32 });
    if (name === undefined || (namePattern.test(name) && name === name.toLowerCase())) return;
    problems.add(at, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
  };
  check([...path, 'name'], named.name);
  for (const [locale, name] of localized(named.name_localizations))
    check([...path, 'name_localizations', locale], name);
}

export function checkDescription(problems: Problems, path: Path, described: Json): void {
  problems.text([...path, 'description'], described.description, { max: 100 });
  for (const [locale, text] of localized(described.description_localizations)) {
    problems.text([...path, 'description_localizations', locale], text, { max: 100 });
  }
}

/** Each language with its text. */
export function localized(value: unknown): [string, unknown][] {
  return isJson(value) ? Object.entries(value) : [];
}
