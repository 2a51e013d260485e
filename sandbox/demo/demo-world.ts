import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bot, type BotProcess, startBot } from '../bot.ts';
import { startDiscord } from '../discord/discord.ts';
import type { Channel, User } from '../discord/world/entities.ts';
import { createEconomy } from '../economy/create-economy.ts';
import { planMonth } from '../economy/month.ts';
import { type PastEvent, stockUp } from '../economy/past-event.ts';
import type { Sandbox } from '../page/sandbox.ts';
import { startWebMap } from '../page/web-map.ts';
import { startService } from '../service/start-service.ts';
import { findFreePort } from './free-port.ts';

/**
 * The demo's world: a living market, the game server's web map, a Discord server with channels, a thread and a forum,
 * its members, and the real bot.
 */
export interface DemoWorld<Started extends Bot = BotProcess> extends Sandbox {
  readonly auctions: Channel;
  readonly market: Channel;
  readonly moderator: User;
  readonly player: User;
  readonly bot: Started;
  /** Thirty days of trade that the bot does not know yet: see `replayPast`. */
  readonly past: readonly PastEvent[];
  close(): Promise<void>;
}

export interface DemoPlan {
  readonly seed: number;
  readonly shops: number;
  /** Cancels the opening. */
  readonly stop?: AbortSignal;
  /** Clock in epoch ms. The default is the machine's own. */
  readonly now?: () => number;
}

const readyWithinMs = 30_000;
/** A third of a live service's events in 30 days, so that a visitor does not wait for it. */
const pastEventsPerShop = 2;
/** Bounds the log, because a demo may run for days. */
const kept = { keptMessages: 500, keptRequests: 500 };
/** The bot ends within 5 s of SIGTERM. After this time it is killed. */
const stopWithinMs = 7_000;

/**
 * Starts everything on free loopback ports. Resolves when the bot has registered its commands.
 * @throws Error with the bot's output if it ended, or the reason of the stop
 */
export function openDemoWorld(plan: DemoPlan): Promise<DemoWorld> {
  return openDemoWorldWith(plan, startBot);
}

/** Does the same as `openDemoWorld` with another way to start the bot. `start` gets the environment of `npm start`. */
export async function openDemoWorldWith<Started extends Bot>(
  { seed, shops, stop, now = Date.now }: DemoPlan,
  start: (environment: Readonly<Record<string, string>>) => Started,
): Promise<DemoWorld<Started>> {
  const economy = createEconomy({ seed, shops, now, hostileNames: 'later' });
  const past = planMonth(economy, { seed, events: shops * pastEventsPerShop, until: now() });
  stockUp(economy, past);
  const service = await startService({ economy, now });
  const map = await startWebMap(economy.shops());
  const discord = await startDiscord(kept);
  const populated = populate(discord.world);
  const folder = await mkdtemp(join(tmpdir(), 'crier-demo-'));
  const healthPort = await findFreePort();
  const registered = discord.events.next('commands', () => true, readyWithinMs);
  const bot = start({
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.url,
    SERVICE_URL: service.url,
    STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}`,
    SHOPS_REFRESH_SECONDS: '60',
    LANDMARKS: map.markersUrl,
    MAP_URL: map.placeUrl,
    HTTP_PORT: String(healthPort),
    LOG_LEVEL: 'warn',
  });

  async function close(): Promise<void> {
    const kill = setTimeout(() => void bot.stop('SIGKILL'), stopWithinMs);
    await bot.stop();
    clearTimeout(kill);
    await Promise.all([service.close(), map.close(), discord.close()]);
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await Promise.race([registered, failsWhenEnded(bot), ...(stop ? [failsWhenStopped(stop)] : [])]);
  } catch (error) {
    registered.catch(() => {}); // the waiter is gone
    await close();
    throw error;
  }
  const healthUrl = `http://127.0.0.1:${healthPort}/health`;
  return { economy, service, discord, ...populated, healthUrl, bot, past, close };
}

function populate(world: Awaited<ReturnType<typeof startDiscord>>['world']) {
  const guild = world.addGuild({ name: 'Market Town' });
  const [auctions, market, staff] = [
    world.addChannel(guild, { name: 'auctions' }),
    world.addChannel(guild, { name: 'market' }),
    world.addChannel(guild, { name: 'staff' }),
  ];
  world.setSystemChannel(guild, market);
  const player = world.addUser({ name: 'Sam', locale: 'en-US' });
  const moderator = world.addUser({ name: 'Mia', locale: 'en-GB' });
  const traveller = world.addUser({ name: 'Lena', locale: 'de', installed: true });
  world.addMember(guild, player);
  world.addMember(guild, moderator, ['ManageChannels']);
  const people = [
    { user: player, role: 'member' },
    { user: moderator, role: 'moderator' },
    { user: traveller, role: 'user' },
  ] as const;
  const haggling = world.addChannel(guild, { name: 'haggling', type: 'thread', parent: market });
  const deals = world.addChannel(guild, { name: 'deals', type: 'forum' });
  const bargains = world.addChannel(guild, { name: 'Bargains of the day', type: 'thread', parent: deals });
  const places = [
    auctions,
    market,
    haggling,
    staff,
    deals,
    bargains,
    ...people.map(({ user }) => world.dmChannel(user)),
  ];
  return { auctions, market, player, moderator, people, places };
}

async function failsWhenEnded(bot: Bot): Promise<never> {
  const code = await bot.exited;
  throw new Error(`the bot ended (${code}):\n${bot.log()}`);
}

async function failsWhenStopped(stop: AbortSignal): Promise<never> {
  if (!stop.aborted) await once(stop, 'abort');
  throw stop.reason;
}
