import { expect, test } from 'vitest';
import type { LocalDiscord } from '../../../sandbox/discord/discord.ts';
import type { Channel, Guild } from '../../../sandbox/discord/world/entities.ts';
import { newRest, openDiscord } from './bot.ts';

interface Place {
  readonly discord: LocalDiscord;
  readonly guild: Guild;
  readonly channel: Channel;
}

async function openPoster() {
  const place = await openDiscord();
  const rest = newRest(place.discord);
  const post = (channel: Channel, more: object = {}) =>
    rest.post(`/channels/${channel.id}/messages`, { body: { content: 'hi', ...more } });
  return { ...place, rest, post };
}

test.each<[string, number, (place: Place) => unknown]>([
  ['the channel is deleted', 10003, ({ discord, channel }) => discord.world.removeChannel(channel)],
  ['the bot does not see it', 50001, ({ discord, channel }) => discord.denyBot(channel, 'ViewChannel')],
  ['the bot was thrown out', 50001, ({ discord, guild }) => discord.world.removeBot(guild)],
  ['the bot may not send', 50013, ({ discord, channel }) => discord.denyBot(channel, 'SendMessages')],
  ['the bot may not embed', 50013, ({ discord, channel }) => discord.denyBot(channel, 'EmbedLinks')],
])('a message is refused because %s: %i', async (_, code, spoil) => {
  const { post, discord, guild, channel } = await openPoster();

  spoil({ discord, guild, channel });

  await expect(post(channel, { embeds: [{ title: 't' }] })).rejects.toMatchObject({ code });
  expect(discord.violations).toEqual([]);
});

test('a denied permission can be allowed again', async () => {
  const { post, discord, channel } = await openPoster();
  discord.denyBot(channel, 'ViewChannel', 'SendMessages');
  discord.allowBot(channel, 'ViewChannel', 'SendMessages');

  await post(channel);

  expect(discord.messages(channel)).toHaveLength(1);
});

test('a message unarchives a thread, unless it is locked', async () => {
  const { post, discord, guild, channel } = await openPoster();
  const thread = discord.world.addChannel(guild, { name: 'shops', type: 'thread', parent: channel });
  discord.world.setThread(thread, { archived: true });

  await post(thread);

  expect(thread.archived).toBe(false);
  discord.world.setThread(thread, { archived: true, locked: true });
  await expect(post(thread)).rejects.toMatchObject({ code: 50083 });
  discord.allowBot(channel, 'ManageThreads');
  await post(thread);
  expect(discord.messages(thread)).toHaveLength(2);
});

test('a locked open thread accepts messages of its moderators only', async () => {
  const { post, discord, guild, channel } = await openPoster();
  const thread = discord.world.addChannel(guild, { name: 'shops', type: 'thread', parent: channel, locked: true });

  await expect(post(thread)).rejects.toMatchObject({ code: 160005 });
  discord.allowBot(channel, 'ManageThreads');
  await post(thread);
});

test('a private thread is visible to its members and moderators', async () => {
  const { post, discord, guild, channel } = await openPoster();
  const inPrivate = { type: 'private-thread', parent: channel } as const;
  const own = discord.world.addChannel(guild, { name: 'with the bot', ...inPrivate });
  const foreign = discord.world.addChannel(guild, { name: 'without it', ...inPrivate, withBot: false });

  await post(own);
  await expect(post(foreign)).rejects.toMatchObject({ code: 50001 });
  discord.allowBot(channel, 'ManageThreads');
  await post(foreign);
});

test('a forum accepts no messages, while its posts do with permission for threads', async () => {
  const { post, rest, discord, guild } = await openPoster();
  const forum = discord.world.addChannel(guild, { name: 'deals', type: 'forum' });
  const deal = discord.world.addChannel(guild, { name: 'Slime', type: 'thread', parent: forum, archived: true });

  await post(deal);

  expect(await rest.get(`/channels/${deal.id}`)).toMatchObject({
    type: 11,
    parent_id: forum.id,
    message_count: 1,
    thread_metadata: { archived: false },
  });
  await expect(post(forum)).rejects.toMatchObject({ code: 50008 });
  discord.denyBot(forum, 'SendMessagesInThreads');
  await expect(post(deal)).rejects.toMatchObject({ code: 50013 });
});

test('a thread has the permissions of its parent, and its own for sending', async () => {
  const { post, discord, guild, channel } = await openPoster();
  const thread = discord.world.addChannel(guild, { name: 'shops', type: 'thread', parent: channel });

  discord.denyBot(channel, 'SendMessages');
  await post(thread);
  discord.denyBot(channel, 'SendMessagesInThreads');

  await expect(post(thread)).rejects.toMatchObject({ code: 50013 });
});

test('a guild without the bot is unknown to it', async () => {
  const { rest, discord } = await openPoster();
  const other = discord.world.addGuild({ name: 'Elsewhere', withBot: false });

  await expect(rest.get(`/guilds/${other.id}`)).rejects.toMatchObject({ code: 10004 });
});

test('another token is unauthorized, and a client without a User-Agent is refused', async () => {
  const { discord } = await openDiscord();

  await expect(newRest(discord).setToken('no').get('/users/@me')).rejects.toMatchObject({ status: 401 });
  const stranger = await fetch(`${discord.url}/v10/users/@me`);

  expect(await stranger.json()).toMatchObject({ code: 40333 });
  expect(discord.violations).toMatchObject([expect.stringContaining('without a User-Agent')]);
});
