import { expect, test } from 'vitest';
import { buttons, newRest, openDiscord } from './bot.ts';

async function openPoster() {
  const place = await openDiscord({ messagesPer5s: 100 });
  const rest = newRest(place.discord);
  const route = `/channels/${place.channel.id}/messages` as const;
  const post = (body: unknown) => rest.post(route, { body }) as Promise<{ id: string }>;
  return { ...place, rest, route, post };
}

const embeds = (count: number, length: number) =>
  Array.from({ length: count }, () => ({ description: 'x'.repeat(length) }));
const button = (more: object) => [
  { type: 1, components: [{ type: 2, style: 1, label: 'b', custom_id: 'b', ...more }] },
];

test.each([
  ['2,001 characters', { content: 'x'.repeat(2_001) }, 'content'],
  ['a broken surrogate pair', { content: '\ud83d' }, 'content'],
  ['eleven embeds', { embeds: embeds(11, 1) }, 'embeds'],
  ['6,001 characters over two embeds', { embeds: [...embeds(1, 3_000), ...embeds(1, 3_001)] }, 'embeds'],
  ['a description of 4,097', { embeds: embeds(1, 4_097) }, 'embeds.0.description'],
  ['a title of 257', { embeds: [{ title: 'x'.repeat(257) }] }, 'embeds.0.title'],
  ['a footer of 2,049', { embeds: [{ footer: { text: 'x'.repeat(2_049) } }] }, 'embeds.0.footer.text'],
  ['26 fields', { embeds: [{ fields: Array(26).fill({ name: 'n', value: 'v' }) }] }, 'embeds.0.fields'],
  ['an empty field value', { embeds: [{ fields: [{ name: 'n', value: '' }] }] }, 'embeds.0.fields.0.value'],
  ['a blank field name', { embeds: [{ fields: [{ name: ' \n', value: 'v' }] }] }, 'embeds.0.fields.0.name'],
  ['a file that is not sent along', { embeds: [{ image: { url: 'attachment://a.png' } }] }, 'embeds.0.image.url'],
  ['six rows', { content: 'c', components: ['1', '2', '3', '4', '5', '6'].flatMap((id) => buttons(id)) }, 'components'],
  ['six buttons in a row', { content: 'c', components: buttons(...'123456') }, 'components.0.components'],
  ['a custom id twice', { content: 'c', components: buttons('a', 'a') }, 'components'],
  [
    'a link without address',
    { content: 'c', components: button({ style: 5, custom_id: undefined }) },
    'components.0.components.0.url',
  ],
  ['a label of 81', { content: 'c', components: button({ label: 'x'.repeat(81) }) }, 'components.0.components.0.label'],
  [
    'a custom id of 101',
    { content: 'c', components: button({ custom_id: 'x'.repeat(101) }) },
    'components.0.components.0.custom_id',
  ],
  ['V2 with content', { content: 'c', flags: 32_768, components: [{ type: 10, content: 't' }] }, 'content'],
  ['V2 without components', { flags: 32_768 }, 'components'],
  [
    'V2 with 41 components',
    { flags: 32_768, components: [{ type: 17, components: Array(40).fill({ type: 14 }) }] },
    'components',
  ],
  ['the ephemeral flag', { content: 'c', flags: 64 }, 'flags'],
  ['a nonce of 26', { content: 'c', nonce: 'x'.repeat(26) }, 'nonce'],
  ['enforce_nonce without nonce', { content: 'c', enforce_nonce: true }, 'nonce'],
  [
    'a reply to an unknown message',
    { content: 'c', message_reference: { message_id: '1'.repeat(18) } },
    'message_reference',
  ],
])('a message with %s is refused as an invalid form', async (_, body, place) => {
  const { post, discord, channel } = await openPoster();

  const error = await post(body).catch((refusal) => refusal);

  expect(error).toMatchObject({ code: 50035, status: 400 });
  const node = place.split('.').reduce((tree, step) => tree?.[step], error.rawError.errors);
  expect(node?._errors).toMatchObject([{ code: expect.any(String), message: expect.any(String) }]);
  expect(discord.messages(channel)).toEqual([]);
  expect(discord.violations).toHaveLength(1);
});

test.each([[{}], [{ content: ' \n ' }], [{ embeds: [] }]])('the empty message %j is refused', async (body) => {
  const { post } = await openPoster();

  await expect(post(body)).rejects.toMatchObject({ code: 50006 });
});

