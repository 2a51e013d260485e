import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { makeDatabase } from '../../storage/postgres/database.ts';
import { openWorld, textOf } from '../world/world.ts';
import { startMember } from './member.ts';
import { isLive } from './open-fleet.ts';

/** Opens a world whose bots share one database. */
async function openFleet() {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const url = await makeDatabase();
  const start = (more: Readonly<Record<string, string>>) =>
    startMember({ ...world.environment(), STORE_URL: url, ...more }, world.clock);
  return { world, start };
}

test('separate processes for ingest, gateway and delivery each do their part, and all know the market', async () => {
  const { world, start } = await openFleet();
  const registered = world.discord.events.next('commands', () => true, PATIENCE_MS);
  const members = await Promise.all(['intake', 'gateway', 'deliver'].map((ROLE) => start({ ROLE })));
  await registered;
  for (const member of members) await expect.poll(() => isLive(member).catch(() => false)).toBe(true);
  const channel = world.channel('auctions');
  const role = world.discord.world.addRole(world.guild, { name: 'Traders', mentionable: true });
  await world.ask(world.mod, 'staff', '/feed add', { kind: 'auctions', channel, role });
  // The delivering process has no gateway, so it asks REST.
  world.discord.world.removeRole(world.guild, role);
  const alert = world.discord.nextMessage(channel, (message) => textOf(message).includes('sold at auction'));
  world.economy.auction({ item: { type: 'DRAGON_EGG', quantity: 64 }, amount: 3, finalBid: 100 });
  expect(textOf(await alert)).toContain('3 × Dragon Egg: sold at auction');
  expect((await alert).content).not.toContain(role.id);
  expect(world.discord.requests.filter(({ path }) => path.endsWith('/roles'))).toHaveLength(1);

  const egg = world.economy.list({
    type: 'SELLING',
    price: 6,
    remaining: 64,
    item: { type: 'DRAGON_EGG', quantity: 4 },
  });
  await world.skip(121_000);
  const shop = async () => (await world.ask(world.player, 'market', '/shop', { item: 'dragonegg' })).text;
  await expect.poll(shop).toContain('**4 for 6** · 1.50 each');
  world.economy.buy(egg.id, 2);
  await expect.poll(shop).toMatch(/about/);
  expect((await world.ask(world.player, 'market', '/health')).text).toContain('Game server');
  const roles = Object.values((await members[1]?.health())?.processes ?? {});
  expect(roles.map(({ leads }) => leads).filter(Boolean)).toHaveLength(1);
});

test('a token that Discord refuses one process stops all', async () => {
  const { world, start } = await openFleet();
  const wrong = { DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GAbCdE.not-the-right-one' };
  const intake = await start({ ROLE: 'intake', ...wrong });
  await expect.poll(() => isLive(intake).catch(() => false)).toBe(true);
  const gateway = await start({ ROLE: 'gateway', ...wrong });
  expect(await gateway.exited).toBe(1);
  expect(await intake.exited).toBe(1);
  expect(intake.log()).toContain('Discord does not accept DISCORD_TOKEN');
  expect(world.discord.requests.filter(({ status }) => status === 401)).toHaveLength(1);
});
