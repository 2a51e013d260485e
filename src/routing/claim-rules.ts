import { MINUTE_MS } from '../time/durations.ts';
import type { Feed } from './feed.ts';
import { hasEmptied } from './match.ts';
import type { Cause, Target } from './notice.ts';
import { shopOwnerOf, type Watch } from './watch.ts';

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

/**
 * When a notice may leave for a feed or watch that gathers: the end of the window that `now` is in, epoch ms; `now` if
 * it gathers nothing. Windows count from the making of the feed or watch, so that not all end together. An empty shop
 * never waits: its owner loses sales meanwhile.
 */
export function gathersUntil(subscription: Feed | Watch, cause: Cause, now: number): number {
  const { createdAt, everyMinutes = 0 } = subscription;
  if (everyMinutes === 0 || isUrgent(subscription, cause)) return now;
  const windowMs = everyMinutes * MINUTE_MS;
  return createdAt + Math.ceil(Math.max(1, now - createdAt) / windowMs) * windowMs;
}

/** Whether a watch gathers its news into one message with totals. */
export function isGathering(subscription: Feed | Watch): subscription is Watch {
  return subscription.type === 'watch' && (subscription.everyMinutes ?? 0) > 0;
}

function isUrgent(subscription: Feed | Watch, cause: Cause): boolean {
  if (subscription.type === 'feed') return false;
  return cause.kind !== 'change' || hasEmptied(shopOwnerOf(subscription), cause.change);
}
