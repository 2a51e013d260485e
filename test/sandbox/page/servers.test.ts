import { expect, test } from 'vitest';
import { greyPng } from '../discord/png.ts';
import { openSandbox } from './open-sandbox.ts';
import { found, PageClient } from './page-client.ts';

async function arrive() {
  const harness = await openSandbox();
  const client = await PageClient.arrive(harness.page.url);
  const act = (what: object) => client.ask<string>({ kind: 'world', act: what });
  return { ...harness, client, act };
}

test('the places of a joined server are sent before the bot’s messages there', async () => {
  const { client, act, discord, rest } = await arrive();
  const greeted = discord.events.next('dispatch', ({ name }) => name === 'GUILD_CREATE', 5_000);

  expect(await act({ kind: 'join', name: 'Marktplatz', locale: 'de' })).toBe('Crier joined Marktplatz.');
  const { system_channel_id: systemChannelId, preferred_locale: locale } = (await greeted).data;
  await rest.post(`/channels/${String(systemChannelId)}/messages`, { body: { content: 'Hallo' } });

  const greeting = await client.message(({ content }) => content === 'Hallo');
  const pushedPlaces = client.pushes.flatMap((push) => (push.push === 'places' ? push.places : []));
  expect(locale).toBe('de');
  expect(pushedPlaces.find(({ id }) => id === greeting.placeId)).toMatchObject({
    guild: 'Marktplatz',
    name: 'general',
  });
  expect(pushedPlaces.map(({ name }) => name)).toContain('rules');
});

test('the bot is removed from a server and invited again, once each', async () => {
  const { client, act, discord } = await arrive();
  const guildId = client.place('general').guildId;

  await act({ kind: 'leave', guildId });

  expect(discord.world.guilds.get(guildId ?? '')?.hasBot).toBe(false);
  await expect(act({ kind: 'leave', guildId })).rejects.toThrow('Crier is not in Market');
  const back = discord.events.next('dispatch', ({ name }) => name === 'GUILD_CREATE', 5_000);
  await act({ kind: 'return', guildId });
  expect((await back).data.id).toBe(guildId);
  await expect(act({ kind: 'return', guildId })).rejects.toThrow('Crier is in Market already');
});

test('a user and a server change to a language of Discord', async () => {
  const { client, act, discord } = await arrive();
  const { id: personId } = client.person('member');
  const { guildId } = client.place('general');

  await act({ kind: 'person-locale', personId, locale: 'en-XA' });
  await act({ kind: 'server-locale', guildId, locale: 'ja' });

  expect(client.welcome.locales).toContain('en-XA');
  expect(await client.next(({ push }) => push === 'people')).toMatchObject({ people: [{ locale: 'en-XA' }] });
  expect(discord.world.guilds.get(guildId ?? '')?.locale).toBe('ja');
  await expect(act({ kind: 'person-locale', personId, locale: 'xx' })).rejects.toThrow('no language “xx”');
});

test('emojis are sent, and served by the page’s own server in place of the CDN', async () => {
  const { client, page, rest, discord } = await arrive();
  const bot = discord.world.bot.id;
  const image = `data:image/png;base64,${greyPng(2, 2).toString('base64')}`;
  const { id } = (await rest.post(`/applications/${bot}/emojis`, { body: { name: 'slime', image } })) as { id: string };
  const media = { url: `https://cdn.discordapp.com/emojis/${id}.png?size=128` };
  const section = { type: 9, components: [{ type: 10, content: 'Slime' }], accessory: { type: 11, media } };
  const files = [{ name: 'unseen.png', data: greyPng(2, 2) }];
  const body = { flags: 32_768, components: [section] };
  await rest.post(`/channels/${client.place('general').id}/messages`, { body, files });

  const url = `/emojis/${id}.png`;
  expect(await client.next(({ push }) => push === 'emojis')).toMatchObject({ emojis: [{ id, name: 'slime', url }] });
  const message = await client.message(({ flags }) => flags === 32_768);
  expect(found(message.components[0])).toMatchObject({ accessory: { media: { url } } });
  expect(message.files).toEqual([]);
  const shown = await fetch(new URL(url, page.url));
  expect(shown.headers.get('content-type')).toBe('image/png');
});
