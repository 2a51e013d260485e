import type { Log } from '../../ports/log.ts';
import type { Subscriptions } from '../../ports/settings.ts';
import type { Person } from '../../routing/person.ts';
import type { Clock } from '../../time/clock.ts';

/**
 * Resolves with a user's settings, with null if they have none, or with undefined if the store does not answer soon.
 * Never rejects.
 */
export type PersonSoon = (userId: string) => Promise<Person | null | undefined>;

interface PersonSoonParts {
  readonly subscriptions: Pick<Subscriptions, 'person'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** Limits the wait for the store, because Discord wants an answer within three seconds. */
const STORE_WAIT_MS = 500;

export function createPersonSoon({ subscriptions, clock, log }: PersonSoonParts): PersonSoon {
  return async (userId) => {
    const ended = new AbortController();
    try {
      const late = clock.sleep(STORE_WAIT_MS, ended.signal).then(() => undefined);
      return await Promise.race([subscriptions.person(userId), late]);
    } catch (err) {
      log.debug({ err }, 'Settings of a user unreadable, answering without them');
      return undefined;
    } finally {
      ended.abort();
    }
  };
}
