import { Client, Events, GatewayIntentBits, Options } from 'discord.js';
import { OperatorFault } from '../operator-fault.ts';
import type { Log } from '../ports/log.ts';

/** Discord will not have us: waiting does not help. `message` says what the operator can do. */
export class DiscordRefused extends OperatorFault {
  override readonly name = 'DiscordRefused';
}

/** Close codes after which discord.js does not come back, and what to do about them. */
const FATAL_CLOSES: Readonly<Record<number, string>> = {
  4004: 'Discord refused the token at the gateway: check DISCORD_TOKEN.',
  4010: 'Discord refused the shard.',
  4011: 'Discord demands more shards.',
  4012: 'Discord no longer speaks this gateway version: update Crier.',
  4013: 'Discord refused the intents.',
  4014: 'Discord refused the intents: they are not allowed for this application.',
};

/** The bot's client: only guilds are asked for, and nothing is kept that Crier does not read. */
export function createClient(
  api: string,
  log: Log,
  stopping: AbortSignal,
  onFatal: (error: DiscordRefused) => void,
): Client {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api, timeout: 15_000 },
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ReactionManager: 0,
      GuildMemberManager: { maxSize: 100, keepOverLimit: (member) => member.id === member.client.user.id },
      UserManager: { maxSize: 1_000, keepOverLimit: (user) => user.id === user.client.user.id },
    }),
  });
  client.on(Events.Error, (error) => log.warn({ err: error }, 'Discord client trouble'));
  client.on(Events.ShardError, (error, shard) => log.warn({ err: error, shard }, 'Gateway trouble; reconnecting'));
  // discord.js tries again every half second while the gateway is away: that is said once.
  const lost = new Set<number>();
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
    onFatal(new DiscordRefused(FATAL_CLOSES[code] ?? `Discord closed the gateway for good (${code}).`));
  });
  client.on(Events.Invalidated, () => onFatal(new DiscordRefused('Discord ended the session for good.')));
  return client;
}
