import { type Json, jsonOf } from '../json.ts';
import { commandTypes } from '../numbers.ts';
import { checkDescription, checkName, localized } from './name-rules.ts';
import { checkOptions } from './option-rules.ts';
import { type Path, Problems } from './problems.ts';

const maxCommands = 100;
const maxCharacters = 8_000;

/**
 * Checks the commands of a bulk overwrite.
 * @throws ApiError with the error tree
 */
export function checkCommands(value: unknown): Json[] {
  const problems = new Problems();
  const commands = problems.list([], value, { max: maxCommands }).map(jsonOf);
  for (const [index, command] of commands.entries()) checkCommand(problems, [index], command);
  const names = commands.map((command) => `${String(command.type ?? commandTypes.chatInput)} ${String(command.name)}`);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    problems.add([index, 'name'], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique');
  }
  problems.throwIfAny();
  return commands;
}

/** @throws ApiError with the error tree */
export function checkOneCommand(command: Json): void {
  const problems = new Problems();
  checkCommand(problems, [], command);
  problems.throwIfAny();
}

function checkCommand(problems: Problems, path: Path, command: Json): void {
  const type =
    problems.integer([...path, 'type'], command.type, { min: 1, max: 4, required: false }) ?? commandTypes.chatInput;
  if (type === commandTypes.chatInput) {
    checkName(problems, path, command);
    checkDescription(problems, path, command);
    checkOptions(problems, [...path, 'options'], command.options, 'command');
    if (lengthOf(command) > maxCharacters) {
      problems.add(path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${maxCharacters})`);
    }
  } else problems.text([...path, 'name'], command.name, { max: 32 });
  const bits = command.default_member_permissions;
  if (bits != null && !/^\d+$/.test(String(bits))) {
    problems.add([...path, 'default_member_permissions'], 'NUMBER_TYPE_COERCE', `Value "${String(bits)}" is not int.`);
  }
  checkAmong(problems, [...path, 'integration_types'], command.integration_types, [0, 1]);
  checkAmong(problems, [...path, 'contexts'], command.contexts, [0, 1, 2]);
}

function checkAmong(problems: Problems, path: Path, value: unknown, allowed: readonly number[]): void {
  if (value == null) return;
  const list = problems.list(path, value, { min: 1, max: allowed.length });
  for (const [index, each] of list.entries()) {
    if (typeof each !== 'number' || !allowed.includes(each)) problems.badChoice([...path, index], allowed);
  }
  if (new Set(list).size < list.length)
    problems.add(path, 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains a value');
}

/** Counts characters as Discord does: names, descriptions and values of choices, each in its longest locale. */
function lengthOf(part: Json): number {
  const own = longest(part.name, part.name_localizations) + longest(part.description, part.description_localizations);
  const value = typeof part.value === 'string' ? part.value.length : 0;
  const below = [part.options, part.choices].flatMap((list) => (Array.isArray(list) ? list : []));
  return below.reduce<number>((sum, each) => sum + lengthOf(jsonOf(each)), own + value);
}

function longest(text: unknown, localizations: unknown): number {
  const texts = [text, ...localized(localizations).map(([, value]) => value)];
  return Math.max(...texts.map((each) => (typeof each === 'string' ? each.length : 0)));
}
