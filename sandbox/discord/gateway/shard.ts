/** A shard: its id and the number of shards. */
export type Shard = readonly [id: number, count: number];

/** Returns the shard that receives the events of a guild. Direct messages have no guild and belong to shard 0. */
export function shardOf(guildId: string | null, count: number): number {
  return guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
}
