import type { ChatInputCommandInteraction } from 'discord.js';
import type { Filter } from '../../market/search/filter.ts';
import { safe } from '../render/words/text.ts';
import { UserError } from './user-error.ts';

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
 * What the option `clear`, if there is one, names: parts of a filter, and others that the caller knows.
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
