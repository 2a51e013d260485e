import { eachInSlices, sortInSlices } from '../shops/slices.ts';

/**
 * Values by key: those in shops now, and those from earlier shops or from events. If more than `limit` are known, the
 * ones that left the shops first are dropped.
 */
export class LruRegistry<Value> {
  readonly #limit: number;
  /** Values in shops now. */
  readonly #standing: ReadonlyMap<string, Value>;
  /** Values that have left the shops, oldest first. */
  readonly #kept = new Map<string, Value>();
  /** Values from events since this registry was built. */
  readonly #learned = new Map<string, Value>();

  /** Builds the registry of a snapshot. Values that `previous` knew stay known. */
  static *of<Value>(
    limit: number,
    standing: ReadonlyMap<string, Value>,
    previous: LruRegistry<Value>,
  ): Generator<void, LruRegistry<Value>> {
    const registry = new LruRegistry(limit, standing);
    const keep = ([key, value]: readonly [string, Value]) => {
      if (!standing.has(key)) registry.#kept.set(key, value);
    };
    yield* eachInSlices(previous.#kept, keep);
    const gone: { readonly key: string; readonly value: Value }[] = [];
    yield* eachInSlices(previous.#standing, ([key, value]) => {
      if (!standing.has(key)) gone.push({ key, value });
    });
    // Values that left together are ordered by key, independent of the order of shops.
    yield* sortInSlices(gone, (a, b) => (a.key < b.key ? -1 : 1));
    yield* eachInSlices(gone, ({ key, value }) => registry.#kept.set(key, value));
    yield* eachInSlices(previous.#learned, keep);
    for (const key of registry.#kept.keys()) {
      if (registry.size <= limit) break;
      registry.#kept.delete(key);
    }
    return registry;
  }

  constructor(limit: number, standing: ReadonlyMap<string, Value> = new Map()) {
    this.#limit = limit;
    this.#standing = standing;
  }

  get size(): number {
    return this.#standing.size + this.#kept.size + this.#learned.size;
  }

  get(key: string): Value | undefined {
    return this.#standing.get(key) ?? this.#kept.get(key) ?? this.#learned.get(key);
  }

  *values(): Generator<Value, void> {
    yield* this.#standing.values();
    yield* this.#kept.values();
    yield* this.#learned.values();
  }

  /**
   * Adds a value from an event.
   * @returns whether it is new
   */
  learn(key: string, value: Value): boolean {
    if (this.get(key) !== undefined || this.#learned.size >= this.#limit) return false;
    this.#learned.set(key, value);
    return true;
  }

  /**
   * Keeps a value from an earlier run, unless the registry is full.
   * @returns whether it is new
   */
  keep(key: string, value: Value): boolean {
    if (this.get(key) !== undefined || this.size >= this.#limit) return false;
    this.#kept.set(key, value);
    return true;
  }

  /** Returns the values from events since this registry was built. */
  learned(): Iterable<Value> {
    return this.#learned.values();
  }
}
