import { Client, Events, GatewayCloseCodes, GatewayIntentBits, Options } from 'discord.js';
import type { Identifies } from '../../ports/fleet.ts';
import type { Log } from '../../ports/log.ts';
import { botRestOptions, type RestParts } from '../rest/clients.ts';
import { DiscordRefused, FAULT_OF_VERSION, TokenRefused } from '../rest/faults.ts';
import { PacketGuard } from './guard-packets.ts';
import type { Shards } from './shards.ts';

export interface ClientParts extends RestParts, GatewayParts {}

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
    rest: botRestOptions(api, parts),
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

/** Close codes after which discord.js does not come back, and what to do about them. */
const FATAL_CLOSES: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.InvalidShard]: `Discord does not take the shards that Crier logs in as. ${FAULT_OF_VERSION}`,
  [GatewayCloseCodes.ShardingRequired]:
    'Crier is in more servers than Discord lets its shards serve (2,500 each): stop it, in all its processes, and start it again without SHARDS, or with a larger one.',
  [GatewayCloseCodes.InvalidAPIVersion]: 'Discord no longer speaks this gateway version: update Crier.',
  [GatewayCloseCodes.InvalidIntents]: `Discord does not know the intents that Crier asks for. ${FAULT_OF_VERSION}`,
  [GatewayCloseCodes.DisallowedIntents]: `Discord refuses the intents that Crier asks for, though none of them has to be switched on at discord.com/developers. ${FAULT_OF_VERSION}`,
};

export interface GatewayParts {
  readonly log: Log;
  /** Aborts when Crier is to stop. */
  readonly signal: AbortSignal;
  readonly onFatal: (error: DiscordRefused) => void;
}

/** Says what becomes of the connection to Discord's gateway, and what it was closed for when it does not come back. */
export function followGateway(client: Client, { log, signal: stopping, onFatal }: GatewayParts): void {
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
}

function asRefusal(code: number): DiscordRefused {
  if (code === GatewayCloseCodes.AuthenticationFailed) return new TokenRefused();
  return new DiscordRefused(
    FATAL_CLOSES[code] ??
      `Discord closed the gateway for good (${code}): start Crier again, and update it where that does not help.`,
  );
}
