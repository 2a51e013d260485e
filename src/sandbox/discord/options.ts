/** How a local Discord may be set up; every limit is Discord's own unless said otherwise. */
export interface DiscordOptions {
  /** TCP port on 127.0.0.1; a free one by default. */
  readonly port?: number;
  /** The clock underneath, in Unix milliseconds. */
  readonly now?: () => number;
  readonly heartbeatIntervalMs?: number;
  /** Identifies allowed in a day (1,000): past them the token is reset. */
  readonly identifiesADay?: number;
  /** The least time between identifies, 5 s at Discord. Off (0) by default: restarts in tests should not wait. */
  readonly identifyIntervalMs?: number;
  /** Bits of the privileged intents that are switched on for the application; none by default. */
  readonly privilegedIntents?: number;
  /** How long `enforce_nonce` finds an earlier message: "a few minutes". */
  readonly nonceWindowMs?: number;
  /** Messages a channel takes in 5 s. Undocumented at Discord, about 5. */
  readonly messagesPer5s?: number;
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

export type DiscordSettings = Required<Omit<DiscordOptions, 'now'>>;

export function settingsOf(options: DiscordOptions): DiscordSettings {
  return {
    port: options.port ?? 0,
    heartbeatIntervalMs: options.heartbeatIntervalMs ?? 41_250,
    identifiesADay: options.identifiesADay ?? 1_000,
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
