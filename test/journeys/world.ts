import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bot, type BotOptions, startBot } from '../../src/sandbox/bot.ts';
import { startDiscord } from '../../src/sandbox/discord/discord.ts';
import type { DiscordOptions } from '../../src/sandbox/discord/options.ts';
import type { OptionValues } from '../../src/sandbox/discord/people/command-call.ts';
import { createEconomy } from '../../src/sandbox/economy/create-economy.ts';
import type { ServiceSettings } from '../../src/sandbox/service/settings.ts';
import { startService } from '../../src/sandbox/service/start-service.ts';

export interface WorldOptions {
  readonly shops?: number;
  readonly service?: Partial<ServiceSettings>;
  readonly discord?: DiscordOptions;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A whole world: the simulated service, the local Discord, two people in a server, and the real bot in its own process. */
export async function openWorld({
  shops = 300,
  service: settings = {},
  discord: options = {},
  environment = {},
}: WorldOptions = {}) {
  const economy = createEconomy({ seed: 7, shops });
  const service = await startService({ economy, ...settings });
  const discord = await startDiscord(options);
  const guild = discord.world.addGuild({
    name: 'Town',
    channels: [{ name: 'market' }, { name: 'auctions' }, { name: 'staff' }],
  });
  const channel = (name: string) => {
    const found = [...guild.channels.values()].find((one) => one.name === name);
    if (!found) throw new Error(`no channel ${name}`);
    return found;
  };
  const mod = discord.world.addUser({ name: 'Mod' });
  const player = discord.world.addUser({ name: 'Player' });
  discord.world.addMember(guild, mod, ['ManageChannels']);
  discord.world.addMember(guild, player);
  const folder = await mkdtemp(join(tmpdir(), 'crier-town-'));
  const bots: Bot[] = [];

  const world = {
    economy,
    service,
    discord,
    guild,
    channel,
    mod,
    player,
    folder,
    /** What `npm start` is given. */
    environment: () => ({
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.url,
      SERVICE_URL: service.url,
      STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}`,
      ...environment,
    }),
    /** Starts the bot; resolves when its commands are registered, or it has ended. */
    async startBot(more: Readonly<Record<string, string>> = {}, options: BotOptions = {}): Promise<Bot> {
      const registered = discord.events.next('commands', () => true, 20_000);
      const bot = startBot({ ...world.environment(), ...more }, options);
      bots.push(bot);
      await Promise.race([registered, bot.exited]);
      registered.catch(() => {
        // It ended before it registered anything; whoever asked looks at its exit.
      });
      return bot;
    },
    /** Types a command and gives what is shown in the end, as one text. */
    async ask(who: typeof mod, where: string | null, line: string, values: OptionValues = {}) {
      const person = discord.as(who);
      const answer = (where === null ? person.inDm() : person.in(channel(where))).run(line, values);
      const message = await answer.reply(20_000);
      return { answer, message, text: textOf(message) };
    },
    async close() {
      for (const bot of bots) if (bot.process.exitCode === null) await bot.stop('SIGKILL');
      await Promise.all([service.close(), discord.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Everything of a message that a person reads. */
export function textOf(message: { readonly content: string; readonly embeds: readonly unknown[] }): string {
  const parts: string[] = [message.content];
  const walk = (value: unknown) => {
    if (typeof value === 'string') parts.push(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
  };
  message.embeds.forEach(walk);
  return parts.join('\n');
}
