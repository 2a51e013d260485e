/** A shard of so many. */
export type Shard = readonly [id: number, count: number];

/** The shard to which Discord sends what happens in a guild; of no guild are direct messages, which shard 0 hears. */
export function shardOf(guildId: string | null, count: number): number {
  return guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
}
