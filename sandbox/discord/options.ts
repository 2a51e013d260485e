/** How a local Discord may be set up; every limit is Discord's own unless said otherwise. */
export interface DiscordOptions {
  /** TCP port on 127.0.0.1; a free one by default. */
  readonly port?: number;
  /** The clock underneath, in Unix milliseconds. */
  readonly now?: () => number;
  readonly heartbeatIntervalMs?: number;
  /** Identifies allowed in a day (1,000): past them the token is reset. */
  readonly identifiesADay?: number;
  /** Shards that `GET /gateway/bot` recommends; by default one for each 1,000 guilds. */
  readonly recommendedShards?: number;
  /** Guilds that one shard may serve (2,500); who identifies with more is closed with 4011. */
  readonly guildsPerShard?: number;
  /** Shards that may identify within one interval (1): shards with the same remainder of it wait for each other. */
  readonly maxConcurrency?: number;
  /** The least time between identifies of a bucket of shards, 5 s at Discord. Off (0) by default: restarts in tests should not wait. */
  readonly identifyIntervalMs?: number;
  /** Bits of the privileged intents that are switched on for the application; none by default. */
  readonly privilegedIntents?: number;
  /** How long `enforce_nonce` finds an earlier message: "a few minutes". */
  readonly nonceWindowMs?: number;
  /** Messages a channel takes in 5 s. Undocumented at Discord, about 5. */
  readonly messagesPer5s?: number;
  /** Requests that are answered in any second (50), interactions aside. */
  readonly requestsPerSecond?: number;
  /** New direct message channels within 10 s, then they are refused. Undocumented at Discord. */
  readonly dmOpensPer10s?: number;
  /** The newest messages of a channel that are kept (20,000); older ones are forgotten as if they had never been. */
  readonly keptMessages?: number;
  /** Bytes of attachments that are kept (64 MiB), the newest. */
  readonly keptFileBytes?: number;
  /** REST requests that are kept to look at (50,000), the newest. */
  readonly keptRequests?: number;
}

export type DiscordSettings = Required<Omit<DiscordOptions, 'now' | 'recommendedShards'>> &
  Pick<DiscordOptions, 'recommendedShards'>;

export function settingsOf(options: DiscordOptions): DiscordSettings {
  return {
    port: options.port ?? 0,
    heartbeatIntervalMs: options.heartbeatIntervalMs ?? 41_250,
    identifiesADay: options.identifiesADay ?? 1_000,
    ...(options.recommendedShards !== undefined && { recommendedShards: options.recommendedShards }),
    guildsPerShard: options.guildsPerShard ?? 2_500,
    maxConcurrency: options.maxConcurrency ?? 1,
    identifyIntervalMs: options.identifyIntervalMs ?? 0,
    privilegedIntents: options.privilegedIntents ?? 0,
    nonceWindowMs: options.nonceWindowMs ?? 5 * 60_000,
    messagesPer5s: options.messagesPer5s ?? 5,
    requestsPerSecond: options.requestsPerSecond ?? 50,
    dmOpensPer10s: options.dmOpensPer10s ?? 10,
    keptMessages: options.keptMessages ?? 20_000,
    keptFileBytes: options.keptFileBytes ?? 64 * 1_024 * 1_024,
    keptRequests: options.keptRequests ?? 50_000,
  };
}
