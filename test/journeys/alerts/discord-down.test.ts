import { afterEach, expect, test } from 'vitest';
import type { Bot } from '../../../sandbox/bot.ts';
import { cut, htmlPage, refused, serverError, silence } from '../../../sandbox/discord/rest/faults.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot, over sockets to the simulated Discord, which answers with 500 or cuts connections. */

const REGISTRATION = { method: 'PUT', path: /\/commands$/ };
const NEVER_ENDS = { times: 10_000 };
/** discord.js tries a request with a 5xx four times. */
const FOUR_TIMES = 4;

let world: World;
afterEach(() => world.close());

function linesOf(bot: Bot, sentence: string): number {
  return bot.log().split(sentence).length - 1;
}

test('fault 75: a failing registration of commands delays neither answers nor alerts, and is logged once', async () => {
  world = await openWorld();
  const first = await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  await first.stop();
  const outage = world.discord.fail(REGISTRATION, serverError(), NEVER_ENDS);
  const connected = world.discord.events.next('gateway', ({ what }) => what === 'identified', 20_000);
  const streaming = world.service.nextConnection();
  const bot = world.startAtOnce();
  await Promise.all([connected, streaming]);

  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 3_001 });
  await world.discord.findMessage(world.channel('market'), (message) => textOf(message).includes('3,001'));
  expect((await world.ask(world.mod, 'market', '/feed list')).text).toContain('Auctions');
  await expect.poll(() => outage.hits).toBeGreaterThan(2 * FOUR_TIMES);

  outage.cancel();
  await world.discord.events.next('commands', () => true, 20_000);
  await expect.poll(() => linesOf(bot, 'Commands registered')).toBe(1);
  expect(linesOf(bot, 'Commands not registered yet')).toBe(1);
  expect(linesOf(bot, '"stack"')).toBe(0);
  expect(world.discord.gateway.identifies).toBe(2);
});

test('fault 75: connections cut around the login are logged once, with one IDENTIFY per login', async () => {
  world = await openWorld();
  const path = '/gateway/bot';
  const asked = () => world.discord.requests.filter((request) => request.path === path).length;
  world.discord.fail({ path }, cut());
  // The second attempt succeeds; then discord.js sends the same request for its login.
  world.discord.fail({ path, where: () => asked() > 1 }, serverError(), { times: FOUR_TIMES });
  world.discord.fail(REGISTRATION, cut(), { times: 2 });
  const bot = await world.startBot();
  await expect.poll(() => linesOf(bot, 'Commands registered')).toBe(1);
  expect(linesOf(bot, 'Discord unreachable, retrying the login')).toBe(1);
  expect(linesOf(bot, 'Discord reachable, logged in')).toBe(1);
  expect(linesOf(bot, '"stack"')).toBe(0);
  expect(await Promise.race([bot.exited, 'still at work'])).toBe('still at work');
  expect(world.discord.gateway.identifies).toBe(1);
});

test('an exhausted login limit is logged, and Crier waits for the next day', async () => {
  world = await openWorld({ discord: { identifiesADay: 0 } });
  const bot = world.startAtOnce();
  await expect.poll(() => linesOf(bot, 'Only 0 logins are left for today')).toBe(1);
  expect(linesOf(bot, 'Discord unreachable, retrying the login')).toBe(0);
  expect(linesOf(bot, '"stack"')).toBe(0);
  expect(await bot.stop()).toBe(0);
  expect(world.discord.gateway.identifies).toBe(0);
});

test('a stop while Discord answers nothing exits with 0 within five seconds', async () => {
  world = await openWorld();
  const outage = world.discord.fail({ path: '/gateway/bot' }, silence());
  const bot = world.startAtOnce();
  await expect.poll(() => outage.hits).toBe(1);
  const began = performance.now();
  expect(await bot.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a stop while the gateway accepts no login exits with 0', async () => {
  world = await openWorld();
  world.discord.gateway.acceptsConnections = false;
  const asked = world.discord.nextRequest(({ path }) => path === '/gateway/bot');
  const bot = world.startAtOnce();
  await asked;
  await expect.poll(() => linesOf(bot, 'Gateway lost')).toBe(1);
  expect(await bot.stop()).toBe(0);
});

test('a fatal close code of the gateway exits with 1 and a message with the fix', async () => {
  world = await openWorld();
  world.expectError('Gateway closed for good');
  const bot = await world.startBot();
  world.discord.gateway.closeConnections(4014);
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toContain('Discord refuses the intents that Crier asks for');
  expect(linesOf(bot, 'Gateway error, reconnecting')).toBe(0);
  expect(bot.log()).not.toMatch(/"stack"|^\s+at /m);
});

test.each([
  ['50035', refused(50035)],
  ['413', htmlPage({ status: 413 })],
])(
  'fault 83: commands that Discord rejects (%s) are logged once and retried, and alerts continue',
  async (_, fault) => {
    world = await openWorld();
    const first = await world.startBot();
    await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
    await first.stop();
    const refusal = world.discord.fail(REGISTRATION, fault, NEVER_ENDS);
    const streaming = world.service.nextConnection();
    const bot = world.startAtOnce();
    await streaming;
    await expect.poll(() => refusal.hits).toBeGreaterThan(2);

    world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 3_001 });
    await world.discord.findMessage(world.channel('market'), (message) => textOf(message).includes('3,001'));
    expect(linesOf(bot, 'Commands rejected by Discord')).toBe(1);
    expect(await Promise.race([bot.exited, 'still at work'])).toBe('still at work');

    refusal.cancel();
    await expect.poll(() => linesOf(bot, 'Commands registered')).toBe(1);
  },
);

test('a DISCORD_GUILD_ID of a server without Crier exits with 1 and a message', async () => {
  world = await openWorld();
  const bot = world.startAtOnce({ DISCORD_GUILD_ID: '80351110224678912' });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toContain('DISCORD_GUILD_ID=80351110224678912');
  expect(bot.log()).not.toMatch(/^\s+at /m);
});
