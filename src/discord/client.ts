import {
  Client,
  DefaultRestOptions,
  Events,
  GatewayCloseCodes,
  GatewayIntentBits,
  Options,
  type RateLimitData,
} from 'discord.js';
import type { IdentifyPace } from './identify-pace.ts';
import { DiscordRefused, FAULT_OF_VERSION, TokenRefused } from './refused.ts';
import { type RepeatParts, repeatAnswers } from './repeat-answers.ts';
import { createRestAgent } from './rest-agent.ts';

/** Close codes after which discord.js does not come back, and what to do about them. */
const FATAL_CLOSES: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.InvalidShard]: `Discord does not take the shard that Crier logs in as. ${FAULT_OF_VERSION}`,
  [GatewayCloseCodes.ShardingRequired]:
    'Crier is in more servers than Discord lets one shard serve (2,500), and this version runs one alone: take it out of some, or update to a version that runs several.',
  [GatewayCloseCodes.InvalidAPIVersion]: 'Discord no longer speaks this gateway version: update Crier.',
  [GatewayCloseCodes.InvalidIntents]: `Discord does not know the intents that Crier asks for. ${FAULT_OF_VERSION}`,
  [GatewayCloseCodes.DisallowedIntents]: `Discord refuses the intents that Crier asks for, though none of them has to be switched on at discord.com/developers. ${FAULT_OF_VERSION}`,
};

export interface ClientParts extends RepeatParts {
  /** Aborts when Crier is to stop. */
  readonly signal: AbortSignal;
  readonly onFatal: (error: DiscordRefused) => void;
}

/**
 * The bot's client, one shard of one whatever the environment says (discord.js reads SHARDS and SHARD_COUNT by itself): only
 * guilds are asked for, and nothing is kept that Crier does not read. `pace`: one for all clients of the bot.
 */
export function createClient(api: string, pace: IdentifyPace, parts: ClientParts): Client {
  const { log, signal: stopping, onFatal } = parts;
  const makeRequest = repeatAnswers(DefaultRestOptions.makeRequest, parts);
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    shards: [0],
    // Where it is 1, its default, discord.js takes the environment's SHARD_COUNT instead.
    shardCount: 2,
    rest: { api, agent: createRestAgent(), timeout: 15_000, rejectOnRateLimit: isWorthSaying, makeRequest },
    ws: { buildIdentifyThrottler: (manager) => pace.throttler(manager) },
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ReactionManager: 0,
      GuildMemberManager: { maxSize: 100, keepOverLimit: (member) => member.id === member.client.user.id },
      UserManager: { maxSize: 1_000, keepOverLimit: (user) => user.id === user.client.user.id },
    }),
  });
  client.options.shardCount = 1;
  client.on(Events.Error, (error) => log.warn({ err: error }, 'Discord client trouble'));
  // discord.js tries again every half second while the gateway is away: that is said once. Who logs in says it themselves.
  const lost = new Set<number>();
  client.on(Events.ShardError, ({ message }, shard) => {
    const line = client.isReady() && !lost.has(shard) && !stopping.aborted ? log.warn : log.debug;
    line({ reason: message, shard }, 'Gateway trouble; reconnecting');
  });
  client.on(Events.ShardReconnecting, (shard) => {
    if (!stopping.aborted && !lost.has(shard)) log.info({ shard }, 'Gateway lost; reconnecting');
    lost.add(shard);
  });
  client.on(Events.ShardReady, (shard) => {
    if (lost.delete(shard)) log.info({ shard }, 'Gateway is back, with a new session');
  });
  client.on(Events.ShardResume, (shard, replayed) => {
    lost.delete(shard);
    log.info({ shard, replayed }, 'Gateway resumed');
  });
  client.on(Events.ShardDisconnect, ({ code }, shard) => {
    log.error({ shard, code }, 'Gateway closed for good');
    onFatal(asRefusal(code));
  });
  client.on(Events.Invalidated, () =>
    onFatal(new DiscordRefused('Discord ended the session for good: start Crier again.')),
  );
  return client;
}

function asRefusal(code: number): DiscordRefused {
  if (code === GatewayCloseCodes.AuthenticationFailed) return new TokenRefused();
  return new DiscordRefused(
    FATAL_CLOSES[code] ??
      `Discord closed the gateway for good (${code}): start Crier again, and update it where that does not help.`,
  );
}

/**
 * Limits that discord.js is not to wait for in silence: before Crier is ready any of them; and the page of a banned address,
 * which names no time, so that discord.js would ask again fifty times a second.
 */
function isWorthSaying({ route, retryAfter }: RateLimitData): boolean {
  return retryAfter <= 0 || route.startsWith('/gateway') || route.startsWith('/applications');
}
