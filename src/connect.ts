import { setTimeout as wait } from 'node:timers/promises';
import { type Client, Events } from 'discord.js';
import { commands } from '../commands/index.ts';
import type { Config } from './config.ts';
import { createClient } from './discord/client.ts';
import type { Desk } from './discord/command/command.ts';
import { createDispatch } from './discord/dispatch.ts';
import { awaitGateway } from './discord/gateway-check.ts';
import { followGuildLocales } from './discord/guild-locales.ts';
import { registerCommands } from './discord/register.ts';
import type { ResolvedPermissions } from './discord/resolved-permissions.ts';
import type { Log } from './ports/log.ts';

const LEAVE_MS = 1_000;

/** Logs in, however long Discord is away, and registers the commands; null: stopped before. */
export async function connect(
  config: Config,
  desk: Desk,
  resolved: ResolvedPermissions,
  log: Log,
  stop: AbortController,
  end: (error: Error) => void,
): Promise<Client<true> | null> {
  const client = createClient(config.DISCORD_API_URL, log, stop.signal, end);
  const dispatch = createDispatch(commands, desk);
  client.on(Events.Raw, (packet: unknown) => resolved.note(packet));
  client.on(Events.InteractionCreate, (interaction) => void dispatch(interaction));
  followGuildLocales(client, desk.book, desk.settings, log);
  try {
    client.rest.setToken(config.DISCORD_TOKEN);
    await awaitGateway(client.rest, log, stop.signal);
    const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
    const stopped = new Promise<null>((resolve) =>
      stop.signal.addEventListener('abort', () => resolve(null), { once: true }),
    );
    await client.login(config.DISCORD_TOKEN);
    const readyClient = await Promise.race([ready, stopped]);
    if (!readyClient) return null;
    const definitions = commands.map((command) => command.definition);
    await registerCommands(client.rest, readyClient.application.id, definitions, config.DISCORD_GUILD_ID ?? null);
    log.info({ bot: readyClient.user.tag, guilds: readyClient.guilds.cache.size }, 'Crier is ready');
    return readyClient;
  } catch (error) {
    if (!stop.signal.aborted) end(error instanceof Error ? error : new Error(String(error)));
    await Promise.race([client.destroy(), wait(LEAVE_MS)]);
    return null;
  }
}
