import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ComponentType } from 'discord.js';
import { type Bot, type BotOptions, type BotProcess, startBot } from '../../../sandbox/bot.ts';
import { startDiscord } from '../../../sandbox/discord/discord.ts';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import type { DiscordOptions } from '../../../sandbox/discord/options.ts';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import type { ServiceSettings } from '../../../sandbox/service/settings.ts';
import { startService } from '../../../sandbox/service/start-service.ts';
import type { RecordOptions } from '../../../src/composition/parts.ts';
import { type BotInProcess, startInProcess } from './bot-in-process.ts';
import { unexpectedErrors } from './logged-errors.ts';
import { notifyingRequests } from './notifying-requests.ts';
import { skipTogether } from './skip.ts';
import { SkippingClock } from './skipping-clock.ts';

export interface WorldOptions {
  readonly shops?: number;
  readonly service?: Partial<ServiceSettings>;
  readonly discord?: DiscordOptions;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Opens a world: the simulated service, the local Discord, two users in a server, and the real bot, in the test's
 * process or in its own. Closing it fails if a bot logged an unexpected error, or sent a message that might notify a
 * user.
 */
export async function openWorld({
  shops = 300,
  service: settings = {},
  discord: options = {},
  environment = {},
}: WorldOptions = {}) {
  const clock = new SkippingClock();
  const now = () => clock.now();
  const economy = createEconomy({ seed: 7, shops, now });
  const service = await startService({ economy, now, ...settings });
  const discord = await startDiscord(options);
  const guild = discord.world.addGuild({
    name: 'Town',
    channels: [{ name: 'market' }, { name: 'auctions' }, { name: 'staff' }, { name: 'lobby' }],
    // The greeting goes here, and other messages are looked for elsewhere.
    systemChannel: 'lobby',
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
  const processes: BotProcess[] = [];
  const expected: string[] = [];

  /** Resolves when the bot's commands are registered, or it has ended. */
  async function ready<Started extends Bot>(start: () => Started): Promise<Started> {
    const registered = discord.events.next('commands', () => true, PATIENCE_MS);
    registered.catch(() => {
      // The bot ended before it registered anything, and the caller checks its exit.
    });
    const bot = start();
    bots.push(bot);
    await Promise.race([registered, bot.exited]);
    return bot;
  }

  const world = {
    economy,
    service,
    discord,
    guild,
    channel,
    mod,
    player,
    folder,
    clock,
    /** The environment of `npm start`. */
    environment: () => ({
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.url,
      SERVICE_URL: service.url,
      STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}`,
      ...environment,
    }),
    /** Starts the bot in this process without waiting. `record` holds the options of `--record`. */
    startAtOnce(more: Readonly<Record<string, string>> = {}, record?: RecordOptions): BotInProcess {
      const bot = startInProcess({ ...world.environment(), ...more }, clock, record);
      bots.push(bot);
      return bot;
    },
    /** Starts the bot in this process; resolves when its commands are registered, or it has ended. */
    startBot: (more: Readonly<Record<string, string>> = {}) =>
      ready(() => startInProcess({ ...world.environment(), ...more }, clock)),
    /** Like `startBot` in a process of its own, on the machine's time only. */
    startProcess: (more: Readonly<Record<string, string>> = {}, options: BotOptions = {}) =>
      ready(() => {
        const bot = startBot({ ...world.environment(), ...more }, options);
        processes.push(bot);
        return bot;
      }),
    /** Advances the time of a bot in this process, the service and Discord. */
    skip: (ms: number) => skipTogether({ clock, service, discord }, ms),
    /** Accepts a log line of level error that contains the text. */
    expectError: (sentence: string) => void expected.push(sentence),
    /** Runs a command. @returns the final visible answer as one text */
    async ask(who: typeof mod, where: string | null, line: string, values: OptionValues = {}) {
      const person = discord.as(who);
      const answer = (where === null ? person.inDm() : person.in(channel(where))).run(line, values);
      const message = await answer.reply();
      return { answer, message, text: textOf(message) };
    },
    async close() {
      for (const bot of processes) if (bot.process.exitCode === null) await bot.stop('SIGKILL');
      await Promise.all(bots.map((bot) => bot.stop()));
      await Promise.all([service.close(), discord.close()]);
      await rm(folder, { recursive: true, force: true });
      const errors = bots.flatMap((bot) => unexpectedErrors(bot.log(), expected));
      if (errors.length > 0) throw new Error(`the bot logged errors that nobody expected:\n${errors.join('\n')}`);
      const open = notifyingRequests(discord.requests);
      if (open.length > 0) throw new Error(`the bot sent what might notify somebody:\n${open.join('\n')}`);
    },
  };
  return world;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Returns all visible text of a message. */
export function textOf(message: Pick<Message, 'content' | 'embeds' | 'components'>): string {
  const parts: string[] = [message.content];
  for (const { type, content } of message.components.flatMap(withDescendants)) {
    if (type === ComponentType.TextDisplay) parts.push(String(content));
  }
  const walk = (value: unknown) => {
    if (typeof value === 'string') parts.push(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
  };
  message.embeds.forEach(walk);
  return parts.filter((part) => part !== '').join('\n');
}

/** Returns the text of a message without repeats: the first line of a merged message names its best items again. */
export function newsOf(message: Pick<Message, 'content' | 'embeds' | 'components'>): string {
  const isMerged = message.embeds.some(
    ({ title, description }) => title || / · \*\*[\s\S]*\n.* · \*\*/.test(String(description ?? '')),
  );
  return textOf(isMerged ? { ...message, content: '' } : message);
}
