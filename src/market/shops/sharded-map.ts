const SHARDS = 64;

/**
 * A map by integers in 64 parts. One Map of a hundred thousand entries stops everything for 10 ms and more whenever it
 * grows; these grow one at a time. It lives as long as its market and is handed no function: one would keep alive
 * whatever stands around the place where it was written.
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
