import { expect, onTestFinished } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
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

export type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** Returns whether the bot reports a live stream. */
export const isLive = async (member: Member) => (await member.health()).stream.state === 'live';
const leads = async (member: Member) => Object.values((await member.health()).processes).map((one) => one.leads);
