const SAMPLES = 3;
const LONGEST_SAMPLE = 160;
const MOST_NAMES = 10_000;

/** Counts by name. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    const known = this.#counts.get(name);
    if (known !== undefined || this.#counts.size < MOST_NAMES) this.#counts.set(name, (known ?? 0) + count);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The most frequent first. */
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

  /** @param sample the contradicting data, if it does not hold */
  check(holds: boolean, sample: () => string): void {
    this.of += 1;
    if (holds) this.holds += 1;
    else if (this.samples.length < SAMPLES) this.samples.push(sample().slice(0, LONGEST_SAMPLE));
  }
}

/** The first few failures of each kind, and their counts. */
export class Faults {
  readonly #byKind = new Map<string, { count: number; readonly samples: string[] }>();

  note(kind: string, sample: string): void {
    const fault = this.#byKind.get(kind) ?? { count: 0, samples: [] };
    fault.count += 1;
    if (fault.samples.length < SAMPLES) fault.samples.push(sample.slice(0, LONGEST_SAMPLE));
    if (this.#byKind.size < MOST_NAMES) this.#byKind.set(kind, fault);
  }

  entries(): readonly { readonly kind: string; readonly count: number; readonly samples: readonly string[] }[] {
    return [...this.#byKind].map(([kind, fault]) => ({ kind, ...fault })).sort((a, b) => b.count - a.count);
  }
}
