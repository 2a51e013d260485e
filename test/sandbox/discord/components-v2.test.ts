import { expect, test } from 'vitest';
import { buttons, command, newRest, openDiscord, startBot } from './bot.ts';
import { checkBody, missingDescription } from './openapi.ts';
import { greyPng } from './png.ts';

const flags = 32_768;
const text = (content = 't') => ({ type: 10, content });
const button = { type: 2, style: 1, label: 'b', custom_id: 'b' };
const url = 'https://example.org/a.png';
const thumbnail = (more: object = {}) => ({ type: 11, media: { url }, ...more });
const section = (more: object = {}) => ({ type: 9, components: [text()], accessory: thumbnail(), ...more });
const gallery = (items: readonly object[]) => ({ type: 12, items });
const container = (components: readonly object[], more: object = {}) => ({ type: 17, components, ...more });
const menu = (more: object = {}) => ({ type: 1, components: [{ type: 8, custom_id: 'where', ...more }] });
const picture = { name: 'price.png', contentType: 'image/png', data: greyPng(4, 2) };

async function openPoster() {
  const place = await openDiscord({ messagesPer5s: 100 });
  const rest = newRest(place.discord);
  const route = `/channels/${place.channel.id}/messages` as const;
  const post = (body: object, files = [] as (typeof picture)[]) =>
    rest.post(route, { body, files }) as Promise<{ id: string }>;
  const edit = (id: string, body: object) => rest.patch(`${route}/${id}`, { body });
  const emojiBody = { name: 'slime', image: `data:image/png;base64,${picture.data.toString('base64')}` };
  const emoji = async () => {
    const made = await rest.post(`/applications/${place.discord.world.bot.id}/emojis`, { body: emojiBody });
    return (made as { id: string }).id;
  };
  return { ...place, rest, post, edit, emoji };
}

test('every kind of Components V2 is accepted and resolved', async () => {
  const { post, emoji, discord, channel } = await openPoster();
  const id = await emoji();
  const icon = { url: `https://cdn.discordapp.com/emojis/${id}.png` };
  const components = [
    container(
      [
        section({
          components: [text('# Slime'), text(`<:slime:${id}> 3 each`)],
          accessory: { type: 11, media: icon, description: 'Slime' },
        }),
        { type: 14, spacing: 2, divider: false },
        gallery([{ media: { url: 'attachment://price.png' }, description: 'Falling', spoiler: true }]),
        section({ accessory: { ...button, emoji: { id, name: 'slime' } } }),
        menu({ channel_types: [0, 5], default_values: [{ id: channel.id, type: 'channel' }] }),
      ],
      { accent_color: 0x57f287, spoiler: false },
    ),
    { type: 13, file: { url: 'attachment://watches.json' } },
  ];

  await post({ flags, components }, [picture, { ...picture, name: 'watches.json' }]);

  const [message] = discord.messages(channel);
  const [own] = message?.attachments ?? [];
  expect(message?.shownFiles).toHaveLength(2);
  expect(JSON.stringify(message?.components)).toContain(
    `{"url":"${own?.url}","proxy_url":"${own?.url}","width":4,"height":2}`,
  );
  expect(JSON.stringify(message?.components)).toContain(icon.url);
  expect(discord.violations).toEqual([]);
  if (missingDescription === null) expect(checkBody('message', { flags, components })).toEqual([]);
});

const unknownEmoji = '1'.repeat(18);

test.each<[string, readonly object[], string]>([
  ['no accessory', [section({ accessory: undefined })], 'components.0.accessory'],
  ['an emoji as accessory', [section({ accessory: { type: 10, content: 't' } })], 'components.0.accessory.type'],
  ['a section of four texts', [section({ components: [text(), text(), text(), text()] })], 'components.0.components'],
  ['a button in a section', [section({ components: [button] })], 'components.0.components.0.type'],
  ['a thumbnail by itself', [thumbnail()], 'components.0.type'],
  ['a thumbnail without media', [section({ accessory: { type: 11 } })], 'components.0.accessory.media'],
  [
    'a thumbnail without address',
    [section({ accessory: { type: 11, media: {} } })],
    'components.0.accessory.media.url',
  ],
  [
    'alt text of 1,025',
    [section({ accessory: thumbnail({ description: 'x'.repeat(1_025) }) })],
    'components.0.accessory.description',
  ],
  ['an empty gallery', [gallery([])], 'components.0.items'],
  ['eleven pictures', [gallery(Array(11).fill({ media: { url } }))], 'components.0.items'],
  [
    'a gallery’s long alt text',
    [gallery([{ media: { url }, description: 'x'.repeat(1_025) }])],
    'components.0.items.0.description',
  ],
  [
    'a file that is not sent along',
    [gallery([{ media: { url: 'attachment://b.png' } }])],
    'components.0.items.0.media.url',
  ],
  ['a file by its address', [{ type: 13, file: { url } }], 'components.0.file.url'],
  ['a colour that is none', [container([text()], { accent_color: 0x1000000 })], 'components.0.accent_color'],
  ['an empty container', [container([])], 'components.0.components'],
  ['a container in a container', [container([container([text()])])], 'components.0.components.0.type'],
  ['a separator’s third size', [{ type: 14, spacing: 3 }], 'components.0.spacing'],
  ['an empty text', [text('')], 'components.0.content'],
  ['4,001 characters over two texts', [text('x'.repeat(4_000)), container([text()])], 'components'],
  ['41 components at three levels', [container(Array(13).fill(section())), text()], 'components'],
  ['a custom id twice, at two levels', [section({ accessory: button }), container(buttons('b'))], 'components'],
  ['an id twice', [{ ...text(), id: 7 }, container([{ ...text(), id: 7 }])], 'components'],
  [
    'the address of an unknown emoji',
    [section({ accessory: thumbnail({ media: { url: `https://cdn.discordapp.com/emojis/${unknownEmoji}.png` } }) })],
    'components.0.accessory.media.url',
  ],
  [
    'a button with an unknown emoji',
    [{ type: 1, components: [{ ...button, emoji: { id: unknownEmoji, name: 'x' } }] }],
    'components.0.components.0.emoji.name',
  ],
  [
    'a menu of channels with options',
    [menu({ options: [{ label: 'a', value: 'a' }] })],
    'components.0.components.0.options',
  ],
  [
    'a menu of an unknown kind of channel',
    [menu({ channel_types: [99] })],
    'components.0.components.0.channel_types.0',
  ],
  [
    'a person chosen among channels',
    [menu({ default_values: [{ id: unknownEmoji, type: 'user' }] })],
    'components.0.components.0.default_values.0.type',
  ],
])('a message with %s is refused as an invalid form', async (_, components, place) => {
  const { post, discord, channel } = await openPoster();

  const error = await post({ flags, components }).catch((refusal) => refusal);

  expect(error).toMatchObject({ code: 50035, status: 400 });
  const node = place.split('.').reduce((tree, step) => tree?.[step], error.rawError.errors);
  expect(node?._errors).toMatchObject([{ code: expect.any(String), message: expect.any(String) }]);
  expect(discord.messages(channel)).toEqual([]);
});

