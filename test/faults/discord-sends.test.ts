import { afterEach, expect, test } from 'vitest';
import type { Bot } from '../../sandbox/bot.ts';
import { cut, htmlPage, refused, serverError, silence } from '../../sandbox/discord/rest/faults.ts';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';

/**
 * Stands on: the real bot with the real discord.js, over HTTP to the local Discord, which checks every message by
 * Discord’s limits.
 */

const SHORT_STEP_MS = 1_000;
const MESSAGES = { method: 'POST', path: /^\/channels\/\d+\/messages$/ };

let world: World;
afterEach(() => world.close());

async function withFeed(style = 'cards'): Promise<Bot> {
  world = await openWorld();
  const bot = await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions', style });
  return bot;
}

function auction(finalBid: number, name = 'Diamond'): void {
  world.economy.auction({ item: { type: 'DIAMOND', name, snbt: '{}' }, amount: 1, finalBid });
}

const marketText = () => world.discord.messages(world.channel('market')).map(textOf).join('\n');
const times = (finalBid: number) => marketText().split(`${finalBid.toLocaleString('en-US')} diamonds`).length - 1;
const posts = () => world.discord.requests.filter(({ method, path }) => method === 'POST' && MESSAGES.path.test(path));
const linesOf = (bot: Bot, sentence: string) => bot.log().split(sentence).length - 1;

const HIDDEN = {
  'by a 500': serverError({ afterAccepting: true }),
  'by the 502 of a proxy': htmlPage({ afterAccepting: true }),
  'by the 200 of a proxy': htmlPage({ status: 200, afterAccepting: true }),
  'by a cut': cut({ afterAccepting: true }),
  'by silence': silence({ afterAccepting: true }),
};

test('fault 43: a message whose acceptance a 500, a page, a cut or silence hides is shown once', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  const channels = Object.entries(HIDDEN).map(([name, fault]) => {
    const channel = world.discord.world.addChannel(world.guild, { name });
    return { channel, path: `/channels/${channel.id}/messages`, fault };
  });
  for (const { channel, path, fault } of channels) {
    await world.discord.as(world.mod).in(channel).run('/feed add', { kind: 'auctions' }).reply();
    world.discord.fail({ method: 'POST', path }, fault);
  }
  const before = posts().length;
  auction(431);
  const again = () => linesOf(bot, 'Discord did not accept a message, retrying');
  // A skip far past the deadline of the silent answer would count as a standstill of the process, so steps are short.
  await expect
    .poll(async () => {
      await world.skip(SHORT_STEP_MS);
      return again();
    })
    .toBe(channels.length);
  await world.skip(10_000);
  await expect.poll(() => posts().length).toBe(before + 2 * channels.length);
  auction(432);
  for (const { channel, path } of channels) {
    const textThere = () => world.discord.messages(channel).map(textOf).join('\n');
    await expect.poll(textThere).toContain(' 432 diamonds');
    expect(textThere().split(' 431 diamonds')).toHaveLength(2);
    const sent = posts().filter((post) => post.path === path);
    expect(new Set(sent.map(({ body }) => (body as { nonce: string }).nonce)).size).toBe(sent.length - 1);
  }
  expect(again()).toBe(channels.length);
});

test('fault 47: a refused message is sent as plain text, and dropped if refused again', async () => {
  const bot = await withFeed();
  world.expectError('Discord rejected the form of an alert');
  world.expectError('Discord rejected a message, dropping it');
  world.discord.fail(MESSAGES, refused(50035));
  auction(471);
  await expect.poll(() => times(471)).toBe(1);
  expect(world.discord.messages(world.channel('market')).at(-1)?.embeds).toEqual([]);
  expect(linesOf(bot, 'Discord rejected a message, dropping it')).toBe(0);

  const before = posts().length;
  world.discord.fail(MESSAGES, refused(50035), { times: 2 });
  auction(472);
  await expect.poll(() => linesOf(bot, 'Discord rejected a message, dropping it')).toBe(1);
  expect(posts().length).toBe(before + 2);
  auction(473);
  await expect.poll(() => times(473)).toBe(1);
  expect(times(472)).toBe(0);
});

/** The longest names, of the characters that take the most space: astral letters and escaped ones. */
const LONG_NAMES = ['𝔇'.repeat(5_000), '*_~`|>[]()'.repeat(1_000), 'é\u0301'.repeat(5_000)];

test.each(['cards', 'compact'])(
  'fault 48: messages of many long names keep Discord’s limits, and all are sent (%s)',
  async (style) => {
    await withFeed(style);
    const bids = Array.from({ length: 33 }, (_, n) => 4_801 + n);
    for (const [n, bid] of bids.entries()) auction(bid, LONG_NAMES[n % LONG_NAMES.length]);
    for (const bid of bids) await expect.poll(() => times(bid)).toBe(1);
    expect(world.discord.violations).toEqual([]);
    expect(posts().filter(({ status }) => status !== 200)).toEqual([]);
  },
);
