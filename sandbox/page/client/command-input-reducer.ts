import type { FileValue } from '../protocol.ts';
import { entriesOf, isStale } from './command-input-entries.ts';
import {
  type CommandInput,
  EMPTY_COMMAND_INPUT,
  openOptionsOf,
  optionOf,
  suggestionsWanted,
} from './command-input-state.ts';
import { choose, commit, focus, give, move, pick, run, stepBack } from './command-input-steps.ts';
import type { ChannelChoice, Choice, Line } from './command-lines.ts';

export const COMMAND_INPUT_KEYS = ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape', 'Backspace'] as const;
export type CommandInputKey = (typeof COMMAND_INPUT_KEYS)[number];

export type CommandInputEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'key'; readonly key: CommandInputKey }
  | { readonly type: 'clicked'; readonly index: number }
  /** A command was chosen outside of the input, such as `/watch list` by its mention. */
  | { readonly type: 'begun'; readonly line: string }
  /** A pill was clicked, to change its value. */
  | { readonly type: 'reopened'; readonly name: string }
  | {
      readonly type: 'offered';
      readonly lines: readonly Line[];
      readonly channels: readonly ChannelChoice[];
      readonly people: readonly Choice[];
    }
  | { readonly type: 'suggested'; readonly key: string; readonly choices: readonly Choice[] }
  /** A file was chosen for the open option, or was invalid. */
  | { readonly type: 'chosen'; readonly file: FileValue }
  | { readonly type: 'unfit'; readonly why: string }
  | { readonly type: 'answered' }
  | { readonly type: 'refused'; readonly error: string };

/**
 * Returns the input after an event. It returns the same object if the event means nothing to it; the key is then the
 * browser's.
 */
export function reduceCommandInput(input: CommandInput, event: CommandInputEvent): CommandInput {
  switch (event.type) {
    case 'typed':
      return type(input, event.text);
    case 'key':
      return input.sending ? input : press(input, event.key);
    case 'begun':
      return type(reduceCommandInput(input, { type: 'answered' }), `${event.line} `);
    case 'clicked': {
      const entry = entriesOf(input)[event.index];
      return entry ? pick(input, entry) : input;
    }
    case 'reopened': {
      const filled = input.filled.find(({ name }) => name === event.name);
      return filled ? focus(input, optionOf(input, filled.name), filled.label) : input;
    }
    case 'offered':
      return { ...EMPTY_COMMAND_INPUT, ...event, text: input.line ? '' : input.text };
    case 'suggested':
      return event.key === suggestionsWanted(input)?.key
        ? { ...input, suggested: { key: event.key, choices: event.choices } }
        : input;
    case 'chosen':
      return optionOf(input, input.focused)?.type === 'file' ? give(input, event.file, event.file.name) : input;
    case 'unfit':
      return { ...input, error: event.why };
    case 'answered':
      return { ...EMPTY_COMMAND_INPUT, lines: input.lines, channels: input.channels, people: input.people };
    case 'refused':
      return { ...input, sending: null, error: event.error, isOpen: true };
  }
}

function type(input: CommandInput, text: string): CommandInput {
  const typed = { ...input, text, isOpen: true, error: null, active: input.line && !input.focused && !text ? -1 : 0 };
  if (!input.line && text.endsWith(' ')) {
    const line = input.lines.find((one) => one.line === text.trim());
    return line ? choose(typed, line) : typed;
  }
  if (input.line && input.focused === null && text.endsWith(':')) {
    const option = openOptionsOf(input).find(({ name }) => `${name}:` === text);
    return option ? focus(typed, option) : typed;
  }
  return typed;
}

function press(input: CommandInput, key: CommandInputKey): CommandInput {
  switch (key) {
    case 'ArrowDown':
      return move(input, 1);
    case 'ArrowUp':
      return move(input, -1);
    case 'Backspace':
      return input.text === '' ? stepBack(input) : input;
    case 'Escape':
      return leave(input);
    case 'Enter':
      return take(input);
    case 'Tab':
      return input.text === '' && !input.line ? input : complete(input);
  }
}

function take(input: CommandInput): CommandInput {
  const entry = input.isOpen && !isStale(input) ? entriesOf(input)[input.active] : undefined;
  if (entry) return pick(input, entry);
  return input.focused === null ? run(input) : commit(input);
}

/** Tab also takes the first option of the list. */
function complete(input: CommandInput): CommandInput {
  const isOffer = input.line !== null && input.focused === null;
  const [first] = entriesOf(input);
  if (isOffer && input.active < 0) return first ? pick(input, first) : input;
  return isOffer && !first ? input : take(input);
}

/** Closes the list, then leaves the option, then the command. */
function leave(input: CommandInput): CommandInput {
  if (input.isOpen && input.active >= 0 && entriesOf(input).length > 0) return { ...input, isOpen: false, active: -1 };
  if (input.focused !== null) return focus(input, null);
  if (input.line || input.text !== '') return reduceCommandInput(input, { type: 'answered' });
  return input;
}
