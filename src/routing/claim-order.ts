import type { Target } from './notice.ts';

type Kind = Target['kind'];

const CHANNELS_FIRST: readonly Kind[] = ['channel', 'user'];
const PEOPLE_FIRST: readonly Kind[] = ['user', 'channel'];
/** Every fourth claim. */
const PEOPLE_EVERY = 4;

/**
 * Decides which leases are claimed first if more waits than Discord takes: those of channels, which many users read. Now
 * and then those of users go first, since many channels would never let them through.
 */
export class ClaimOrder {
  #claims = 0;

  next(): readonly Kind[] {
    this.#claims += 1;
    return this.#claims % PEOPLE_EVERY === 0 ? PEOPLE_FIRST : CHANNELS_FIRST;
  }
}
