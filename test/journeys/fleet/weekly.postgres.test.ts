import { expect, onTestFinished, test } from 'vitest';
import { silence } from '../../../sandbox/discord/rest/faults.ts';
import { nextWeekly } from '../../../src/routing/weekly.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/time/durations.ts';
import { openHandle } from '../../storage/postgres/database.ts';
import { startTcpProxy } from '../../storage/postgres/tcp-proxy.ts';
import { openOwnShop, orderWeekly, weeklyMessages } from '../world/weekly-orders.ts';
import type { World } from '../world/world.ts';
import { isLive, openFleet } from './open-fleet.ts';

/** Stands on: two bots on a real PostgreSQL, the simulated Discord and service, and a clock that skips. */

/** Skips at once, and then a minute step by step. */
async function skipAtOnce(world: World, ms: number) {
  world.discord.advance(ms);
  world.clock.skip(ms);
  await world.skip(MINUTE_MS);
}

test('a fleet whose leader is lost while it sends a weekly message sends that message once', async () => {
  const fleet = await openFleet({ shops: 5 });
  const { world, url, startTwo } = fleet;
  const proxy = await startTcpProxy(url);
  onTestFinished(() => proxy.close());
  openOwnShop(world);
  const { second } = await startTwo(proxy.url(url));
  await orderWeekly(world, world.player);

  const planned = world.discord.fail(
    { method: 'POST', path: `/channels/${world.discord.world.dmChannel(world.player).id}/messages` },
    silence({ afterAccepting: true }),
  );
  const untilMondayMs = nextWeekly('UTC', world.clock.now()) - world.clock.now();
  await skipAtOnce(world, untilMondayMs - 30_000);
  await expect.poll(() => planned.hits).toBe(1);
  proxy.refuse(true);
  proxy.cut();
  await expect.poll(() => second.log()).toContain('leader is gone, this process leads');
  await expect.poll(() => isLive(second)).toBe(true);
  // Discord remembers nonces for some minutes only.
  await world.skip(MINUTE_MS);
  const db = openHandle(url);
  const waiting = async () => (await db.query('SELECT 1 FROM messages WHERE settled_at IS NULL')).rows.length;
  await expect.poll(waiting).toBe(0);
  await skipAtOnce(world, HOUR_MS);
  expect((await db.query(`SELECT 1 FROM messages WHERE body LIKE '%week ·%'`)).rows).toHaveLength(1);
  expect(weeklyMessages(world, world.player)).toHaveLength(1);
});

test('a fleet deletes the feeds of a server that removed Crier after KEEP_REMOVED_DAYS', async () => {
  const fleet = await openFleet({ shops: 5, environment: { KEEP_REMOVED_DAYS: '30' } });
  const { world, url, startTwo } = fleet;
  const { first, second } = await startTwo();
  const db = openHandle(url);
  const feeds = async () => (await db.query('SELECT 1 FROM feeds')).rows.length;
  const marks = async () => (await db.query(`SELECT 1 FROM checkpoints WHERE name LIKE '%removed:%'`)).rows.length;
  expect(await feeds()).toBe(1);
  world.discord.world.removeBot(world.guild);
  await expect.poll(marks).toBe(1);
  await skipAtOnce(world, 29 * DAY_MS);
  expect(await feeds()).toBe(1);
  await skipAtOnce(world, DAY_MS + HOUR_MS);
  await expect.poll(feeds).toBe(0);
  await expect.poll(marks).toBe(0);
  const log = `${first.log()}${second.log()}`;
  expect(log.match(/Feeds of a server deleted: it removed Crier/g)).toHaveLength(1);
});
