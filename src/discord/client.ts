import { Client, DefaultRestOptions, GatewayIntentBits, Options, type RateLimitData } from 'discord.js';
import { followGateway, type GatewayParts } from './follow-gateway.ts';
import type { IdentifyPace } from './identify-pace.ts';
import { type RepeatParts, repeatAnswers } from './repeat-answers.ts';
import { createRestAgent } from './rest-agent.ts';

export interface ClientParts extends RepeatParts, GatewayParts {}

/**
 * The bot's client, one shard of one whatever the environment says (discord.js reads SHARDS and SHARD_COUNT by itself): only
 * guilds are asked for, and nothing is kept that Crier does not read. `pace`: one for all clients of the bot.
 */
export function createClient(api: string, pace: IdentifyPace, parts: ClientParts): Client {
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
  followGateway(client, parts);
  return client;
}

/** As long an answer may come late; for longer nobody looks at it. */
const LONGEST_EDIT_MS = 30_000;

/**
 * Limits that discord.js is not to wait for in silence: before Crier is ready any of them; the page of a banned address,
 * which names no time, so that discord.js would ask again fifty times a second; and those of edits of a message that is old
 * (30046), for which whoever pressed would wait for minutes.
 */
function isWorthSaying({ method, route, retryAfter, global }: RateLimitData): boolean {
  const isEdit = method === 'PATCH' && route.startsWith('/webhooks/');
  if (isEdit && !global && retryAfter > LONGEST_EDIT_MS) return true;
  return retryAfter <= 0 || route.startsWith('/gateway') || route.startsWith('/applications');
}
