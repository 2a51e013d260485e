import { hash } from 'node:crypto';
import type { MarketEvent } from '../../market/change.ts';
import { HOUR_MS } from '../../time/durations.ts';

/** Time for which an event is remembered. A service that repeats events repeats its last ones. */
export const REMEMBERED_MS = HOUR_MS;
/** Limits the remembered events, some megabytes. */
const MOST_REMEMBERED_EVENTS = 20_000;
/**
 * Tolerance for events of the journal. One that was stamped ahead of our clock is stored with its arrival, which may be
 * earlier by the difference of the clocks. An equal sale takes more than 2 s to come over the connection of a new
 * process.
 */
const CLOCKS_DIFFER_MS = 2_000;

/** Counts of an event of one identity. */
interface Seen {
  readonly firstSeenAt: number;
  /** Times it was passed on, over all connections. */
  handedOn: number;
  connection: number;
  /** Times it came over that connection. */
  times: number;
}

/**
 * Finds events that the service, or a proxy, sends again over a later connection. The service has no event ids, so
 * kind, time and data identify an event. Equal events of one connection are separate events; over several connections
 * the largest count of one of them is the number, not the sum.
 */
export class RepeatedEvents {
  readonly #seen = new Map<string, Seen>();
  /** Times of events that earlier processes wrote, by their data. */
  readonly #written = new Map<string, number[]>();
  #connection = 0;
  /** Epoch ms of this connection's first event, or null before it. */
  #connectedAt: number | null = null;

  /** Notes that events come over another connection from now on. */
  beginConnection(): void {
    this.#connection += 1;
    this.#connectedAt = null;
  }

  /** Replaces the events that earlier processes wrote. */
  rememberWritten(events: readonly MarketEvent[]): void {
    this.#written.clear();
    for (const event of events) {
      const data = dataOf(event);
      this.#written.set(data, [...(this.#written.get(data) ?? []), event.at]);
    }
  }

  /**
   * Counts an event.
   * @param stampedAt its time by the service's clock, epoch ms, or null if it has none: then it is no repeat
   * @returns whether an earlier connection brought it
   */
  isRepeat(event: MarketEvent, stampedAt: number | null, now: number): boolean {
    if (stampedAt === null) return false;
    this.#connectedAt ??= now;
    const data = dataOf(event);
    const identity = hash('sha1', `${stampedAt}|${data}`, 'base64');
    const seen = this.#seen.get(identity) ?? this.#remember(identity, this.#takeWritten(data, stampedAt), now);
    if (seen.connection !== this.#connection) {
      seen.connection = this.#connection;
      seen.times = 0;
    }
    seen.times += 1;
    if (seen.times <= seen.handedOn) return true;
    seen.handedOn = seen.times;
    return false;
  }

  /** Forgets the oldest events. After an outage, all stay for an hour of the new connection, which may repeat them. */
  #remember(identity: string, handedOn: number, now: number): Seen {
    const isSettled = now - (this.#connectedAt ?? now) > REMEMBERED_MS;
    for (const [oldest, { firstSeenAt }] of this.#seen) {
      if (this.#seen.size < MOST_REMEMBERED_EVENTS && (!isSettled || now - firstSeenAt <= REMEMBERED_MS)) break;
      this.#seen.delete(oldest);
    }
    const seen = { firstSeenAt: now, handedOn, connection: this.#connection, times: 0 };
    this.#seen.set(identity, seen);
    return seen;
  }

  /** Returns how many of the written events are this one. Each counts once. */
  #takeWritten(data: string, stampedAt: number): number {
    const times = this.#written.get(data);
    if (times === undefined) return 0;
    const isMeant = (at: number) => at <= stampedAt && stampedAt - at <= CLOCKS_DIFFER_MS;
    const exact = times.filter((at) => at === stampedAt);
    const meant = exact.length > 0 ? exact : times.filter(isMeant).slice(0, 1);
    this.#written.set(
      data,
      times.filter((at) => !meant.includes(at)),
    );
    return meant.length;
  }
}

/** Returns all that Crier reads of an event, except its time. */
function dataOf(event: MarketEvent): string {
  const { kind, item } = event;
  const { key, type } = item.identity;
  if (event.kind === 'auction') return JSON.stringify([kind, type, key, event.sold, event.finalBid]);
  const { moved, paid, sign, location: place } = event;
  const signed = sign && [sign.amount, sign.price];
  return JSON.stringify([kind, type, key, moved, paid, signed, place.x, place.y, place.z, place.world]);
}
