import { expect, onTestFinished, test } from 'vitest';
import { openHandle } from '../../storage/postgres/database.ts';
import { startTcpProxy } from '../../storage/postgres/tcp-proxy.ts';
import { textOf } from '../world/world.ts';
import { type Fleet, isLive, openFleet } from './open-fleet.ts';

/** Auctions some eggs. @returns how often each amount was delivered once the last one is */
async function auction({ world }: Fleet, amounts: readonly number[]): Promise<readonly number[]> {
  const channel = world.channel('auctions');
  const alertsOf = (amount: number) =>
    world.discord
      .messages(channel)
      .filter((message) => textOf(message).includes(`${amount} × Dragon Egg: sold at auction`)).length;
  for (const amount of amounts) {
    world.economy.auction({ item: { type: 'DRAGON_EGG', quantity: 64 }, amount, finalBid: 100 });
    await expect.poll(() => alertsOf(amount)).toBe(1);
  }
  return amounts.map(alertsOf);
}

test('a bot takes over when the leader loses its database, and events are delivered once', async () => {
  const fleet = await openFleet();
  const { world, url, startTwo } = fleet;
  const proxy = await startTcpProxy(url);
  onTestFinished(() => proxy.close());
  const { first, second } = await startTwo(proxy.url(url));
  const { takenAt } = (await first.health()).snapshot;
  await expect.poll(async () => (await second.health()).snapshot.takenAt).toBe(takenAt);
  expect(await auction(fleet, [4, 5])).toEqual([1, 1]);

  const connected = world.service.nextConnection();
  proxy.refuse(true);
  proxy.cut();
  await connected;
  await expect.poll(() => isLive(second)).toBe(true);
  expect(await auction(fleet, [6, 7])).toEqual([1, 1]);
  expect(world.service.snapshotCount()).toMatchObject({ tooSoon: 0 });
  expect(second.log()).toContain('leader is gone, this process leads');
});

test('a stopped leader hands over at once, with a gap of a moment only', async () => {
  const fleet = await openFleet();
  const { world, startTwo } = fleet;
  const { first, second } = await startTwo();
  expect(await auction(fleet, [4])).toEqual([1]);
  const connected = world.service.nextConnection();
  expect(await first.stop()).toBe(0);
  await connected;
  await expect.poll(() => isLive(second)).toBe(true);
  expect(await auction(fleet, [5, 6])).toEqual([1, 1]);
  expect(`${first.log()}${second.log()}`).not.toContain('"level":40');
});

test('a process stops with a message once a newer release has upgraded the database', async () => {
  const fleet = await openFleet();
  const { first, second } = await fleet.startTwo();
  await openHandle(fleet.url).query('UPDATE crier_schema SET version = version + 1');
  expect(await Promise.all([first.exited, second.exited])).toEqual([1, 1]);
  for (const member of [first, second]) {
    expect(member.log()).toMatch(
      /A newer Crier has upgraded the database of STORE_URL \(version \d+, this one knows \d+\)/,
    );
  }
  await expect(fleet.start().then((late) => late.exited)).resolves.toBe(1);
});
