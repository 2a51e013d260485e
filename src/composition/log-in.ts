import { type Client, Events } from 'discord.js';
import type { Config } from '../config.ts';
import type { CommandContext } from '../discord/command/command.ts';
import type { ResolvedPermissions } from '../discord/command/permissions.ts';
import { createClient } from '../discord/gateway/client.ts';
import { followGuildLocales } from '../discord/gateway/guild-locales.ts';
import { leaveGateway } from '../discord/gateway/leave-gateway.ts';
import type { Shards } from '../discord/gateway/shards.ts';
import { greetServers } from '../discord/greeting/greet-servers.ts';
import { KnownServers } from '../discord/greeting/known-servers.ts';
import type { createDispatch } from '../discord/interactions/dispatch.ts';
import type { AddressBan } from '../discord/rest/address-ban.ts';
import type { DiscordRefused } from '../discord/rest/faults.ts';
import type { GlobalRateLimiter } from '../ports/delivery.ts';
import type { Identifies } from '../ports/fleet.ts';
import type { Log } from '../ports/log.ts';
import type { Published } from '../ports/status.ts';
import type { HttpProxy } from '../proxy/choose-proxy.ts';
import type { Clock } from '../time/clock.ts';
import { orAborted, within } from '../time/within.ts';
import type { StorePorts } from './store-ports.ts';

const LEAVE_MS = 1_000;

export interface LoginParts {
  readonly config: Config;
  readonly journal: StorePorts['journal'];
  /** For all clients of this process. */
  readonly identifies: Identifies;
  readonly rateLimiter: GlobalRateLimiter;
  readonly addressBan: Pick<AddressBan, 'guard'>;
  /** The proxy to Discord's REST, or null if it is reached directly. */
  readonly proxy: HttpProxy | null;
  readonly published: Published;
  readonly context: CommandContext;
  readonly resolved: ResolvedPermissions;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onFatal: (error: DiscordRefused) => void;
}

export interface LogInParts extends Pick<LoginParts, 'clock' | 'signal'> {
  readonly config: Pick<Config, 'DISCORD_TOKEN'>;
}

/** A client that could not log in takes no second login: each attempt has one of its own. */
export function prepareClient(shards: Shards, dispatch: ReturnType<typeof createDispatch>, parts: LoginParts): Client {
  const { config, context, resolved, identifies, log } = parts;
  const client = createClient(config.DISCORD_API_URL, shards, identifies, parts);
  client.on(Events.Raw, (packet: unknown) => resolved.note(packet));
  client.on(Events.InteractionCreate, (interaction) => void dispatch(interaction));
  followGuildLocales(client, context, log);
  return client;
}

/** Rejects where the login fails or is stopped; the client is closed by then. */
export async function logIn(client: Client, { config, clock, signal }: LogInParts): Promise<Client<true>> {
  const leave = () => void leaveGateway(client);
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', leave, { once: true });
    await orAborted(client.login(config.DISCORD_TOKEN), signal);
    return await orAborted(ready, signal);
  } catch (error) {
    await within(LEAVE_MS, leaveGateway(client), clock);
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Greets the servers of some shards from now on, and those that it joined meanwhile. */
export function greet(client: Client<true>, shards: Shards, parts: LoginParts): ReturnType<typeof greetServers> {
  const { context, journal, clock, random, log, signal } = parts;
  const known = new KnownServers(journal, shards);
  return greetServers(client, context, { known, clock, random, log, signal });
}
