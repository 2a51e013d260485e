import { eventsKnownSince, LEAST_REPLAYED_EVENTS } from '../market/events-known-since.ts';
import type { History } from '../ports/journal.ts';
import type { TradesKnownSince } from '../ports/prices.ts';
import { DAY_MS } from '../time/durations.ts';
import { PromiseCache } from '../time/promise-cache.ts';

interface KnownTradesSources {
  readonly journal: Pick<History, 'earliestTrades'>;
  /** When Crier first ran with this store, epoch ms. */
  readonly beganAt: number;
  readonly now: () => number;
}

/** Simultaneous reports ask for the same day. A stream that replays its past may take some seconds. */
const FRESH_MS = 5_000;
/** Limits the cached days to more than answers ask for in five seconds. */
const MOST_DAYS = 100;

/**
 * Creates a function for the start of the known trades: Crier's first start, or the first event of the past that the
 * stream replayed. The history keeps replayed events like all others.
 */
export function createTradesKnownSince({ journal, beganAt, now }: KnownTradesSources): TradesKnownSince {
  const earliest = new PromiseCache<readonly number[]>({ most: MOST_DAYS, freshMs: FRESH_MS, now });

  return async (since) => {
    if (beganAt <= since) return null;
    const day = Math.floor(since / DAY_MS) * DAY_MS;
    const times = await earliest.get(`${day}`, () => journal.earliestTrades(day, beganAt, LEAST_REPLAYED_EVENTS));
    const known = eventsKnownSince([times], since, beganAt);
    return known <= since ? null : known;
  };
}
