import { type Json, jsonOf } from '../json.ts';
import { optionTypes } from '../numbers.ts';
import { checkChoiceNames, checkChoices } from './choice-rules.ts';
import { checkDescription, checkName } from './name-rules.ts';
import type { Path, Problems } from './problems.ts';

const maxOptions = 25;
const withChoices: readonly unknown[] = [optionTypes.string, optionTypes.integer, optionTypes.number];

/** Checks a command's options, including groups and subcommands: at most 25 at each level, required ones first. */
export function checkOptions(
  problems: Problems,
  path: Path,
  value: unknown,
  of: 'command' | 'group' | 'subcommand',
): void {
  const options = problems.list(path, value, { max: maxOptions }).map(jsonOf);
  const names = options.map((option) => option.name);
  let optionalSeen = false;
  for (const [index, option] of options.entries()) {
    const at = [...path, index];
    checkOption(problems, at, option, of);
    if (names.indexOf(option.name) !== index) {
      problems.add([...at, 'name'], 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option name already exists');
    }
    if (option.required === true && optionalSeen) {
      const message = 'Required options must be placed before non-required options';
      problems.add(at, 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message);
    }
    optionalSeen ||= option.required !== true;
  }
  const nested = options.filter(
    (option) => option.type === optionTypes.subcommand || option.type === optionTypes.group,
  );
  if (nested.length > 0 && nested.length < options.length) {
    problems.add(
      path,
      'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
      'Sub-command and option types are mutually exclusive',
    );
  }
}

function checkOption(problems: Problems, path: Path, option: Json, of: 'command' | 'group' | 'subcommand'): void {
  checkName(problems, path, option);
  checkDescription(problems, path, option);
  const allowed = of === 'group' ? [1] : of === 'subcommand' ? range(3, 11) : range(1, 11);
  if (typeof option.type !== 'number' || !allowed.includes(option.type)) {
    problems.badChoice([...path, 'type'], allowed);
    return;
  }
  if (option.type === optionTypes.subcommand)
    checkOptions(problems, [...path, 'options'], option.options, 'subcommand');
  if (option.type === optionTypes.group) checkOptions(problems, [...path, 'options'], option.options, 'group');
  const hasChoices = Array.isArray(option.choices) && option.choices.length > 0;
  if (option.autocomplete === true && (hasChoices || !withChoices.includes(option.type))) {
    const message = 'Autocomplete is for string, integer and number options without choices';
    problems.add([...path, 'autocomplete'], 'APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID', message);
  }
  if (hasChoices && !withChoices.includes(option.type)) {
    problems.add([...path, 'choices'], 'APPLICATION_COMMAND_OPTION_CHOICES_INVALID', 'This option cannot have choices');
  }
  checkChoices(problems, [...path, 'choices'], option.choices, option);
  checkChoiceNames(problems, [...path, 'choices'], option.choices);
  checkBounds(problems, path, option);
}

function checkBounds(problems: Problems, path: Path, option: Json): void {
  problems.integer([...path, 'min_length'], option.min_length, { max: 6_000, required: false });
  problems.integer([...path, 'max_length'], option.max_length, { min: 1, max: 6_000, required: false });
  const [least, most] = [option.min_value, option.max_value];
  const isNumber = option.type === optionTypes.integer || option.type === optionTypes.number;
  if ((least != null || most != null) && !isNumber) {
    problems.add(
      [...path, 'min_value'],
      'APPLICATION_COMMAND_OPTION_BOUNDS_INVALID',
      'Only number options have bounds',
    );
  }
  if (typeof least === 'number' && typeof most === 'number' && least > most) {
    problems.add([...path, 'min_value'], 'NUMBER_TYPE_MAX', `The value should be at most ${most}.`);
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