test('40 components at three levels and 4,000 characters over two texts are accepted', async () => {
  const { post, discord } = await openPoster();

  await post({ flags, components: [container(Array(13).fill(section()))] });
  await post({ flags, components: [text('x'.repeat(3_999)), container([text()])] });

  expect(discord.violations).toEqual([]);
});

test('a deferred reply may set its visibility, but not Components V2', async () => {
  const deferred = Promise.withResolvers<unknown>();
  const { discord, alice, channel } = await startBot({
    commands: [command('shop')],
    react: async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const path = `/interactions/${interaction.id}/${interaction.token}/callback` as const;
      const body = { type: 5, data: { flags: flags | 64 } };
      await interaction.client.rest.post(path, { auth: false, body }).catch((error) => deferred.resolve(error.code));
      await interaction.deferReply({ flags: 64 });
      await interaction.editReply({ flags, components: [text()] });
    },
  });

  const answer = discord.as(alice).in(channel).run('/shop');

  expect(await deferred.promise).toBe(50035);
  expect(await answer.reply()).toMatchObject({ components: [text()], onlyFor: alice });
});

test.each([
  ['content', { content: 'c' }, 'content'],
  ['embeds', { embeds: [{ title: 't' }] }, 'embeds'],
  ['a poll', { poll: { question: { text: '?' } } }, 'poll'],
  ['stickers', { sticker_ids: [unknownEmoji] }, 'sticker_ids'],
])('Components V2 together with %s is refused', async (_, more, field) => {
  const { post } = await openPoster();

  const posting = post({ flags, components: [text()], ...more });

  await expect(posting).rejects.toMatchObject({ code: 50035, rawError: { errors: { [field]: { _errors: [{}] } } } });
});

test('a message without the Components V2 flag accepts rows only', async () => {
  const { post } = await openPoster();

  const posting = post({ content: 'c', components: [container([text()])] });

  await expect(posting).rejects.toMatchObject({ rawError: { errors: { components: { 0: { type: {} } } } } });
});

test('an edit to Components V2 must remove text and embeds, and cannot be reverted', async () => {
  const { post, edit, discord, channel } = await openPoster();
  const { id } = await post({ content: 'c', embeds: [{ title: 't' }] });
  const v2 = { flags, components: [text()] };

  await expect(edit(id, v2)).rejects.toMatchObject({ rawError: { errors: { content: {}, embeds: {} } } });
  await edit(id, { ...v2, content: null, embeds: [] });
  await expect(edit(id, { flags: 0, content: 'c', components: [] })).rejects.toMatchObject({
    rawError: { errors: { flags: {}, content: {}, components: {} } },
  });
  await edit(id, { components: [text('still')] });

  expect(discord.messages(channel)).toMatchObject([{ flags, content: '', embeds: [], components: [text('still')] }]);
});

test('an embed picture accepts alt text of at most 1,024 characters', async () => {
  const { post, discord, channel } = await openPoster();
  const embed = (description: string) => ({
    embeds: [{ image: { url, description }, thumbnail: { url, description } }],
  });

  await post(embed('x'.repeat(1_024)));

  expect(discord.messages(channel)[0]?.embeds[0]).toMatchObject({ image: { description: 'x'.repeat(1_024) } });
  await expect(post(embed('x'.repeat(1_025)))).rejects.toMatchObject({ code: 50035 });
});

test('edits of a message older than an hour are refused after too many of them', async () => {
  const { discord, post, rest, edit } = await openPoster();
  rest.options.rejectOnRateLimit = () => true; // discord.js would wait and retry
  discord.refusesOldEdits = true;
  const { id } = await post({ content: 'old' });
  await edit(id, { content: 'not so old' });
  discord.advance(60 * 60_000 + 1);

  await expect(edit(id, { content: 'too late' })).rejects.toMatchObject({ retryAfter: 20_000 });

  expect(discord.requests.at(-1)).toMatchObject({ status: 429, code: 30046 });
  discord.refusesOldEdits = false;
  await edit(id, { content: 'again' });
});
