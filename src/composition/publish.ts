import type { Client } from 'discord.js';
import { commands } from '../../commands/index.ts';
import { applicationEmojis } from '../discord/icons/application-emojis.ts';
import { folderPictures, MOST_EMOJIS } from '../discord/icons/folder.ts';
import { drawnPictures } from '../discord/icons/icon-picture.ts';
import type { KnownIcons } from '../discord/icons/known-icons.ts';
import { uploadIcons } from '../discord/icons/upload.ts';
import { registerCommands } from '../discord/register.ts';
import { untilDone } from '../discord/until-done.ts';
import type { Languages } from '../language/languages.ts';
import type { Published } from '../ports/published.ts';
import type { LoginParts } from './log-in.ts';

const REGISTRATION = {
  failing:
    'Discord has not taken the commands yet; trying again until it does. Alerts are sent, and commands from before work',
  over: 'Discord has taken the commands',
};

/** Hears of the ids of commands and icons, whoever published them. Resolves when those of the commands are known. */
export function followPublished(published: Published, languages: Languages, icons: KnownIcons): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  published.follow('commands', (value) => {
    languages.knowCommands(idsOf(value));
    resolve();
  });
  published.follow('icons', (value) => icons.replace(idsOf(value)));
  return promise;
}

/** Registers the commands and uploads the icons, for all processes. @param onFault for each that is given up */
export function publish(client: Client<true>, parts: LoginParts, onFault: (error: unknown) => void): void {
  const unlessLost = (error: unknown) => {
    if (!parts.signal.aborted) onFault(error);
  };
  register(client, parts).catch(unlessLost);
  upload(client, parts).catch(unlessLost);
}

async function register({ rest, application }: Client<true>, parts: LoginParts): Promise<void> {
  const definitions = commands.map((command) => command.definition);
  const guildId = parts.config.DISCORD_GUILD_ID ?? null;
  const ids = await untilDone(() => registerCommands(rest, application.id, definitions, guildId), REGISTRATION, parts);
  parts.published.put('commands', Object.fromEntries(ids));
}

async function upload(client: Client<true>, parts: LoginParts): Promise<void> {
  const drawn = drawnPictures();
  const folder = parts.config.ITEM_ICONS;
  const own = folder === undefined ? [] : await folderPictures(folder, MOST_EMOJIS - drawn.length, parts.log);
  const onUp = (ids: ReadonlyMap<string, string>) => parts.published.put('icons', Object.fromEntries(ids));
  await uploadIcons([...drawn, ...own], applicationEmojis(client), onUp, parts);
}

/** Ids by name. */
function idsOf(value: unknown): ReadonlyMap<string, string> {
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(pairs.flatMap(([name, id]) => (typeof id === 'string' ? [[name, id] as const] : [])));
}
