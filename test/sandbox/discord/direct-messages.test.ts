import { expect, test } from 'vitest';
import { newRest, openDiscord, startBot } from './bot.ts';

test('direct messages reach their user, always in the same channel', async () => {
  const { discord, alice, client } = await startBot();
  const user = await client.users.fetch(alice.id);

  await user.send('one');
  await user.send('two');

  const dm = discord.world.dmChannel(alice);
  expect(discord.messages(dm).map(({ content }) => content)).toEqual(['one', 'two']);
  expect(discord.requests.filter(({ path }) => path === '/users/@me/channels')).toHaveLength(1);
});

test.each([
  ['who closed their direct messages', 50007, { takesDms: false, member: true }],
  ['who shares no guild', 50278, { takesDms: true, member: false }],
])('a direct message to a user %s is refused with %i', async (_, code, { takesDms, member }) => {
  const { discord, guild, client } = await startBot();
  const eve = discord.world.addUser({ name: 'Eve', takesDms });
  if (member) discord.world.addMember(guild, eve);

  const user = await client.users.fetch(eve.id);

  await expect(user.send('hello')).rejects.toMatchObject({ code, status: 403 });
  expect(discord.stats.invalid).toBe(1);
  expect(discord.violations).toEqual([]);
});

test('a user who installed the app receives direct messages without a shared guild', async () => {
  const { discord, client } = await startBot();
  const ida = discord.world.addUser({ name: 'Ida', installed: true });

  await (await client.users.fetch(ida.id)).send('hello');

  expect(discord.messages(discord.world.dmChannel(ida))).toHaveLength(1);
});

test('opening many direct channels quickly is refused until time passes, unless they are open', async () => {
  const { discord, guild } = await openDiscord({ dmOpensPer10s: 2 });
  const rest = newRest(discord);
  const people = ['Ann', 'Ben', 'Cat'].map((name) => discord.world.addUser({ name }));
  for (const person of people) discord.world.addMember(guild, person);
  const openWith = (index: number) =>
    rest.post('/users/@me/channels', { body: { recipient_id: people[index]?.id } }) as Promise<{ id: string }>;

  const first = await openWith(0);
  await openWith(1);

  await expect(openWith(2)).rejects.toMatchObject({ code: 40003, status: 403 });
  expect((await openWith(0)).id).toBe(first.id);
  discord.advance(10_001);
  expect((await openWith(2)).id).toMatch(/^\d{17,19}$/);
});

test.each([
  ['nobody', '1'.repeat(18), 10013],
  ['the bot itself', 'bot', 50033],
])('opening a direct channel with %s is refused', async (_, id, code) => {
  const { discord } = await openDiscord();
  const recipient = id === 'bot' ? discord.world.bot.id : id;

  const opening = newRest(discord).post('/users/@me/channels', { body: { recipient_id: recipient } });

  await expect(opening).rejects.toMatchObject({ code });
});
