import { hash } from 'node:crypto';
import type { MarketEvent } from '../market/event.ts';
import { tradedIn } from '../market/shops/unit-price.ts';
import { Tally } from './tally.ts';

const HOUR_MS = 3_600_000;
/** Payloads remembered, to find those that come again. */
const MOST_PAYLOADS = 1_000_000;

/** Volume of the stream, and the cost of reading it. */
export class Traffic {
  readonly frames = new Tally();
  readonly bundles = new Tally();
  readonly unitPrices = new Tally();
  readonly closes = new Tally();
  readonly requests = new Tally();
  readonly #byHour = new Map<number, number>();
  readonly #payloads = new Set<string>();
  connections = 0;
  repeated = 0;
  dropped = 0;
  largestFrame = 0;
  #firstAt = Number.POSITIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;

  /** Time span of all lines, in hours. */
  get hours(): number {
    return this.#lastAt > this.#firstAt ? (this.#lastAt - this.#firstAt) / HOUR_MS : 0;
  }

  get mostInAnHour(): number {
    return Math.max(0, ...this.#byHour.values());
  }

  pass(at: number): void {
    this.#firstAt = Math.min(this.#firstAt, at);
    this.#lastAt = Math.max(this.#lastAt, at);
  }

  /** @param data the payload as it came */
  event(at: number, event: MarketEvent, data: unknown, bundle: number): void {
    const hour = Math.floor(at / HOUR_MS);
    this.#byHour.set(hour, (this.#byHour.get(hour) ?? 0) + 1);
    const payload = hash('sha1', JSON.stringify(data) ?? '', 'base64');
    if (this.#payloads.has(payload)) this.repeated += 1;
    else if (this.#payloads.size < MOST_PAYLOADS) this.#payloads.add(payload);
    const { count, paid } = tradedIn(event);
    const of = event.kind === 'auction' ? 'auctions' : 'trades';
    if (paid / count < 1) this.unitPrices.add(`${of} under 1`);
    if (paid / count < 0.01) this.unitPrices.add(`${of} under 0.01`);
    if (event.kind !== 'auction' && bundle > 1) this.bundles.add(String(bundle));
  }
}
