import type { OptionValues } from '../protocol.ts';
import { type Entry, entriesOf } from './command-input-entries.ts';
import { type CommandInput, missingOf, optionOf, valuesOf } from './command-input-state.ts';
import { readValue } from './command-input-values.ts';
import type { Line, Option } from './command-lines.ts';

const COMMANDS_ONLY = 'Crier reads no messages. Type / to see its commands.';

/** Takes an entry of the list. */
export function pick(input: CommandInput, entry: Entry): CommandInput {
  switch (entry.kind) {
    case 'root':
      return { ...input, text: `${entry.label} `, active: 0, isOpen: true, error: null };
    case 'line':
      return choose(input, entry.line);
    case 'option':
      return focus(input, entry.option);
    case 'choice':
      return give(input, entry.choice.value, entry.choice.name);
  }
}

export function choose(input: CommandInput, line: Line): CommandInput {
  return onward({ ...input, line, filled: [] });
}

/** Opens an option for typing. */
export function focus(input: CommandInput, option: Option | null, text = ''): CommandInput {
  const filled = input.filled.filter(({ name }) => name !== option?.name);
  const active = option ? 0 : -1;
  const focused = option?.name ?? null;
  return {
    ...input,
    filled,
    focused,
    text: option?.type === 'file' ? '' : text,
    active,
    isOpen: true,
    suggested: null,
    error: null,
  };
}

/** Takes the typed text as the option's value. An empty one drops an optional option. */
export function commit(input: CommandInput): CommandInput {
  const option = optionOf(input, input.focused);
  if (!option) return input;
  if (input.text === '')
    return option.required ? { ...input, error: `"${option.name}" is required.` } : focus(input, null);
  const read = readValue(option, input.text);
  return read.ok ? give(input, read.value, input.text) : { ...input, error: read.error };
}

/** Goes one step back: to the last option, then to the command's name. */
export function stepBack(input: CommandInput): CommandInput {
  if (!input.line) return input;
  if (input.focused !== null && !optionOf(input, input.focused)?.required) return focus(input, null);
  const last = input.filled.at(-1);
  if (last) return focus(input, optionOf(input, last.name), last.label);
  return { ...focus(input, null, input.line.line), line: null, active: 0 };
}

/** Sends the command, or opens the next required option. */
export function run(input: CommandInput): CommandInput {
  if (!input.line) return { ...input, error: whyNoCommand(input) };
  const missing = missingOf(input);
  if (missing) return { ...focus(input, missing), error: `"${missing.name}" is required.` };
  return { ...input, sending: { line: input.line.line, values: valuesOf(input) }, error: null, isOpen: false };
}

function whyNoCommand({ lines, text }: CommandInput): string {
  if (!text.startsWith('/')) return COMMANDS_ONLY;
  // A whole line, as the terminal prints it.
  const begun = lines.find(({ line }) => text.toLowerCase().startsWith(`${line} `));
  if (!begun) return `There is no command "${text.trim()}".`;
  const [first] = begun.options;
  const then = first ? `, then the ${first.name}` : '';
  return `Options are filled in one after the other: type ${begun.line}, press Enter${then}.`;
}

/** Moves the choice up or down, and from either end to the other. */
export function move(input: CommandInput, by: 1 | -1): CommandInput {
  const { length } = entriesOf(input);
  if (length === 0) return input;
  const active = input.active < 0 ? (by === 1 ? 0 : length - 1) : (input.active + by + length) % length;
  return { ...input, active, isOpen: true };
}

/** Takes a value for the open option. */
export function give(input: CommandInput, value: OptionValues[string], label: string): CommandInput {
  const name = input.focused;
  if (name === null) return input;
  return onward({ ...input, filled: [...input.filled, { name, value, label }] });
}

/** Opens the next required option, or offers the others. */
function onward(input: CommandInput): CommandInput {
  return focus(input, missingOf(input));
}
