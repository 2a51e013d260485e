import { expect, test } from 'vitest';
import { listBundleShops, sellBundles } from '../world/stock-trades.ts';
import type { Member } from './member.ts';
import { isLive, openFleet } from './open-fleet.ts';

/** Stands on: two real bots on one PostgreSQL, over sockets to a simulated service that counts in the other unit. */

const CONTRADICTED = 'Trades contradict STOCK_UNIT: shops count their stock in the other unit';
const isContradicted = async (member: Member) => (await member.health()).snapshot.isStockUnitContradicted === true;

test('fault 91: a follower shows its leader’s contradiction of STOCK_UNIT, and keeps it as the leader', async () => {
  const { world, startTwo } = await openFleet({
    shops: 20,
    service: { stockUnit: 'items' },
    environment: { STOCK_UNIT: 'bundles' },
  });
  const shops = listBundleShops(world);
  const { first, second } = await startTwo();
  await world.ask(world.mod, 'staff', '/feed add', {
    kind: 'purchases',
    item: 'DRAGON_EGG',
    channel: world.channel('auctions'),
  });
  expect([await isContradicted(first), await isContradicted(second)]).toEqual([false, false]);
  await sellBundles(world, shops, 2);
  await expect.poll(() => isContradicted(first)).toBe(true);
  await expect.poll(() => isContradicted(second)).toBe(true);

  const connected = world.service.nextConnection();
  expect(await first.stop()).toBe(0);
  await connected;
  await expect.poll(() => isLive(second)).toBe(true);
  expect(await isContradicted(second)).toBe(true);
  expect([first.log(), second.log()].map((log) => log.includes(CONTRADICTED))).toEqual([true, false]);
});
