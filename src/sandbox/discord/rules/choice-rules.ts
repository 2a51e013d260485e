import { jsonOf } from '../json.ts';
import { optionTypes } from '../numbers.ts';
import type { Path, Problems } from './problems.ts';

/** Checks choices, of an option or of an autocomplete answer: at most 25, names and texts of 1 to 100 characters. */
export function checkChoices(problems: Problems, path: Path, value: unknown, optionType: number): void {
  const choices = problems.list(path, value, { max: 25 });
  for (const [index, each] of choices.entries()) {
    const choice = jsonOf(each);
    problems.text([...path, index, 'name'], choice.name, { max: 100 });
    if (optionType === optionTypes.string) problems.text([...path, index, 'value'], choice.value, { max: 100 });
    else if (
      typeof choice.value !== 'number' ||
      (optionType === optionTypes.integer && !Number.isInteger(choice.value))
    ) {
      problems.add([...path, index, 'value'], 'NUMBER_TYPE_COERCE', `Value "${String(choice.value)}" is not a number.`);
    }
    for (const [locale, name] of Object.entries(jsonOf(choice.name_localizations))) {
      problems.text([...path, index, 'name_localizations', locale], name, { max: 100, required: false });
    }
  }
}
