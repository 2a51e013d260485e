import { createRequire } from 'node:module';
import type { RESTOptions } from 'discord.js';

type RestAgent = NonNullable<RESTOptions['agent']>;

/**
 * What a REST client of discord.js is to send through: an agent of the undici that discord.js brings. Without one it sends
 * through the process's global agent, which may be of the data service's newer undici, depending on what is imported first:
 * that one takes none of the forms in which discord.js sends files.
 */
export function createRestAgent(): RestAgent {
  const discord = createRequire(import.meta.url).resolve('discord.js');
  const rest = createRequire(discord).resolve('@discordjs/rest');
  const undici: { readonly Agent: new () => RestAgent } = createRequire(rest)('undici');
  return new undici.Agent();
}
