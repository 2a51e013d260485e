const SHARDS = 64;

/**
 * A map in 64 parts. One Map of a hundred thousand entries stops everything for 10 ms and more whenever it grows; these
 * grow one at a time. `spread` gives an integer for a key, evenly spread in its low bits.
 */
export class ShardedMap<Key, Value> {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<Key, Value>());
  readonly #spread: (key: Key) => number;

  constructor(spread: (key: Key) => number) {
    this.#spread = spread;
  }

  get(key: Key): Value | undefined {
    return this.#shardOf(key)?.get(key);
  }

  has(key: Key): boolean {
    return this.#shardOf(key)?.has(key) ?? false;
  }

  set(key: Key, value: Value): void {
    this.#shardOf(key)?.set(key, value);
  }

  get size(): number {
    return this.#shards.reduce((size, shard) => size + shard.size, 0);
  }

  *values(): Generator<Value, void> {
    for (const shard of this.#shards) yield* shard.values();
  }

  #shardOf(key: Key): Map<Key, Value> | undefined {
    return this.#shards[this.#spread(key) & (SHARDS - 1)];
  }
}
