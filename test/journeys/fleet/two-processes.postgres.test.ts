import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlitePorts } from '../../../src/composition/sqlite-ports.ts';
import type { StorePorts } from '../../../src/composition/store-ports.ts';
import { Postgres } from '../../../src/postgres/connection.ts';
import { openPostgresPorts } from '../../../src/postgres/ports.ts';
import { locateStore } from '../../../src/store/location.ts';
import { openStore } from '../../../src/store/store.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { locationOf, makeDatabase } from '../../postgres/database.ts';
import { startTcpProxy } from '../../postgres/tcp-proxy.ts';
import { openWorld, textOf } from '../world/world.ts';
import { type Member, startMember } from './member.ts';

/** A world, and ways to start bots in it that share one database. */
async function openFleet() {
  const world = await openWorld();
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
  return { world, url, log, startTwo };
}

const isLive = async (member: Member) => (await member.health()).stream.state === 'live';
const leads = async (member: Member) => Object.values((await member.health()).processes).map((one) => one.leads);

type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** Auctions off some eggs; gives how often each amount was told when the last is. */
async function auction({ world }: Fleet, amounts: readonly number[]): Promise<readonly number[]> {
  const channel = world.channel('auctions');
  const told = (amount: number) =>
    world.discord.messages(channel).filter((message) => textOf(message).includes(`${amount} sold at auction`)).length;
  for (const amount of amounts) {
    world.economy.auction({ item: { type: 'DRAGON_EGG', quantity: 64 }, amount, finalBid: 100 });
    await expect.poll(() => told(amount)).toBe(1);
  }
  return amounts.map(told);
}

test('one of two bots leads; when it loses its database the other goes on, and everything is told once', async () => {
  const fleet = await openFleet();
  const { world, url, log, startTwo } = fleet;
  const proxy = await startTcpProxy(url);
  onTestFinished(() => proxy.close());
  const { first, second } = await startTwo(proxy.url(url));
  const [ofFirst, ofSecond] = [await first.health(), await second.health()];
  expect(ofSecond.snapshot.takenAt).toBe(ofFirst.snapshot.takenAt);
  expect(await auction(fleet, [4, 5])).toEqual([1, 1]);

  const connected = world.service.nextConnection();
  proxy.refuse(true);
  proxy.cut();
  await connected;
  await expect.poll(() => isLive(second)).toBe(true);
  expect(await auction(fleet, [6, 7])).toEqual([1, 1]);
  expect(world.service.snapshotCount()).toMatchObject({ tooSoon: 0 });
  expect(log.lines.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringContaining('is gone; this process goes'),
  );
});

test('a leader that is stopped hands over at once, and nothing is missed but for that moment', async () => {
  const fleet = await openFleet();
  const { world, log, startTwo } = fleet;
  const { first, second } = await startTwo();
  expect(await auction(fleet, [4])).toEqual([1]);
  const connected = world.service.nextConnection();
  expect(await first.stop()).toBe(0);
  await connected;
  await expect.poll(() => isLive(second)).toBe(true);
  expect(await auction(fleet, [5, 6])).toEqual([1, 1]);
  expect(log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
});
