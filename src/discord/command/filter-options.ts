import {
  type APIApplicationCommandBasicOption,
  type ChatInputCommandInteraction,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import { described } from '../../language/localized.ts';
import type { Filter } from '../../market/search/filter.ts';
import { safe } from '../render/words/text.ts';
import { COORDINATE, DIAMONDS, DISTANCE } from './read-number.ts';
import { UserError } from './user-error.ts';

export const ITEM_OPTION = {
  type: Type.String,
  name: 'item',
  ...described('option.item'),
  autocomplete: true,
  max_length: 100,
} as const satisfies APIApplicationCommandBasicOption;

/**
 * A price or a total in diamonds: a number option, whose autocomplete reads `32 for 3` and `5k`. It has no `min_value`,
 * because its hints are choices of a negative number and Discord may refuse choices out of bounds. Commands check the
 * value by `inBounds`.
 */
export const TYPED_PRICE = { autocomplete: true, max_value: DIAMONDS.max_value } as const;

const NAME = { type: Type.String, autocomplete: true, max_length: 100 } as const;

const OTHER_FILTERS: readonly APIApplicationCommandBasicOption[] = [
  {
    type: Type.String,
    name: 'enchantment',
    ...described('option.enchantment'),
    autocomplete: true,
    max_length: 200,
  },
  { ...NAME, name: 'owner', ...described('option.owner') },
  { ...NAME, name: 'not-owner', ...described('option.not-owner') },
  { ...NAME, name: 'world', ...described('option.world') },
  { type: Type.Integer, name: 'x', ...described('option.x'), ...COORDINATE },
  { type: Type.Integer, name: 'z', ...described('option.z'), ...COORDINATE },
  { type: Type.Integer, name: 'within', ...described('option.within'), ...DISTANCE },
  { type: Type.Number, name: 'max-price', ...described('option.max-price'), ...TYPED_PRICE },
  { type: Type.Number, name: 'min-price', ...described('option.min-price'), ...TYPED_PRICE },
  { type: Type.Integer, name: 'min-stock', ...described('option.min-stock'), ...DIAMONDS },
  { type: Type.Boolean, name: 'containers', ...described('option.containers') },
];

/** The filter options that an action offers, in their order; `without` those that it takes itself or cannot answer. */
export function filterOptions(without: readonly string[] = []): APIApplicationCommandBasicOption[] {
  return [ITEM_OPTION, ...OTHER_FILTERS].filter((option) => !without.includes(option.name));
}

export const TIME_ZONE_OPTION = {
  type: Type.String,
  name: 'timezone',
  ...described('option.timezone'),
  autocomplete: true,
  max_length: 50,
} as const satisfies APIApplicationCommandBasicOption;

/** Characters of a time of day as typed, such as `10:30 p.m.` or `22 時 30 分`. */
export const TIME_LENGTH = 20;

export const PRIVATE_OPTION = {
  type: Type.Boolean,
  name: 'private',
  ...described('option.private'),
} as const satisfies APIApplicationCommandBasicOption;

/** The option that sets each part of a filter. */
export const OPTION_OF: Record<keyof Filter, string> = {
  item: 'item',
  enchantments: 'enchantment',
  owner: 'owner',
  ownerId: 'owner',
  notOwner: 'not-owner',
  notOwnerId: 'not-owner',
  world: 'world',
  x: 'x',
  z: 'z',
  within: 'within',
  maxPrice: 'max-price',
  minPrice: 'min-price',
  minStock: 'min-stock',
  containers: 'containers',
};

/**
 * Reads the option `clear`, if there is one: parts of a filter, and others that the caller knows.
 * @param more the others, each with the options that set it
 * @throws UserError for a name that is none of them, and for one that is given as well
 */
export function readCleared(
  options: Pick<ChatInputCommandInteraction['options'], 'get' | 'getString'>,
  more: Readonly<Record<string, readonly string[]>>,
): ReadonlySet<string> {
  const names = (options.getString('clear') ?? '')
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((name) => name !== '');
  const known = [...new Set([...Object.values(OPTION_OF), ...Object.keys(more)])];
  for (const name of names) {
    if (!known.includes(name)) {
      throw new UserError((language) =>
        language.say('error.unknown-filter', { text: safe(name, 40), names: known.join(', ') }),
      );
    }
    const given = (more[name] ?? [name]).find((option) => options.get(option) !== null);
    if (given !== undefined) {
      throw new UserError((language) => language.say('error.given-and-cleared', { option: given, name }));
    }
  }
  return new Set(names);
}

/** The filter without the cleared parts; a place goes as a whole. */
export function withoutCleared(filter: Filter, cleared: ReadonlySet<string>): Filter {
  const place = ['x', 'z', 'within'];
  const all = place.some((name) => cleared.has(name)) ? new Set([...cleared, ...place]) : cleared;
  const kept = Object.entries(filter).filter(([key]) => !all.has(OPTION_OF[key as keyof Filter]));
  return {
    ...(Object.fromEntries(kept) as Partial<Filter>),
    containers: all.has('containers') ? true : filter.containers,
  };
}
