import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bot, startBot } from '../bot.ts';
import { type LocalDiscord, startDiscord } from '../discord/discord.ts';
import type { Channel, Guild, User } from '../discord/world/entities.ts';
import { createEconomy } from '../economy/create-economy.ts';
import type { Economy } from '../economy/economy.ts';
import type { Service } from '../service/service.ts';
import { startService } from '../service/start-service.ts';

/** The demo's world: a living market, a server with two channels, a moderator, a player, and the real bot. */
export interface Town {
  readonly economy: Economy;
  readonly service: Service;
  readonly discord: LocalDiscord;
  readonly guild: Guild;
  readonly auctions: Channel;
  readonly market: Channel;
  readonly moderator: User;
  readonly player: User;
  readonly bot: Bot;
  close(): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

/**
 * Starts everything on free loopback ports; resolves when the bot has registered its commands.
 * @throws Error with the bot's own words where it ended instead
 */
export async function openTown(seed: number): Promise<Town> {
  const economy = createEconomy({ seed });
  const service = await startService({ economy });
  const discord = await startDiscord();
  const guild = discord.world.addGuild({ name: 'Market Town', channels: [{ name: 'auctions' }, { name: 'market' }] });
  const [auctions, market] = [...guild.channels.values()];
  if (!auctions || !market) throw new Error('a town without channels');
  const moderator = discord.world.addUser({ name: 'Mia', locale: 'en-GB' });
  const player = discord.world.addUser({ name: 'Sam', locale: 'en-US' });
  discord.world.addMember(guild, moderator, ['ManageChannels']);
  discord.world.addMember(guild, player);

  const folder = await mkdtemp(join(tmpdir(), 'crier-demo-'));
  const registered = discord.events.next('commands', () => true, READY_WITHIN_MS);
  const bot = startBot({
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.url,
    SERVICE_URL: service.url,
    STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}`,
    SHOPS_REFRESH_SECONDS: '60',
    LOG_LEVEL: 'warn',
  });
  async function close(): Promise<void> {
    if (bot.process.exitCode === null) await bot.stop();
    await Promise.all([service.close(), discord.close()]);
    await rm(folder, { recursive: true, force: true });
  }
  const ended = bot.exited.then((code) => {
    throw new Error(`the bot ended (${code}):\n${bot.log()}`);
  });
  try {
    await Promise.race([registered, ended]);
  } catch (error) {
    await close();
    throw error;
  }
  ended.catch(() => {
    // From here on its end is the demo's own doing.
  });
  return { economy, service, discord, guild, auctions, market, moderator, player, bot, close };
}
