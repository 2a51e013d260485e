const DAY_MS = 86_400_000;
/** The default of HISTORY_DAYS. */
const HISTORY_MS = 400 * DAY_MS;

/** When an event happened, epoch ms. */
export interface EventTime {
  /** Never ahead of our clock. */
  readonly at: number;
  /** By the clock of the service; null if the event names no time that can be meant. */
  readonly stampedAt: number | null;
  /** The service's document has the time as an integer in milliseconds; this one is another. */
  readonly isOdd: boolean;
}

/**
 * Reads the time of an event. A time ahead of our clock is held to now: the event has happened, and what is dated in the
 * future is in no history until then. Two clocks never agree, so a second ahead is held like an hour. The past is
 * bounded too. A time in seconds is taken as such, and any other time that no history keeps gives way to the arrival.
 * @param named epoch ms as the event names it, 0 if it names none
 * @param historyMs how far back history reaches
 */
export function readEventTime(named: number, now: number, historyMs = HISTORY_MS): EventTime {
  if (named > 0 && named >= now - historyMs && named <= now + DAY_MS)
    return { at: Math.min(named, now), stampedAt: named, isOdd: false };
  const ofSeconds = named * 1_000;
  if (Math.abs(ofSeconds - now) <= DAY_MS) return { at: Math.min(ofSeconds, now), stampedAt: ofSeconds, isOdd: true };
  return { at: now, stampedAt: null, isOdd: true };
}
