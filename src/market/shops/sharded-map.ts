const SHARDS = 64;

/**
 * A map with integer keys in 64 shards. A single Map of 100,000 entries blocks the event loop for 10 ms or more
 * whenever it grows, while these shards grow one at a time. It takes no callbacks, because it lives as long as its
 * market and would keep their closures alive.
 */
export class ShardedMap<Value> {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<number, Value>());

  get(key: number): Value | undefined {
    return this.#shardOf(key)?.get(key);
  }

  has(key: number): boolean {
    return this.#shardOf(key)?.has(key) ?? false;
  }

  set(key: number, value: Value): void {
    this.#shardOf(key)?.set(key, value);
  }

  get size(): number {
    return this.#shards.reduce((size, shard) => size + shard.size, 0);
  }

  *values(): Generator<Value, void> {
    for (const shard of this.#shards) yield* shard.values();
  }

  #shardOf(key: number): Map<number, Value> | undefined {
    return this.#shards[key & (SHARDS - 1)];
  }
}
