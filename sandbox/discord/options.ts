/** Default of `nonceWindowMs`. */
export const NONCE_WINDOW_MS = 5 * 60_000;

/** Options of a local Discord. Every default limit is Discord's own unless the option says otherwise. */
export interface DiscordOptions {
  /** TCP port on 127.0.0.1; a free one by default. */
  readonly port?: number;
  /** Source of the current Unix time in milliseconds. */
  readonly now?: () => number;
  readonly heartbeatIntervalMs?: number;
  /** Maximum number of identifies in a day (1,000). Discord resets the token beyond it. */
  readonly identifiesADay?: number;
  /** Number of shards that `GET /gateway/bot` recommends; by default one for every 1,000 guilds. */
  readonly recommendedShards?: number;
  /** Maximum number of guilds of a shard (2,500). The gateway closes a larger session with 4011. */
  readonly guildsPerShard?: number;
  /**
   * Number of shards that may identify within one interval (1). Shards with the same remainder of it share a bucket.
   */
  readonly maxConcurrency?: number;
  /**
   * Minimum time between two identifies of a bucket of shards (ms), 5 s at Discord. Off (0) by default, so that
   * restarts in tests need not wait.
   */
  readonly identifyIntervalMs?: number;
  /** Privileged intents enabled for the application, as bits; none by default. */
  readonly privilegedIntents?: number;
  /** How long `enforce_nonce` finds an earlier message (ms). Discord documents "a few minutes". */
  readonly nonceWindowMs?: number;
  /** Maximum number of messages to a channel in 5 s. Discord does not document it; about 5. */
  readonly messagesPer5s?: number;
  /** Maximum number of requests in any second (50). Interactions are exempt. */
  readonly requestsPerSecond?: number;
  /** Maximum number of new direct message channels within 10 s. Discord does not document it. */
  readonly dmOpensPer10s?: number;
  /** Maximum number of messages kept in a channel (20,000). The oldest are dropped without an event. */
  readonly keptMessages?: number;
  /** Maximum number of attachment bytes kept (64 MiB). The oldest files are dropped first. */
  readonly keptFileBytes?: number;
  /** Maximum number of recorded REST requests (50,000). The oldest are dropped first. */
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
    nonceWindowMs: options.nonceWindowMs ?? NONCE_WINDOW_MS,
    messagesPer5s: options.messagesPer5s ?? 5,
    requestsPerSecond: options.requestsPerSecond ?? 50,
    dmOpensPer10s: options.dmOpensPer10s ?? 10,
    keptMessages: options.keptMessages ?? 20_000,
    keptFileBytes: options.keptFileBytes ?? 64 * 1_024 * 1_024,
    keptRequests: options.keptRequests ?? 50_000,
  };
}
