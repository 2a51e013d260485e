import { afterEach, expect, test } from 'vitest';
import type { Channel, Guild } from '../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot with the real discord.js, over HTTP and the gateway to the local Discord. */

let world: World;
let bids = 7_100;
afterEach(() => world.close());

/** An auction with a unique price. */
function auction(): string {
  bids += 1;
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: bids });
  return `${bids.toLocaleString('en-US')} diamonds`;
}

const textOfChannel = (channel: Channel) => world.discord.messages(channel).map(textOf).join('\n');
const greetings = (channel: Channel) =>
  world.discord.messages(channel).filter((message) => /I’m Crier/.test(textOf(message)));
const refusedPosts = () =>
  world.discord.requests.filter(
    ({ method, path, status }) => method === 'POST' && path.endsWith('/messages') && status === 403,
  );

async function feedIn(channel: Channel) {
  await world.discord.as(world.mod).in(channel).run('/feed add', { kind: 'auctions' }).reply();
}

/** Adds another server with these users, so that they still share one with the bot. */
function other(people: readonly World['mod'][]): Guild {
  const guild = world.discord.world.addGuild({
    name: 'Village',
    channels: [{ name: 'square' }],
    systemChannel: 'square',
  });
  for (const person of people) world.discord.world.addMember(guild, person, ['ManageChannels']);
  return guild;
}

/** Removes the bot and waits until a post was refused, so that the feeds of these channels are paused. */
async function loseAccess(channels: readonly Channel[]) {
  world.discord.world.removeBot(world.guild);
  const missed = auction();
  await expect.poll(() => refusedPosts().length).toBeGreaterThanOrEqual(channels.length);
  await world.discord.findMessage(world.discord.world.dmChannel(world.mod), (message) =>
    textOf(message).includes(`<#${channels[0]?.id}>`),
  );
  return missed;
}

test('fault 87: feeds paused by a removal of the bot resume with its next invitation, and one greeting', async () => {
  world = await openWorld({ shops: 20 });
  other([world.mod]);
  const [market, staff, auctions, lobby] = ['market', 'staff', 'auctions', 'lobby'].map(world.channel) as [
    Channel,
    Channel,
    Channel,
    Channel,
  ];
  const secret = world.discord.world.addChannel(world.guild, { name: 'secret' });
  world.discord.world.overwriteEveryone(secret, 'deny', ['ViewChannel']);
  await world.startBot();
  await expect.poll(() => greetings(lobby)).toHaveLength(1);
  world.discord.allowBot(secret, 'ViewChannel');
  world.discord.world.overwrite(secret, world.mod, 'allow', ['ViewChannel']);
  for (const channel of [market, staff, auctions, secret]) await feedIn(channel);
  const [chosen] = await world.discord.as(world.mod).in(auctions).autocomplete('/feed pause', 'feed', '#auctions');
  await world.ask(world.mod, 'auctions', '/feed pause', { feed: String(chosen?.value) });
  const missed = await loseAccess([market, staff, secret]);

  world.discord.denyBot(staff, 'SendMessages');
  await world.skip(2_000);
  world.discord.world.inviteBot(world.guild);
  await expect.poll(() => greetings(lobby)).toHaveLength(2);
  const greeting = textOf(greetings(lobby)[1] ?? { content: '', embeds: [], components: [] });
  expect(greeting).toContain(`I’m back in this server`);
  expect(greeting).toContain(`**1 feed goes on:**\n**<#${market.id}>**\n- Auctions`);
  expect(greeting).toContain('**2 feeds are still stopped:**');
  expect(greeting).toMatch(new RegExp(`<#${staff.id}>\\*\\*\n⏸ .*I still lack \\*\\*Send Messages\\*\\*`));
  expect(greeting).toMatch(new RegExp(`<#${auctions.id}>\\*\\*\n- Auctions · ⏸ paused`));
  expect(greeting).not.toContain(secret.id);
  expect(greeting).toContain('1 more feed is in a private channel');

  const next = auction();
  await expect.poll(() => textOfChannel(market)).toContain(next);
  await expect.poll(() => textOfChannel(secret)).toContain(next);
  expect(textOfChannel(market)).not.toContain(missed);
  expect(textOfChannel(auctions)).not.toContain(next);
  expect(textOfChannel(staff)).not.toContain(next);
  expect(greetings(lobby)).toHaveLength(2);
  expect(world.discord.violations).toEqual([]);
});

