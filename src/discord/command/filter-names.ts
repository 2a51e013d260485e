import type { Filter } from '../../market/filter.ts';
import { Complaint } from './complaint.ts';

/** The option that sets each part of a filter. */
export const OPTION_OF: Record<keyof Filter, string> = {
  item: 'item',
  enchantments: 'enchantment',
  owner: 'owner',
  notOwner: 'not-owner',
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
 * What `clear` names: parts of a filter, and others (`more`) that the caller knows.
 * @throws Complaint for a name that is none of them
 */
export function readCleared(text: string | null, more: readonly string[]): ReadonlySet<string> {
  const names = (text ?? '')
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((name) => name !== '');
  const known = [...Object.values(OPTION_OF), ...more];
  for (const name of names) {
    if (!known.includes(name)) throw new Complaint(`\`clear\` takes names of filters: ${known.join(', ')}.`);
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
