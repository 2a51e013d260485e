import type { OptionValues } from '../protocol.ts';
import { type Entry, entriesOf } from './box-entries.ts';
import { type Box, missingOf, optionOf, valuesOf } from './box-state.ts';
import { readValue } from './box-values.ts';
import type { Line, Option } from './command-lines.ts';

const COMMANDS_ONLY = 'Crier reads no messages. Type / to see its commands.';

/** Takes an entry of the list. */
export function pick(box: Box, entry: Entry): Box {
  switch (entry.kind) {
    case 'root':
      return { ...box, text: `${entry.label} `, active: 0, isOpen: true, complaint: null };
    case 'line':
      return choose(box, entry.line);
    case 'option':
      return focus(box, entry.option);
    case 'choice':
      return give(box, entry.choice.value, entry.choice.name);
  }
}

export function choose(box: Box, line: Line): Box {
  return onward({ ...box, line, filled: [] });
}

/** Goes to an option, to be typed. */
export function focus(box: Box, option: Option | null, text = ''): Box {
  const filled = box.filled.filter(({ name }) => name !== option?.name);
  const active = option ? 0 : -1;
  const focused = option?.name ?? null;
  return {
    ...box,
    filled,
    focused,
    text: option?.type === 'file' ? '' : text,
    active,
    isOpen: true,
    suggested: null,
    complaint: null,
  };
}

/** Takes the text as it stands for the option being typed; an empty one lets an optional option go. */
export function commit(box: Box): Box {
  const option = optionOf(box, box.focused);
  if (!option) return box;
  if (box.text === '')
    return option.required ? { ...box, complaint: `"${option.name}" is required.` } : focus(box, null);
  const read = readValue(option, box.text);
  return read.ok ? give(box, read.value, box.text) : { ...box, complaint: read.error };
}

/** One step back: to the option given last, then to the command's name. */
export function stepBack(box: Box): Box {
  if (!box.line) return box;
  if (box.focused !== null && !optionOf(box, box.focused)?.required) return focus(box, null);
  const last = box.filled.at(-1);
  if (last) return focus(box, optionOf(box, last.name), last.label);
  return { ...focus(box, null, box.line.line), line: null, active: 0 };
}

/** Sends the command, or goes to what it still needs. */
export function run(box: Box): Box {
  if (!box.line)
    return {
      ...box,
      complaint: box.text.startsWith('/') ? `There is no command "${box.text.trim()}".` : COMMANDS_ONLY,
    };
  const missing = missingOf(box);
  if (missing) return { ...focus(box, missing), complaint: `"${missing.name}" is required.` };
  return { ...box, sending: { line: box.line.line, values: valuesOf(box) }, complaint: null, isOpen: false };
}

/** Where the keys go up and down to; beyond either end it begins anew. */
export function move(box: Box, by: 1 | -1): Box {
  const { length } = entriesOf(box);
  if (length === 0) return box;
  const active = box.active < 0 ? (by === 1 ? 0 : length - 1) : (box.active + by + length) % length;
  return { ...box, active, isOpen: true };
}

/** Takes a value for the option that is open. */
export function give(box: Box, value: OptionValues[string], label: string): Box {
  const name = box.focused;
  if (name === null) return box;
  return onward({ ...box, filled: [...box.filled, { name, value, label }] });
}

/** To the next required option, else to the offer of the others. */
function onward(box: Box): Box {
  return focus(box, missingOf(box));
}
