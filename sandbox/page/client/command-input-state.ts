import type { OptionValues } from '../protocol.ts';
import type { ChannelChoice, Choice, Line, Option } from './command-lines.ts';

/** An option with its value, and the text of its pill. */
export interface Filled {
  readonly name: string;
  readonly value: OptionValues[string];
  readonly label: string;
}

/** State of the command input. */
export interface CommandInput {
  readonly lines: readonly Line[];
  readonly channels: readonly ChannelChoice[];
  readonly people: readonly Choice[];
  /** The chosen line, or null while it is typed. */
  readonly line: Line | null;
  readonly filled: readonly Filled[];
  /** The option being typed, or null while further ones are offered. */
  readonly focused: string | null;
  readonly text: string;
  /** The entry of the list that Enter picks, or -1. */
  readonly active: number;
  readonly isOpen: boolean;
  readonly suggested: { readonly key: string; readonly choices: readonly Choice[] } | null;
  /** The red line below the input. */
  readonly error: string | null;
  /** The command on its way to the bot. */
  readonly sending: { readonly line: string; readonly values: OptionValues } | null;
}

export const EMPTY_COMMAND_INPUT: CommandInput = {
  lines: [],
  channels: [],
  people: [],
  line: null,
  filled: [],
  focused: null,
  text: '',
  active: 0,
  isOpen: true,
  suggested: null,
  error: null,
  sending: null,
};

export function optionOf(input: CommandInput, name: string | null): Option | null {
  return input.line?.options.find((option) => option.name === name) ?? null;
}

export function valuesOf(input: CommandInput): OptionValues {
  return Object.fromEntries(input.filled.map(({ name, value }) => [name, value]));
}

/** The first required option without a value. */
export function missingOf(input: CommandInput): Option | null {
  return input.line?.options.find((option) => option.required && !isFilled(input, option)) ?? null;
}

/** The remaining options, in their order. */
export function openOptionsOf(input: CommandInput): readonly Option[] {
  return input.line?.options.filter((option) => !isFilled(input, option)) ?? [];
}

function isFilled(input: CommandInput, option: Option): boolean {
  return input.filled.some(({ name }) => name === option.name);
}

export interface Wanted {
  /** Key of this question. An answer with another key is stale. */
  readonly key: string;
  readonly line: string;
  readonly focused: string;
  readonly text: string;
  readonly values: OptionValues;
}

/** The bot's next autocomplete request, or null. */
export function suggestionsWanted(input: CommandInput): Wanted | null {
  const option = optionOf(input, input.focused);
  if (!input.line || !option?.autocomplete) return null;
  const typed = Object.entries(valuesOf(input)).filter(([, value]) => typeof value !== 'object'); // files go when it runs
  const values = Object.fromEntries(typed);
  const { line } = input.line;
  const key = JSON.stringify([line, option.name, input.text, values]);
  return { key, line, focused: option.name, text: input.text, values };
}
