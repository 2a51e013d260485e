import type { Json } from '../protocol.ts';
import { listOf, localizedOf, numberOf, textOf } from './json.ts';

export interface Choice {
  readonly name: string;
  readonly value: string | number | boolean;
}

/** A channel to choose, with Discord's type of it. */
export interface ChannelChoice extends Choice {
  readonly type: number;
}

export type OptionType = 'text' | 'integer' | 'number' | 'boolean' | 'channel' | 'person' | 'file';

export interface Option {
  readonly name: string;
  readonly description: string;
  readonly type: OptionType;
  readonly required: boolean;
  readonly autocomplete: boolean;
  readonly choices: readonly Choice[];
  /** Accepted channel types. None means all. */
  readonly channelTypes: readonly number[];
  /** Bounds of a number, or of a text's length, or null if there are none. */
  readonly min: number | null;
  readonly max: number | null;
}

/** One command line, such as `/shop` or `/feed add`. Required options come first. */
export interface Line {
  readonly line: string;
  readonly description: string;
  readonly options: readonly Option[];
}

const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;
const TYPES: Readonly<Record<number, OptionType>> = {
  4: 'integer',
  5: 'boolean',
  6: 'person',
  7: 'channel',
  10: 'number',
  11: 'file',
};

/** Lists every line of Discord's command definitions, described in the reader's language. */
export function linesOf(commands: readonly Json[], locale: string): readonly Line[] {
  return commands.flatMap((command) => linesUnder(command, '/', locale));
}

function linesUnder(command: Json, before: string, locale: string): readonly Line[] {
  const line = before + textOf(command, 'name');
  const options = listOf(command, 'options');
  const deeper = options.filter(({ type }) => type === SUBCOMMAND || type === SUBCOMMAND_GROUP);
  if (deeper.length > 0) return deeper.flatMap((option) => linesUnder(option, `${line} `, locale));
  return [
    {
      line,
      description: localizedOf(command, 'description', locale),
      options: options.map((option) => optionOf(option, locale)),
    },
  ];
}

function optionOf(json: Json, locale: string): Option {
  return {
    name: textOf(json, 'name'),
    description: localizedOf(json, 'description', locale),
    type: TYPES[numberOf(json, 'type') ?? 0] ?? 'text',
    required: json.required === true,
    autocomplete: json.autocomplete === true,
    choices: listOf(json, 'choices').map((choice) => ({
      name: localizedOf(choice, 'name', locale),
      value: typeof choice.value === 'number' ? choice.value : textOf(choice, 'value'),
    })),
    channelTypes: Array.isArray(json.channel_types) ? json.channel_types : [],
    min: numberOf(json, 'min_value') ?? numberOf(json, 'min_length'),
    max: numberOf(json, 'max_value') ?? numberOf(json, 'max_length'),
  };
}
