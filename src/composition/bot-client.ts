import { type Client, Events } from 'discord.js';
import { commands } from '../../commands/index.ts';
import type { Config } from '../config.ts';
import type { CommandContext } from '../discord/command/command.ts';
import type { ResolvedPermissions } from '../discord/command/permissions.ts';
import { createClient, leaveGateway } from '../discord/gateway/client.ts';
import { followGuildLocales } from '../discord/gateway/guild-locales.ts';
import { followRemovals } from '../discord/gateway/removed-servers.ts';
import type { Shards } from '../discord/gateway/shards.ts';
import { greetServers } from '../discord/greeting/greet-servers.ts';
import { KnownServers } from '../discord/greeting/known-servers.ts';
import { applicationEmojis, drawnPictures, folderPictures, MOST_EMOJIS, uploadIcons } from '../discord/icons/upload.ts';
import type { createDispatch } from '../discord/interactions/dispatch.ts';
import type { AddressBan } from '../discord/rest/address-ban.ts';
import { registerCommands, removeCommands } from '../discord/rest/application.ts';
import type { DiscordRefused } from '../discord/rest/faults.ts';
import { retryRequest } from '../discord/rest/retry-request.ts';
import type { GlobalRateLimiter } from '../ports/delivery.ts';
import type { Identifies } from '../ports/fleet.ts';
import type { Log } from '../ports/log.ts';
import type { Published } from '../ports/status.ts';
import type { HttpProxy } from '../proxy/proxy.ts';
import type { Clock } from '../time/clock.ts';
import { orAborted, within } from '../time/deadline.ts';
import type { StorePorts } from './parts.ts';

/** Limits the wait for a client to leave the gateway. */
export const LEAVE_MS = 1_000;

export interface LoginParts {
  readonly config: Config;
  readonly journal: StorePorts['journal'];
  /** Shared by all clients of this process. */
  readonly identifies: Identifies;
  readonly rateLimiter: GlobalRateLimiter;
  readonly addressBan: Pick<AddressBan, 'guard'>;
  /** The proxy for Discord's REST API, or null if the connection is direct. */
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

/** Creates the client for one attempt to log in. A client whose login failed cannot log in again. */
export function prepareClient(shards: Shards, dispatch: ReturnType<typeof createDispatch>, parts: LoginParts): Client {
  const { config, context, resolved, identifies, log } = parts;
  const client = createClient(config.DISCORD_API_URL, shards, identifies, parts);
  client.on(Events.Raw, (packet: unknown) => resolved.note(packet));
  client.on(Events.InteractionCreate, (interaction) => void dispatch(interaction));
  followGuildLocales(client, context, log);
  followRemovals(client, context);
  return client;
}

/** Logs a client in. Rejects if the login fails or is stopped; the client is closed by then. */
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

/** Greets the servers of some shards that the bot joins from now on, or joined while it was away. */
export function greet(client: Client<true>, shards: Shards, parts: LoginParts): ReturnType<typeof greetServers> {
  const { context, journal, clock, random, log, signal } = parts;
  const known = new KnownServers(journal, shards);
  return greetServers(client, context, { known, clock, random, log, signal });
}

const REGISTRATION = {
  failing: 'Commands not registered yet, retrying. Alerts are sent, and commands registered before still work',
  rejected:
    'Commands rejected by Discord, retrying at longer intervals. Alerts are sent, and commands registered before still work',
  recovered: 'Commands registered',
};

/**
 * Registers the commands and uploads the icons, for all processes.
 * @param onFault called with each fault that ends one of them
 */
export function publish(client: Client<true>, parts: LoginParts, onFault: (error: unknown) => void): void {
  const reportFault = (error: unknown) => {
    if (!parts.signal.aborted) onFault(error);
  };
  register(client, parts).catch(reportFault);
  upload(client, parts).catch(reportFault);
}

async function register(client: Client<true>, parts: LoginParts): Promise<void> {
  const { rest, application } = client;
  const definitions = commands.map((command) => command.definition);
  const guildId = parts.config.DISCORD_GUILD_ID ?? null;
  const ids = await retryRequest(
    () => registerCommands(rest, application.id, definitions, guildId),
    REGISTRATION,
    parts,
  );
  parts.published.put('commands', Object.fromEntries(ids));
  await retryRequest(() => removeOthers(client, guildId, parts), REMOVAL, parts);
}

/**
 * Numbers in the journal for the scope of the last registration: a server's id in two parts, since no number holds it,
 * or 0 and 0 for the global scope.
 */
const SCOPE = { high: 'commands-server-high', low: 'commands-server-low' };
const LOW_PART = 1_000_000_000n;
/** Limits the servers searched by a start that finds no saved scope. A bot in development is in few. */
const MOST_SERVERS_LOOKED_AT = 10;

const REMOVAL = {
  failing: 'Commands of an earlier start not removed yet, retrying',
  recovered: 'Commands of an earlier start removed',
};

/**
 * Removes the commands that an earlier start registered in another scope, under another DISCORD_GUILD_ID. Members of
 * that server would see each command twice.
 */
async function removeOthers(client: Client<true>, guildId: string | null, { journal, log }: LoginParts): Promise<void> {
  const { scopes, unseen } = await formerScopes(client, journal);
  const others = new Set(scopes);
  if (guildId !== null) others.add(null);
  others.delete(guildId);
  for (const other of others) {
    const removed = await removeCommands(client.rest, client.application.id, other);
    if (removed === 0) continue;
    if (other === null) log.info({ commands: removed }, 'Global commands removed: DISCORD_GUILD_ID names one server');
    else log.info({ commands: removed, server: other }, 'Commands of an earlier DISCORD_GUILD_ID removed');
  }
  if (unseen) {
    const facts = { servers: scopes.length };
    log.info(facts, 'Commands of an earlier DISCORD_GUILD_ID may remain, only some servers were searched');
    return;
  }
  const id = BigInt(guildId ?? 0);
  await journal.saveNumbers({ [SCOPE.high]: Number(id / LOW_PART), [SCOPE.low]: Number(id % LOW_PART) });
}

/**
 * Finds the scopes in which an earlier start may have registered commands: servers, or null for the global scope.
 * `unseen` is true if further servers may have commands, on other shards or beyond the limit.
 */
async function formerScopes(
  { guilds, options }: Client<true>,
  journal: Pick<LoginParts['journal'], 'savedNumber'>,
): Promise<{ readonly scopes: readonly (string | null)[]; readonly unseen: boolean }> {
  const [high, low] = [await journal.savedNumber(SCOPE.high), await journal.savedNumber(SCOPE.low)];
  if (high === null || low === null) {
    const ofAllShards = Array.isArray(options.shards) && options.shards.length === options.shardCount;
    const scopes = [...guilds.cache.keys()].slice(0, MOST_SERVERS_LOOKED_AT);
    return { scopes, unseen: !ofAllShards || scopes.length < guilds.cache.size };
  }
  const id = BigInt(high) * LOW_PART + BigInt(low);
  return { scopes: [id === 0n ? null : String(id)], unseen: false };
}

async function upload(client: Client<true>, parts: LoginParts): Promise<void> {
  const drawn = await drawnPictures();
  const folder = parts.config.ITEM_ICONS;
  const own = folder === undefined ? [] : await folderPictures(folder, MOST_EMOJIS - drawn.length, parts.log);
  const onUp = (ids: ReadonlyMap<string, string>) => parts.published.put('icons', Object.fromEntries(ids));
  await uploadIcons([...drawn, ...own], applicationEmojis(client), onUp, parts);
}
