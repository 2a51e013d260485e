import type { Filter } from '../../market/filter.ts';
import { Complaint } from './complaint.ts';

/** What an auction cannot answer: it has no place, owner or stock. */
const NOT_OF_AUCTIONS: readonly (readonly [keyof Filter, string])[] = [
  ['owner', 'owner'],
  ['notOwner', 'not-owner'],
  ['world', 'world'],
  ['x', 'x'],
  ['z', 'z'],
  ['within', 'within'],
  ['minStock', 'min-stock'],
];

/** @throws Complaint for filters that an auction cannot answer */
export function refuseForAuctions(filter: Filter): void {
  const given = NOT_OF_AUCTIONS.filter(([key]) => filter[key] !== undefined).map(([, name]) => `\`${name}\``);
  if (given.length === 0) return;
  const them = given.length === 1 ? 'it' : 'them';
  throw new Complaint(
    `An auction has no place, owner or stock, so ${given.join(', ')} can never match: leave ${them} out.`,
  );
}
