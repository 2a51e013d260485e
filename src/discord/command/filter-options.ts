import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType as Type } from 'discord.js';
import { described } from '../../language/localized.ts';
import { COORDINATE, DIAMONDS, DISTANCE } from './read-number.ts';

export const ITEM_OPTION = {
  type: Type.String,
  name: 'item',
  ...described('option.item'),
  autocomplete: true,
  max_length: 100,
} as const satisfies APIApplicationCommandBasicOption;

/**
 * A price or a total in diamonds: a number option, whose autocomplete reads `32 for 3` and `5k`. It has no `min_value`,
 * because its hints are choices of a negative number and Discord may refuse choices out of bounds. Commands check the value by `inBounds`.
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
