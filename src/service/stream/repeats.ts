import { hash } from 'node:crypto';
import type { MarketEvent } from '../../market/change.ts';

/** How long an event is remembered. A service that repeats events repeats its last ones. */
export const REMEMBERED_MS = 3_600_000;
/** At most so many are remembered: some megabytes. */
const MOST_REMEMBERED = 20_000;
/**
 * The journal has an event that was stamped ahead of our clock at its arrival, so its stamp may be later by the
 * difference of the clocks. An equal sale needs longer than this to come over the connection of a new process.
 */
const CLOCKS_DIFFER_MS = 2_000;

/** How often an event of one identity was seen. */
interface Seen {
  readonly firstSeenAt: number;
  /** Handed on, over all connections. */
  handedOn: number;
  connection: number;
  /** Over that connection. */
  times: number;
}

/**
 * Finds events that the service, or a proxy, sends again over a later connection. The service has no event ids: kind,
 * time and data identify an event. Equal events of one connection are as many events. Over several connections the most
 * that one of them brought counts, not the sum. Events of earlier processes come from the journal.
 */
export class RepeatedEvents {
  readonly #seen = new Map<string, Seen>();
  /** Times of events that earlier processes wrote, by their data. */
  readonly #written = new Map<string, number[]>();
  #connection = 0;
  /** First event of this connection, epoch ms; null before it. */
  #connectedAt: number | null = null;

  /** From now on events come over another connection. */
  beginConnection(): void {
    this.#connection += 1;
    this.#connectedAt = null;
  }

  /** Takes the events that earlier processes wrote, instead of those it was given before. */
  rememberWritten(events: readonly MarketEvent[]): void {
    this.#written.clear();
    for (const event of events) {
      const data = dataOf(event);
      this.#written.set(data, [...(this.#written.get(data) ?? []), event.at]);
    }
  }

  /**
   * Takes one event in; true if an earlier connection brought it.
   * @param stampedAt its time by the clock of the service, epoch ms; null if it names none: then it is no repeat
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

  /** Forgets the oldest. After an outage all stay for an hour of the new connection, which may repeat them. */
  #remember(identity: string, handedOn: number, now: number): Seen {
    const isSettled = now - (this.#connectedAt ?? now) > REMEMBERED_MS;
    for (const [oldest, { firstSeenAt }] of this.#seen) {
      if (this.#seen.size < MOST_REMEMBERED && (!isSettled || now - firstSeenAt <= REMEMBERED_MS)) break;
      this.#seen.delete(oldest);
    }
    const seen = { firstSeenAt: now, handedOn, connection: this.#connection, times: 0 };
    this.#seen.set(identity, seen);
    return seen;
  }

  /** How many of the written events are this one. Each counts once. */
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

/** All that Crier reads of an event, but for its time. */
function dataOf(event: MarketEvent): string {
  const { kind, item } = event;
  const { key, type } = item.identity;
  if (event.kind === 'auction') return JSON.stringify([kind, type, key, event.sold, event.finalBid]);
  const { moved, paid, sign, location: place } = event;
  const signed = sign && [sign.amount, sign.price];
  return JSON.stringify([kind, type, key, moved, paid, signed, place.x, place.y, place.z, place.world]);
}
