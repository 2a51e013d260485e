import { type Client, Events } from 'discord.js';
import { commands } from '../../commands/index.ts';
import type { Config } from '../config.ts';
import { createClient } from '../discord/client.ts';
import type { CommandContext } from '../discord/command/command.ts';
import { createDispatch } from '../discord/dispatch.ts';
import { checkGateway } from '../discord/gateway-check.ts';
import { greetServers } from '../discord/greeting/greet-servers.ts';
import type { KnownServers } from '../discord/greeting/known-servers.ts';
import { followGuildLocales } from '../discord/guild-locales.ts';
import { applicationEmojis } from '../discord/icons/application-emojis.ts';
import { folderPictures, MOST_EMOJIS } from '../discord/icons/folder.ts';
import { drawnPictures } from '../discord/icons/icon-picture.ts';
import type { KnownIcons } from '../discord/icons/known-icons.ts';
import { uploadIcons } from '../discord/icons/upload.ts';
import { IdentifyPace } from '../discord/identify-pace.ts';
import { registerCommands } from '../discord/register.ts';
import type { ResolvedPermissions } from '../discord/resolved-permissions.ts';
import { untilDone } from '../discord/until-done.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';
import { within } from '../time/within.ts';

const LEAVE_MS = 1_000;

const LOGIN = { failing: 'Discord does not answer yet; trying again until it does', over: 'Discord answers' };
const REGISTRATION = {
  failing:
    'Discord has not taken the commands yet; trying again until it does. Alerts are sent, and commands from before work',
  over: 'Discord has taken the commands',
};

export interface ConnectParts {
  readonly config: Config;
  readonly context: CommandContext;
  readonly resolved: ResolvedPermissions;
  readonly knownServers: KnownServers;
  readonly icons: KnownIcons;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Discord has ended it, or something did that waiting does not mend. */
  readonly onFatal: (error: Error) => void;
}

export interface Connection {
  readonly client: Client<true>;
  /** Resolves when no greeting of a server is under way. */
  readonly settled: () => Promise<void>;
}

/**
 * Logs in, however long Discord is away; null: stopped before. The commands are registered after that, beside the work, and
 * new servers are greeted when they can use them.
 */
export async function connect(parts: ConnectParts): Promise<Connection | null> {
  const dispatch = createDispatch(commands, parts.context);
  const pace = new IdentifyPace(parts.clock);
  try {
    const client = await untilDone(() => logIn(prepareClient(pace, dispatch, parts), parts), LOGIN, parts);
    parts.log.info({ bot: client.user.tag, guilds: client.guilds.cache.size }, 'Crier is ready');
    let greeter: ReturnType<typeof greetServers> | null = null;
    register(client, parts).then(
      () => {
        greeter = greet(client, parts);
      },
      (error) => giveUp(error, parts),
    );
    upload(client, parts).catch((error) => giveUp(error, parts));
    return { client, settled: async () => greeter?.settled() };
  } catch (error) {
    giveUp(error, parts);
    return null;
  }
}

/** A client that could not log in takes no second login: each attempt has one of its own. */
function prepareClient(pace: IdentifyPace, dispatch: ReturnType<typeof createDispatch>, parts: ConnectParts): Client {
  const { config, context, resolved, log } = parts;
  const client = createClient(config.DISCORD_API_URL, pace, parts);
  client.on(Events.Raw, (packet: unknown) => resolved.note(packet));
  client.on(Events.InteractionCreate, (interaction) => void dispatch(interaction));
  followGuildLocales(client, context.subscriptions, context.settings, log);
  return client;
}

/** Rejects where the login fails or is stopped; the client is closed by then. */
async function logIn(client: Client, { config, clock, signal }: ConnectParts): Promise<Client<true>> {
  const leave = () => void client.destroy();
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  try {
    client.rest.setToken(config.DISCORD_TOKEN);
    await checkGateway(client.rest);
    signal.throwIfAborted();
    signal.addEventListener('abort', leave, { once: true });
    await client.login(config.DISCORD_TOKEN);
    return await ready;
  } catch (error) {
    await within(LEAVE_MS, client.destroy(), clock);
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

async function register({ rest, application }: Client<true>, parts: ConnectParts): Promise<void> {
  const definitions = commands.map((command) => command.definition);
  const guildId = parts.config.DISCORD_GUILD_ID ?? null;
  const ids = await untilDone(() => registerCommands(rest, application.id, definitions, guildId), REGISTRATION, parts);
  parts.context.languages.knowCommands(ids);
}

function greet(client: Client<true>, { context, knownServers: known, clock, random, log, signal }: ConnectParts) {
  return greetServers(client, context.languages, { known, clock, random, log, signal });
}

async function upload(client: Client<true>, parts: ConnectParts): Promise<void> {
  const drawn = drawnPictures();
  const folder = parts.config.ITEM_ICONS;
  const own = folder === undefined ? [] : await folderPictures(folder, MOST_EMOJIS - drawn.length, parts.log);
  await uploadIcons([...drawn, ...own], applicationEmojis(client), parts.icons, parts);
}

function giveUp(error: unknown, { signal, onFatal }: ConnectParts): void {
  if (!signal.aborted) onFatal(error instanceof Error ? error : new Error(String(error)));
}
