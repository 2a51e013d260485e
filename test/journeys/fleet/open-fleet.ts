import { expect, onTestFinished } from 'vitest';
import { startBot } from '../../../sandbox/bot.ts';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { freePort } from '../../monitor/free-port.ts';
import { makeDatabase } from '../../storage/postgres/database.ts';
import { openWorld, type WorldOptions } from '../world/world.ts';
import { type Member, startMember } from './member.ts';

/** Opens a world with bots that share one database. */
export async function openFleet(options: WorldOptions = {}) {
  const world = await openWorld(options);
  onTestFinished(() => world.close());
  const url = await makeDatabase();
  const start = (address = url) => startMember({ ...world.environment(), STORE_URL: address }, world.clock);
  /** Starts a leader and a second bot that handles commands too, waits until both work, and adds a feed. */
  const startTwo = async (address = url) => {
    const registered = world.discord.events.next('commands', () => true, PATIENCE_MS);
    const first = await start(address);
    await registered;
    await expect.poll(() => isLive(first)).toBe(true);
    const second = await start();
    await expect.poll(() => leads(second)).toEqual(expect.arrayContaining([true, false]));
    await expect.poll(() => isLive(second)).toBe(true);
    await world.ask(world.mod, 'staff', '/feed add', { kind: 'auctions', channel: world.channel('auctions') });
    return { first, second };
  };
  return { world, url, start, startTwo };
}

/** Opens a world whose bots run in their own processes and share one database. */
export async function openFleetOfProcesses(options: WorldOptions = {}) {
  const world = await openWorld(options);
  onTestFinished(() => world.close());
  const url = await makeDatabase();
  /** Starts a bot, and waits until it reports a live stream. */
  async function start() {
    const port = await freePort();
    const { process, stop, log } = startBot({ ...world.environment(), STORE_URL: url, HTTP_PORT: String(port) });
    onTestFinished(async () => {
      await stop('SIGKILL');
    });
    const health = async () => JSON.parse(await (await fetch(`http://127.0.0.1:${port}/health`)).text());
    const state = async () => (await health().catch(() => null))?.stream.state;
    await expect.poll(state).toBe('live');
    return { process, stop, log, state };
  }
  return { world, url, start };
}

export type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** Returns whether the bot reports a live stream. */
export const isLive = async (member: Member) => (await member.health()).stream.state === 'live';
const leads = async (member: Member) => Object.values((await member.health()).processes).map((one) => one.leads);
