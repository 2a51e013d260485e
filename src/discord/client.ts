import { Client, DefaultRestOptions, GatewayIntentBits, Options, type RateLimitData, REST } from 'discord.js';
import type { GlobalRateLimiter } from '../ports/delivery.ts';
import type { Identifies } from '../ports/fleet.ts';
import type { HttpProxy } from '../proxy/choose-proxy.ts';
import type { AddressBan } from './address-ban.ts';
import { limitAnswers, REST_TIMEOUT_MS } from './answer-deadline.ts';
import { onlyDiscords } from './discords-answers.ts';
import { followGateway, type GatewayParts } from './follow-gateway.ts';
import { PacketGuard } from './guard-packets.ts';
import { limitRequests } from './limit-requests.ts';
import { type RepeatParts, repeatAnswers } from './repeat-answers.ts';
import { createRestAgent, explainProxy } from './rest-agent.ts';
import type { Shards } from './shards.ts';

export interface RestParts extends RepeatParts {
  readonly rateLimiter: Pick<GlobalRateLimiter, 'pass'>;
  readonly addressBan: Pick<AddressBan, 'guard'>;
  /** The proxy to Discord's REST. Absent or null if it is reached directly. */
  readonly proxy?: HttpProxy | null;
}

export interface ClientParts extends RestParts, GatewayParts {}

/** What is asked before there is a client. */
export function createRest(api: string, token: string, parts: RestParts): REST {
  const unswept = { hashSweepInterval: 0, handlerSweepInterval: 0 };
  return new REST({ ...restOptions(api, parts), ...unswept }).setToken(token);
}

function restOptions(api: string, parts: RestParts) {
  const proxy = parts.proxy ?? null;
  const explained = explainProxy(DefaultRestOptions.makeRequest, proxy);
  const send = parts.addressBan.guard(limitAnswers(onlyDiscords(explained), parts.clock));
  const makeRequest = repeatAnswers(limitRequests(send, parts.rateLimiter), parts);
  const agent = createRestAgent(proxy);
  return { api, agent, timeout: REST_TIMEOUT_MS, rejectOnRateLimit: isWorthSaying, makeRequest };
}

/**
 * A client of the bot for some of its shards, whatever the environment says (discord.js reads SHARDS and SHARD_COUNT by
 * itself): only guilds are asked for, and nothing is kept that Crier does not read.
 */
export function createClient(
  api: string,
  { shards, total }: Shards,
  identifies: Identifies,
  parts: ClientParts,
): Client {
  const guard = new PacketGuard(parts);
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    shards,
    // Where it is 1, its default, discord.js takes the environment's SHARD_COUNT instead.
    shardCount: Math.max(total, 2),
    rest: restOptions(api, parts),
    ws: {
      async buildIdentifyThrottler(manager) {
        guard.guardManager(manager);
        const { session_start_limit: limit } = await manager.fetchGatewayInformation();
        return { waitForIdentify: (shardId, signal) => identifies.pass(shardId, limit.max_concurrency, signal) };
      },
    },
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ReactionManager: 0,
      GuildMemberManager: { maxSize: 100, keepOverLimit: (member) => member.id === member.client.user.id },
      UserManager: { maxSize: 1_000, keepOverLimit: (user) => user.id === user.client.user.id },
    }),
  });
  client.options.shardCount = total;
  guard.guardClient(client);
  followGateway(client, parts);
  return client;
}

/** As long an answer may come late; for longer nobody looks at it. */
const LONGEST_EDIT_MS = 30_000;

/**
 * Limits that discord.js is not to wait for in silence: before Crier is ready any of them; one that names no time, so that
 * discord.js would ask again fifty times a second; and those of edits of a message that is old (30046), for which whoever
 * pressed would wait for minutes.
 */
function isWorthSaying({ method, route, retryAfter, global }: RateLimitData): boolean {
  const isEdit = method === 'PATCH' && route.startsWith('/webhooks/');
  if (isEdit && !global && retryAfter > LONGEST_EDIT_MS) return true;
  return retryAfter <= 0 || route.startsWith('/gateway') || route.startsWith('/applications');
}
