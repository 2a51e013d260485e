import { afterEach, expect, test } from 'vitest';
import { addressBan, rateLimited } from '../../sandbox/discord/rest/faults.ts';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot with the real discord.js, over sockets to the local Discord; its time is skipped. */

const MESSAGES = { method: 'POST', path: /^\/channels\/\d+\/messages$/ };
const WAIT_S = 120;

let world: World;
afterEach(() => world.close());

function auction(finalBid: number): void {
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
}

const textOfChannel = (name: string) => world.discord.messages(world.channel(name)).map(textOf).join('\n');
const times = (name: string, finalBid: number) => textOfChannel(name).split(` ${finalBid} diamonds`).length - 1;

test('fault 42: a page about a banned address stops all sends for its time, even over a restart', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
  world.expectError('Discord refuses this address');
  const fault = world.discord.fail({ path: /./ }, addressBan({ retryAfterSeconds: WAIT_S }), { times: 1_000 });
  auction(801);
  await expect.poll(() => bot.log()).toContain('Discord refuses this address');
  // Requests that left before the page are over.
  await world.skip(1_000);
  const asked = fault.hits;
  auction(802);
  world.discord.as(world.player).in(world.channel('market')).run('/health');
  await world.skip((WAIT_S / 3) * 1_000);
  expect(await bot.stop()).toBe(0);

  const next = world.startAtOnce();
  await expect.poll(() => next.log()).toContain('Requests held: Discord refused this address before the restart');
  await world.skip((WAIT_S / 3) * 1_000);
  expect(fault.hits).toBe(asked);
  fault.cancel();
  await world.skip((WAIT_S / 3) * 1_000 + 10_000);
  await expect.poll(() => times('market', 802)).toBe(1);
  expect(times('market', 801)).toBe(1);
  const dm = world.discord.world.dmChannel(world.player);
  await expect.poll(() => world.discord.messages(dm).map(textOf).join()).toContain('802');
  expect(bot.log().split('Requests held: Discord refuses this address')).toHaveLength(2);
  expect(bot.log() + next.log()).not.toContain('"stack"');
});

test('fault 41: a global 429 stops all alerts for its time, even over a restart', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  for (const channel of ['market', 'auctions']) await world.ask(world.mod, channel, '/feed add', { kind: 'auctions' });
  const limit = rateLimited({ scope: 'global', retryAfterSeconds: WAIT_S });
  world.discord.fail(MESSAGES, limit);
  const refused = () => world.discord.requests.filter(({ status }) => status === 429).length;
  auction(811);
  // Both have left before the first is answered.
  await expect.poll(() => bot.log().split('Discord did not accept a message, retrying').length).toBe(3);
  const before = refused();
  expect(await bot.stop()).toBe(0);
  const streaming = world.service.nextConnection();
  const next = world.startAtOnce();
  await streaming;
  await expect.poll(() => next.log()).toContain('Requests still held since an earlier run');
  auction(812);
  await world.skip(WAIT_S * 500);
  expect(textOfChannel('market') + textOfChannel('auctions')).not.toContain('diamonds');
  expect(refused()).toBe(before);
  await world.skip(WAIT_S * 500 + 10_000);
  for (const channel of ['market', 'auctions'])
    for (const bid of [811, 812]) await expect.poll(() => times(channel, bid)).toBe(1);
});

test.each(['user', 'shared'] as const)('fault 41: a 429 of one channel delays no other (%s)', async (scope) => {
  world = await openWorld();
  const bot = await world.startBot();
  for (const channel of ['market', 'auctions']) await world.ask(world.mod, channel, '/feed add', { kind: 'auctions' });
  const path = `/channels/${world.channel('market').id}/messages`;
  world.discord.fail({ method: 'POST', path }, rateLimited({ scope, retryAfterSeconds: WAIT_S }));
  auction(821);
  // Requests that left before the 429 prove nothing, only later ones do.
  await expect.poll(() => bot.log()).toContain('Discord did not accept a message, retrying');
  auction(822);
  for (const bid of [821, 822]) await expect.poll(() => times('auctions', bid)).toBe(1);
  expect(times('market', 821) + times('market', 822)).toBe(0);
  await world.skip(WAIT_S * 1_000 + 10_000);
  for (const bid of [821, 822]) await expect.poll(() => times('market', bid)).toBe(1);
  expect(world.discord.stats.ownRateLimits).toBe(0);
});
