import { expect, test } from 'vitest';
import { newRest, openDiscord } from './bot.ts';

test('each channel keeps its newest messages, and counts all', async () => {
  const { discord, guild, channel } = await openDiscord({ keptMessages: 2, messagesPer5s: 100 });
  const rest = newRest(discord);
  const other = discord.world.addChannel(guild, { name: 'other' });
  let emitted = 0;
  discord.events.on('message', () => (emitted += 1));
  const post = (where: string, content: string) =>
    rest.post(`/channels/${where}/messages`, { body: { content } }) as Promise<{ id: string }>;

  await post(other.id, 'elsewhere');
  const { id } = await post(channel.id, 'one');
  await post(channel.id, 'two');
  await post(channel.id, 'three');

  expect(discord.messages(channel).map(({ content }) => content)).toEqual(['two', 'three']);
  expect(discord.messages(other)).toHaveLength(1);
  expect([emitted, channel.messageCount]).toEqual([4, 3]);
  await expect(rest.get(`/channels/${channel.id}/messages/${id}`)).rejects.toMatchObject({ code: 10008 });
});

test('files are kept up to a number of bytes, newest first', async () => {
  const { discord, channel } = await openDiscord({ keptFileBytes: 100 });
  const rest = newRest(discord);
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    await rest.post(`/channels/${channel.id}/messages`, { body: {}, files: [{ name, data: Buffer.alloc(40) }] });

  const statuses = discord
    .messages(channel)
    .map(async ({ attachments: [file] }) => (await fetch(String(file?.url))).status);

  expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
});

test('the newest requests are kept, and all are counted', async () => {
  const { discord } = await openDiscord({ keptRequests: 1 });
  const rest = newRest(discord);

  await rest.get('/users/@me');
  await rest.get('/gateway/bot');

  expect(discord.requests.map(({ path }) => path)).toEqual(['/gateway/bot']);
  expect(discord.stats.requests).toBe(2);
});
