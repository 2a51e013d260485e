import { expect, test } from 'vitest';
import { newRest, openDiscord } from './bot.ts';

async function openPoster() {
  const place = await openDiscord();
  const rest = newRest(place.discord);
  const post = (content: string) => rest.post(`/channels/${place.channel.id}/messages`, { body: { content } });
  return { ...place, post };
}

test('a wait finds a message sent before or after it began', async () => {
  const { discord, channel, post } = await openPoster();
  await post('first');

  const later = discord.findMessage(channel, ({ content }) => content === 'second');
  await post('second');

  expect((await discord.findMessage(channel)).content).toBe('first');
  expect((await later).content).toBe('second');
});

test('a failed wait reports the last messages', async () => {
  const { discord, channel, post } = await openPoster();
  await post('something else');

  const waiting = discord.findMessage(channel, ({ content }) => content === 'x', { timeoutMs: 20 });

  await expect(waiting).rejects.toThrow(/no such message in #general within 20 ms; the last there: .*something else/);
});

test('a condition that throws fails the wait, not the bot', async () => {
  const { discord, channel, post } = await openPoster();
  const waiting = discord.nextMessage(channel, () => {
    throw new Error('looked wrongly');
  });
  waiting.catch(() => {}); // asserted below

  await expect(post('hi')).resolves.toMatchObject({ content: 'hi' });
  await expect(waiting).rejects.toMatchObject({ cause: { message: 'looked wrongly' } });
});

test('two simultaneous events are both received', async () => {
  const { discord, guild } = await openPoster();
  const second = discord.events.next('dispatch', ({ data }) => data.name === 'two', 1_000);

  discord.world.addChannel(guild, { name: 'one' });
  discord.world.addChannel(guild, { name: 'two' });

  expect((await second).name).toBe('CHANNEL_CREATE');
});
