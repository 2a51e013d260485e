import { MINUTE_MS } from '../time/durations.ts';
import type { Feed } from './feed.ts';
import { hasEmptied } from './match.ts';
import type { Cause, Target } from './notice.ts';
import { shopOwnerOf, type Watch } from './watch.ts';

type TargetKind = Target['kind'];

const CHANNELS_FIRST: readonly TargetKind[] = ['channel', 'user'];
const USERS_FIRST: readonly TargetKind[] = ['user', 'channel'];
/** Every fourth claim takes users first. */
const USERS_EVERY_CLAIMS = 4;

/**
 * The order in which leases are claimed if the backlog exceeds Discord's rate. Channels go first, because many users
 * read them; every fourth claim takes users first, or many channels would hold them up for ever.
 */
export class ClaimOrder {
  #claims = 0;

  next(): readonly TargetKind[] {
    this.#claims += 1;
    return this.#claims % USERS_EVERY_CLAIMS === 0 ? USERS_FIRST : CHANNELS_FIRST;
  }
}

/**
 * Debounce of notices: a message leaves after `DEBOUNCE_MS` without another notice, and at most
 * `LONGEST_DEBOUNCE_MS` after the first.
 */
export const DEBOUNCE_MS = 700;
export const LONGEST_DEBOUNCE_MS = 1500;

/** The first and the latest arrival of notices that leave together; ms of any clock. */
export interface Burst {
  readonly first: number;
  readonly last: number;
}

/** @returns the time at which a burst leaves if no more notices arrive */
export function debouncedUntil({ first, last }: Burst): number {
  return Math.min(last + DEBOUNCE_MS, first + LONGEST_DEBOUNCE_MS);
}

/**
 * Returns when a notice may leave for a feed or watch that gathers: the end of the window at `now`, or `now` if it
 * gathers nothing; epoch ms. Windows count from its creation, so that not all end together. An alert of an empty shop
 * never waits, because its owner loses sales meanwhile.
 */
export function gathersUntil(subscription: Feed | Watch, cause: Cause, now: number): number {
  const { createdAt, everyMinutes = 0 } = subscription;
  if (everyMinutes === 0 || isUrgent(subscription, cause)) return now;
  const windowMs = everyMinutes * MINUTE_MS;
  return createdAt + Math.ceil(Math.max(1, now - createdAt) / windowMs) * windowMs;
}

/** Returns whether a watch gathers its notices into one message with totals. */
export function isGathering(subscription: Feed | Watch): subscription is Watch {
  return subscription.type === 'watch' && (subscription.everyMinutes ?? 0) > 0;
}

function isUrgent(subscription: Feed | Watch, cause: Cause): boolean {
  if (subscription.type === 'feed') return false;
  return cause.kind !== 'change' || hasEmptied(shopOwnerOf(subscription), cause.change);
}
