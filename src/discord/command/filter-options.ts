import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType as Type } from 'discord.js';

/** The largest coordinate of a world, and a price no one pays: what an option may hold at most. */
const FAR = 30_000_000;
const DEAR = 1_000_000_000_000;

export const ITEM_OPTION = {
  type: Type.String,
  name: 'item',
  description: 'Item, as in Slime Block or SLIME_BLOCK',
  autocomplete: true,
  max_length: 100,
} as const satisfies APIApplicationCommandBasicOption;

const OTHER_FILTERS: readonly APIApplicationCommandBasicOption[] = [
  {
    type: Type.String,
    name: 'enchantment',
    description: 'Such as sharpness>=5, Unbreaking III',
    autocomplete: true,
    max_length: 200,
  },
  { type: Type.String, name: 'owner', description: 'Only of this player', autocomplete: true, max_length: 100 },
  { type: Type.String, name: 'not-owner', description: 'Not of this player', autocomplete: true, max_length: 100 },
  { type: Type.String, name: 'world', description: 'Only in this world', autocomplete: true, max_length: 100 },
  { type: Type.Integer, name: 'x', description: 'The place to look around: x', min_value: -FAR, max_value: FAR },
  { type: Type.Integer, name: 'z', description: 'The place to look around: z', min_value: -FAR, max_value: FAR },
  { type: Type.Integer, name: 'within', description: 'Blocks from there, at most', min_value: 0, max_value: 2 * FAR },
  { type: Type.Number, name: 'max-price', description: 'For one item, at most', min_value: 0, max_value: DEAR },
  { type: Type.Number, name: 'min-price', description: 'For one item, at least', min_value: 0, max_value: DEAR },
  { type: Type.Integer, name: 'min-stock', description: 'Items in stock, at least', min_value: 0, max_value: DEAR },
  { type: Type.Boolean, name: 'containers', description: 'Look inside containers too (yes)' },
];

/** The filter options that an action offers, in their order; `without` those that it takes itself or cannot answer. */
export function filterOptions(without: readonly string[] = []): APIApplicationCommandBasicOption[] {
  return [ITEM_OPTION, ...OTHER_FILTERS].filter((option) => !without.includes(option.name));
}

export const PRIVATE_OPTION = {
  type: Type.Boolean,
  name: 'private',
  description: 'Only you see the answer',
} as const satisfies APIApplicationCommandBasicOption;