test('a message exactly at the limits is accepted', async () => {
  const { post, discord, channel } = await openPoster();
  const v2 = { flags: 32_768, components: [{ type: 17, components: Array(39).fill({ type: 14 }) }] };

  await post({ content: 'x'.repeat(2_000), nonce: 'x'.repeat(25), enforce_nonce: true });
  await post({ embeds: embeds(10, 600), components: ['1', '2', '3', '4', '5'].flatMap((id) => buttons(id)) });
  await post(v2);

  expect(discord.messages(channel)).toHaveLength(3);
  expect(discord.violations).toEqual([]);
});

test('an edit keeps omitted fields, and is validated as a whole', async () => {
  const { post, rest, route, discord, channel } = await openPoster();
  const { id } = await post({ content: 'one', embeds: [{ title: 't' }] });

  await rest.patch(`${route}/${id}`, { body: { content: 'two' } });

  expect(discord.messages(channel)).toMatchObject([{ content: 'two', embeds: [{ title: 't' }] }]);
  await expect(rest.patch(`${route}/${id}`, { body: { content: '', embeds: [] } })).rejects.toMatchObject({
    code: 50006,
  });
  await expect(rest.patch(`${route}/${channel.id}`, { body: {} })).rejects.toMatchObject({ code: 10008 });
});

test('a nonce deduplicates within its window and channel, and only if enforced', async () => {
  const { post, discord } = await openPoster();
  const body = { content: 'c', nonce: 'n', enforce_nonce: true };

  const first = await post(body);

  expect((await post(body)).id).toBe(first.id);
  expect((await post({ ...body, enforce_nonce: false })).id).not.toBe(first.id);
  discord.advance(5 * 60_000 + 1);
  expect((await post(body)).id).not.toBe(first.id);
});

test.each([
  ['nothing said: all notify', undefined, ['everyone', 'USER', 'ROLE']],
  ['none allowed', { parse: [] }, []],
  ['users by kind', { parse: ['users'] }, ['USER']],
  ['everyone', { parse: ['everyone'] }, ['everyone']],
  ['one role by id', { parse: [], roles: ['ROLE'] }, ['ROLE']],
])('mentions notify as allowed: %s', async (_, allowed, notified) => {
  const { post, discord, channel, guild } = await openPoster();
  const role = discord.world.addRole(guild, { name: 'traders', mentionable: true });
  const ids: Record<string, string> = { USER: '2'.repeat(18), ROLE: role.id };
  const idOf = (name: string) => ids[name] ?? name;
  const allowed_mentions = allowed && { ...allowed, ...('roles' in allowed && { roles: allowed.roles?.map(idOf) }) };

  await post({ content: `@everyone <@${ids.USER}> <@&${ids.ROLE}>`, allowed_mentions });

  expect(discord.messages(channel)[0]?.mentions.notified).toEqual(notified.map(idOf));
});

test('mentions allowed by kind and by id at once are refused', async () => {
  const { post } = await openPoster();

  const posting = post({ content: 'c', allowed_mentions: { parse: ['users'], users: ['1'.repeat(18)] } });

  await expect(posting).rejects.toMatchObject({ code: 50035 });
});

test('an announcement message is crossposted once, and ten an hour', async () => {
  const { discord, guild, route, post } = await openPoster();
  const rest = newRest(discord, { rejectOnRateLimit: () => true });
  const news = discord.world.addChannel(guild, { name: 'news', type: 'announcement' });
  const path = `/channels/${news.id}/messages` as const;
  const create = async () => ((await rest.post(path, { body: { content: 'news' } })) as { id: string }).id;
  const crosspost = (id: string) => rest.post(`${path}/${id}/crosspost`);
  const first = await create();
  expect(await crosspost(first)).toMatchObject({ id: first, flags: 1 });
  await expect(crosspost(first)).rejects.toMatchObject({ code: 40033 });
  const { id } = await post({ content: 'usual' });
  await expect(rest.post(`${route}/${id}/crosspost`)).rejects.toMatchObject({ code: 50024 });
  for (let n = 0; n < 8; n += 1) await crosspost(await create());
  const eleventh = await create();
  await expect(crosspost(eleventh)).rejects.toMatchObject({ name: expect.stringContaining('RateLimit') });
});
