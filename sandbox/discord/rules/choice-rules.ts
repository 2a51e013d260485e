import { type Json, jsonOf, jsonsOf } from '../json.ts';
import { optionTypes } from '../numbers.ts';
import { checkLocales, localized } from './name-rules.ts';
import type { Path, Problems } from './problems.ts';

/**
 * Checks the choices of an option or of an autocomplete response: at most 25, names and texts of 1 to 100 characters,
 * numbers within the bounds of the option.
 */
export function checkChoices(problems: Problems, path: Path, value: unknown, option: Json): void {
  const choices = problems.list(path, value, { max: 25 });
  for (const [index, each] of choices.entries()) {
    const choice = jsonOf(each);
    problems.text([...path, index, 'name'], choice.name, { max: 100 });
    if (option.type === optionTypes.string) problems.text([...path, index, 'value'], choice.value, { max: 100 });
    else if (
      typeof choice.value !== 'number' ||
      (option.type === optionTypes.integer && !Number.isInteger(choice.value))
    ) {
      problems.add([...path, index, 'value'], 'NUMBER_TYPE_COERCE', `Value "${String(choice.value)}" is not a number.`);
    } else checkWithin(problems, [...path, index, 'value'], choice.value, option);
    const at = [...path, index, 'name_localizations'];
    for (const [locale, name] of checkLocales(problems, at, choice.name_localizations)) {
      problems.text([...at, locale], name, { max: 100 });
    }
  }
}

function checkWithin(problems: Problems, path: Path, value: number, { min_value: least, max_value: most }: Json): void {
  if (typeof least === 'number' && value < least) {
    problems.add(path, 'NUMBER_TYPE_MIN', `The value should be at least ${least}.`);
  }
  if (typeof most === 'number' && value > most) {
    problems.add(path, 'NUMBER_TYPE_MAX', `The value should be at most ${most}.`);
  }
}

/** Checks that the names of an option's choices are unique in every locale. */
export function checkChoiceNames(problems: Problems, path: Path, value: unknown): void {
  const seen = new Set<string>();
  for (const [index, choice] of jsonsOf(value).entries()) {
    const names = [['', choice.name], ...localized(choice.name_localizations)].map((name) => JSON.stringify(name));
    if (names.some((name) => seen.has(name)))
      problems.add([...path, index], 'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS', 'Choice name is used');
    for (const name of names) seen.add(name);
  }
}