test('fault 87: feeds resume when the bot was invited again while Crier was offline', async () => {
  world = await openWorld({ shops: 20 });
  other([world.mod]);
  const market = world.channel('market');
  const lobby = world.channel('lobby');
  const bot = await world.startBot();
  await expect.poll(() => greetings(lobby)).toHaveLength(1);
  await feedIn(market);
  const missed = await loseAccess([market]);
  await bot.stop();
  await world.skip(2_000);
  world.discord.world.inviteBot(world.guild);

  await world.startBot();
  await expect.poll(() => greetings(lobby)).toHaveLength(2);
  const next = auction();
  await expect.poll(() => textOfChannel(market)).toContain(next);
  expect(textOfChannel(market)).not.toContain(missed);
  expect(greetings(lobby)).toHaveLength(2);
});

test('fault 87: a thread that a moderator locked stays paused when the bot returns', async () => {
  world = await openWorld({ shops: 20 });
  other([world.mod]);
  const lobby = world.channel('lobby');
  const thread = world.discord.world.addChannel(world.guild, {
    name: 'thread',
    type: 'thread',
    parent: world.channel('market'),
  });
  await world.startBot();
  await expect.poll(() => greetings(lobby)).toHaveLength(1);
  await feedIn(thread);
  world.discord.world.setThread(thread, { locked: true });
  auction();
  const dm = world.discord.world.dmChannel(world.mod);
  await world.discord.findMessage(dm, (message) => textOf(message).includes('that thread is locked'));
  world.discord.world.removeBot(world.guild);
  await world.skip(2_000);
  world.discord.world.inviteBot(world.guild);
  await expect.poll(() => greetings(lobby)).toHaveLength(2);
  expect(textOf(greetings(lobby)[1] ?? { content: '', embeds: [], components: [] })).toMatch(
    /1 feed is still stopped:.*\n.*\n⏸ .*that thread is locked/,
  );
});

test('fault 87: watches paused without a shared server resume with one, or with the next command', async () => {
  world = await openWorld({ shops: 20 });
  const lobby = world.channel('lobby');
  await world.startBot();
  await expect.poll(() => greetings(lobby)).toHaveLength(1);
  const stranger = world.discord.world.addUser({ name: 'Stranger' });
  world.discord.world.addMember(world.guild, stranger);
  for (const person of [world.player, stranger])
    await world.ask(person, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
  world.discord.world.removeBot(world.guild);
  auction();
  await expect.poll(() => refusedPosts().length).toBe(2);
  // Both are paused by now, so nothing is sent to them.
  auction();
  await world.skip(5_000);
  const [ofPlayer, ofStranger] = [world.player, stranger].map((user) => world.discord.world.dmChannel(user)) as [
    Channel,
    Channel,
  ];

  world.guild.members.delete(stranger.id);
  await world.skip(2_000);
  world.discord.world.inviteBot(world.guild);
  await expect.poll(() => greetings(lobby)).toHaveLength(2);
  const next = auction();
  await expect.poll(() => textOfChannel(ofPlayer)).toContain(next);
  expect(textOfChannel(ofStranger)).not.toContain(next);
  expect(refusedPosts()).toHaveLength(2);

  world.discord.world.addMember(world.guild, stranger);
  const list = await world.ask(stranger, 'market', '/watch list');
  expect(list.text).not.toContain('All are paused');
  expect(textOf(await list.answer.followUp())).toContain('I can write to you again, so your watches go on.');
  const last = auction();
  await expect.poll(() => textOfChannel(ofStranger)).toContain(last);
});
