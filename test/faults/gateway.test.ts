import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Bot } from '../../sandbox/bot.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { openWorld, textOf, type World, type WorldOptions } from '../journeys/world/world.ts';

/** Stands on: the real bot with the real discord.js, over WebSockets and HTTP to the local Discord. */

/** The number of logins that Crier leaves unused. */
const SPARE = 50;

let world: World;
afterEach(() => world.close());

function auction(finalBid: number): void {
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
}

const marketText = () => world.discord.messages(world.channel('market')).map(textOf).join('\n');
const times = (finalBid: number) => marketText().split(` ${finalBid} diamonds`).length - 1;
const posts = () =>
  world.discord.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/channels/')).length;
const linesOf = (bot: Bot, sentence: string) => bot.log().split(sentence).length - 1;

/** Opens a world in which a bot has a feed of auctions in #market. */
async function withFeed(options: WorldOptions = {}) {
  world = await openWorld(options);
  const bot = await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  return bot;
}

test('fault 50: a gateway that stops answering is detected and resumed, and alerts continue, each once', async () => {
  const bot = await withFeed({ discord: { heartbeatIntervalMs: 1_500 } });
  const closed = world.discord.events.next('gateway', ({ what }) => what === 'closed', 20_000);
  const resumed = world.discord.events.next('gateway', ({ what }) => what === 'resumed', 20_000);
  world.discord.gateway.acknowledgesHeartbeats = false;
  auction(501);
  await closed;
  auction(502);
  world.discord.gateway.acknowledgesHeartbeats = true;
  await resumed;
  auction(503);
  for (const bid of [501, 502, 503]) await expect.poll(() => times(bid)).toBe(1);
  // On a busy machine a heartbeat may be late by itself.
  await expect.poll(() => linesOf(bot, 'Gateway reconnected, session resumed')).toBeGreaterThan(0);
  expect(world.discord.gateway.identifies).toBe(1);
});

test.each([
  [4004, 'Discord does not accept DISCORD_TOKEN'],
  [4014, 'Discord refuses the intents that Crier asks for'],
] as const)(
  'fault 51: a fatal code, running or at login, exits with 1 and one message with the fix (%i)',
  async (code, sentence) => {
    world = await openWorld();
    world.expectError('Gateway closed for good');
    const atWork = await world.startBot();
    world.discord.gateway.closeConnections(code);
    world.discord.gateway.refusesIdentify = code;
    expect(await atWork.exited).toBe(1);

    const atLogin = world.startAtOnce();
    if (code === 4004) {
      world.expectError('Discord has rejected this DISCORD_TOKEN before');
      await expect.poll(() => atLogin.log()).toContain('Crier makes no request with it');
      expect(await atLogin.stop()).toBe(0);
    } else expect(await atLogin.exited).toBe(1);

    for (const bot of code === 4004 ? [atWork] : [atWork, atLogin]) {
      expect(linesOf(bot, sentence)).toBe(1);
      expect(bot.log()).not.toMatch(/"stack"|^\s+at /m);
    }
    expect(world.discord.gateway.identifies).toBe(code === 4004 ? 1 : 2);
  },
);

test('fault 51: code 4004 at the first login exits with 1 and one message', async () => {
  world = await openWorld();
  world.expectError('Gateway closed for good');
  world.discord.gateway.refusesIdentify = 4004;
  const bot = world.startAtOnce();
  expect(await bot.exited).toBe(1);
  expect(linesOf(bot, 'Discord does not accept DISCORD_TOKEN')).toBe(1);
  expect(world.discord.gateway.identifies).toBe(1);
});

test('fault 52: a crash loop stops logging in before the last logins of the day, and logs that', async () => {
  world = await openWorld({ discord: { identifiesADay: SPARE + 3 } });
  for (let n = 0; n < 3; n += 1) await (await world.startBot()).stop();
  expect(world.discord.gateway.identifies).toBe(3);
  const expected = `Only ${SPARE} logins are left for today`;
  for (let n = 0; n < 3; n += 1) {
    const bot = world.startAtOnce();
    await expect.poll(() => linesOf(bot, expected)).toBe(1);
    await bot.stop();
  }
  expect(world.discord.gateway.identifies).toBe(3);

  const bot = world.startAtOnce();
  await expect.poll(() => linesOf(bot, expected)).toBe(1);
  const identified = world.discord.events.next('gateway', ({ what }) => what === 'identified', 20_000);
  world.discord.advance(DAY_MS);
  world.clock.skip(DAY_MS);
  await identified;
  expect(linesOf(bot, expected)).toBe(1);
});

test('fault 52: a crash loop with a store that cannot be opened sends Discord no request', async () => {
  world = await openWorld();
  const file = join(world.folder, 'file');
  await writeFile(file, '');
  for (let n = 0; n < 3; n += 1) {
    const bot = world.startAtOnce({ STORE_URL: `sqlite://${join(file, 'crier.sqlite')}` });
    expect(await bot.exited).toBe(1);
  }
  expect([world.discord.requests.length, world.discord.gateway.identifies]).toEqual([0, 0]);
});

test('fault 53: alerts from before Discord is ready are sent afterwards, once and in order', async () => {
  await (await withFeed()).stop();
  world.discord.gateway.saysReady = false;
  const streaming = world.service.nextConnection();
  world.startAtOnce();
  await streaming;
  const before = posts();
  for (const bid of [531, 532, 533]) auction(bid);
  await expect.poll(() => world.discord.gateway.identifies).toBe(2);
  await world.skip(10_000);
  expect(posts()).toBe(before);
  world.discord.gateway.saysReady = true;
  world.discord.gateway.cutConnections();
  for (const bid of [531, 532, 533]) await expect.poll(() => times(bid)).toBe(1);
  const text = marketText();
  expect(text.indexOf(' 531 ')).toBeLessThan(text.indexOf(' 532 '));
  expect(text.indexOf(' 532 ')).toBeLessThan(text.indexOf(' 533 '));
});
