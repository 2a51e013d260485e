import type { Target } from './notice.ts';

type Kind = Target['kind'];

const CHANNELS_FIRST: readonly Kind[] = ['channel', 'user'];
const PEOPLE_FIRST: readonly Kind[] = ['user', 'channel'];
/** One claim in so many. */
const PEOPLE_EVERY = 4;

/**
 * The order in which leases are claimed if more alerts wait than Discord takes. Channels go first, as many users read
 * them. Every fourth claim takes users first, or many channels would hold them up for ever.
 */
export class ClaimOrder {
  #claims = 0;

  next(): readonly Kind[] {
    this.#claims += 1;
    return this.#claims % PEOPLE_EVERY === 0 ? PEOPLE_FIRST : CHANNELS_FIRST;
  }
}

/** Debounce of notices. A message leaves after so long without another one, at most so long after the first. */
export const QUIET_MS = 700;
export const LONGEST_QUIET_MS = 1500;

/** The first and the latest arrival of notices that leave together; ms of any clock. */
export interface Burst {
  readonly first: number;
  readonly last: number;
}

/** @returns when a burst leaves if no more notices arrive */
export function debouncedUntil({ first, last }: Burst): number {
  return Math.min(last + QUIET_MS, first + LONGEST_QUIET_MS);
}
