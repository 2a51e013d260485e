import { hash } from 'node:crypto';
import type { MarketEvent } from '../market/change.ts';
import { tradedAmount } from '../market/shops/unit-price.ts';
import { HOUR_MS } from '../time/durations.ts';

const SAMPLES_PER_KIND = 3;
const LONGEST_SAMPLE_CHARACTERS = 160;
const MOST_COUNTED_NAMES = 10_000;

export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    const known = this.#counts.get(name);
    if (known !== undefined || this.#counts.size < MOST_COUNTED_NAMES) this.#counts.set(name, (known ?? 0) + count);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Returns the counts, highest first. */
  entries(): readonly (readonly [string, number])[] {
    return [...this.#counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  }
}

/** An assumption about the service, and how often it held. */
export class Assumption {
  readonly name: string;
  holds = 0;
  of = 0;
  /** The first contradictions. */
  readonly samples: string[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** @param sample returns the contradicting data if the assumption does not hold */
  check(holds: boolean, sample: () => string): void {
    this.of += 1;
    if (holds) this.holds += 1;
    else if (this.samples.length < SAMPLES_PER_KIND) this.samples.push(sample().slice(0, LONGEST_SAMPLE_CHARACTERS));
  }
}

/** The first few failures of each kind, and their counts. */
export class Faults {
  readonly #byKind = new Map<string, { count: number; readonly samples: string[] }>();

  note(kind: string, sample: string): void {
    const fault = this.#byKind.get(kind) ?? { count: 0, samples: [] };
    fault.count += 1;
    if (fault.samples.length < SAMPLES_PER_KIND) fault.samples.push(sample.slice(0, LONGEST_SAMPLE_CHARACTERS));
    if (this.#byKind.size < MOST_COUNTED_NAMES) this.#byKind.set(kind, fault);
  }

  entries(): readonly { readonly kind: string; readonly count: number; readonly samples: readonly string[] }[] {
    return [...this.#byKind].map(([kind, fault]) => ({ kind, ...fault })).sort((a, b) => b.count - a.count);
  }
}

/** Limits the payloads remembered to find repeated ones. */
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

  /** @param data the payload as the service sent it */
  event(at: number, event: MarketEvent, data: unknown, bundle: number): void {
    const hour = Math.floor(at / HOUR_MS);
    this.#byHour.set(hour, (this.#byHour.get(hour) ?? 0) + 1);
    const payload = hash('sha1', JSON.stringify(data) ?? '', 'base64');
    if (this.#payloads.has(payload)) this.repeated += 1;
    else if (this.#payloads.size < MOST_PAYLOADS) this.#payloads.add(payload);
    const { count, paid } = tradedAmount(event);
    const of = event.kind === 'auction' ? 'auctions' : 'trades';
    if (paid / count < 1) this.unitPrices.add(`${of} under 1`);
    if (paid / count < 0.01) this.unitPrices.add(`${of} under 0.01`);
    if (event.kind !== 'auction' && bundle > 1) this.bundles.add(String(bundle));
  }
}
