import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openSqlitePorts } from '../../../src/composition/sqlite-ports.ts';
import type { StorePorts } from '../../../src/composition/store-ports.ts';
import { Postgres } from '../../../src/postgres/connection.ts';
import { openPostgresPorts } from '../../../src/postgres/ports.ts';
import { locateStore } from '../../../src/store/location.ts';
import { openStore } from '../../../src/store/store.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { locationOf, makeDatabase } from '../../postgres/database.ts';
import { openWorld, type WorldOptions } from '../world/world.ts';
import { type Member, startMember } from './member.ts';

/** A world, and ways to start bots in it that share one database. */
export async function openFleet(options: WorldOptions = {}) {
  const world = await openWorld(options);
  onTestFinished(() => world.close());
  const url = await makeDatabase();
  const log = recordingLog();
  const located = locateStore(`sqlite://${join(world.folder, 'settings.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  const store = await openStore(located.location, log);
  const shared = await openSqlitePorts(store, located.location.stem, { clock: world.clock, log });
  onTestFinished(() => shared.close());
  const open = (address: string) => async (): Promise<StorePorts> => ({
    ...shared,
    ...(await openPostgresPorts(new Postgres(locationOf(address), log), world.clock, log)),
  });
  const start = (address = url) => startMember(world.environment(), open(address), world.clock);
  /** One that handles what people type leads, another is beside it; both are at work, and a feed is made. */
  const startTwo = async (address = url) => {
    const registered = world.discord.events.next('commands', () => true, 20_000);
    const first = await start(address);
    await registered;
    await expect.poll(() => isLive(first)).toBe(true);
    const second = await start();
    await expect.poll(() => leads(second)).toEqual(expect.arrayContaining([true, false]));
    await expect.poll(() => isLive(second)).toBe(true);
    await world.ask(world.mod, 'staff', '/feed add', { kind: 'auctions', channel: world.channel('auctions') });
    return { first, second };
  };
  return { world, url, log, start, startTwo };
}

export type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** Whether it knows of what the service tells just now. */
export const isLive = async (member: Member) => (await member.health()).stream.state === 'live';
const leads = async (member: Member) => Object.values((await member.health()).processes).map((one) => one.leads);
