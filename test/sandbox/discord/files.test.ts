import { AttachmentBuilder, type Interaction, type Message } from 'discord.js';
import { expect, test } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { buttons, command, newRest, openDiscord, startBot } from './bot.ts';
import { greyPng } from './png.ts';

const embeds = [{ title: 'Diamond', image: { url: 'attachment://price.png' } }];
const chart = (width = 4) => new AttachmentBuilder(greyPng(width, 3), { name: 'price.png', description: 'Falling' });

async function openPoster() {
  const place = await openDiscord({ messagesPer5s: 100 });
  const rest = newRest(place.discord, { timeout: PATIENCE_MS });
  const route = `/channels/${place.channel.id}/messages` as const;
  const files = (...names: string[]) => names.map((name) => ({ name, data: Buffer.from(name) }));
  return { ...place, rest, route, files };
}

async function startPainter(react: (interaction: Interaction) => Promise<unknown>) {
  const bot = await startBot({ commands: [command('price')], react });
  return { ...bot, actor: bot.discord.as(bot.alice).in(bot.channel) };
}

test('a picture is displayed by the embed that refers to it, and not listed as a file', async () => {
  const { client, discord, channel } = await startBot();
  const sendable = await client.channels.fetch(channel.id);
  if (!sendable?.isSendable()) throw new Error('the channel is sendable');

  const sent = await sendable.send({ embeds, files: [chart()] });

  const image = sent.embeds[0]?.image;
  expect([image?.width, image?.height, sent.attachments.size]).toEqual([4, 3, 0]);
  const served = await fetch(String(image?.url));
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await served.arrayBuffer())).toEqual(greyPng(4, 3));
  const [attachment] = discord.messages(channel)[0]?.attachments ?? [];
  expect(attachment).toMatchObject({ filename: 'price.png', description: 'Falling', image: { width: 4, height: 3 } });
  expect(discord.attachment(String(attachment?.url))).toEqual(greyPng(4, 3));
  expect(discord.requests.at(-1)?.fileNames).toEqual(['price.png']);
});

test('a button replaces the picture, and removing the picture removes its file', async () => {
  const { actor, discord } = await startPainter(async (interaction) => {
    if (interaction.isChatInputCommand())
      return interaction.reply({ embeds, files: [chart()], components: buttons('wide', 'text') });
    if (!interaction.isButton()) return null;
    if (interaction.customId === 'wide') return interaction.update({ embeds, files: [chart(9)] });
    return interaction.update({ content: 'in words', embeds: [], attachments: [] });
  });
  const message = await actor.run('/price').reply();
  const before = String(message.attachments[0]?.url);

  await actor.press(message, 'wide').reply();

  expect(message.attachments).toMatchObject([{ filename: 'price.png', image: { width: 9, height: 3 } }]);
  expect(message.embeds).toMatchObject([{ image: { url: message.attachments[0]?.url } }]);
  expect(() => discord.attachment(before)).toThrow('there is no file at');
  await actor.press(message, 'text').reply();
  expect([message.attachments, message.embeds]).toEqual([[], []]);
  expect(discord.violations).toEqual([]);
});

test('a deferred reply and its follow-up accept files and return the message', async () => {
  const json = new AttachmentBuilder(Buffer.from('{"watches":[]}'), { name: 'my watches.json' });
  const replies: Message[] = [];
  const { actor, discord } = await startPainter(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply();
    replies.push(await interaction.editReply({ files: [json] }));
    replies.push(await interaction.followUp({ embeds, files: [chart()] }));
  });

  const answer = actor.run('/price');
  const followUp = await answer.followUp();

  const [file] = (await answer.reply()).attachments;
  expect(file).toMatchObject({ filename: 'my_watches.json', contentType: 'application/json', size: 14 });
  expect(discord.attachment(String(file?.url)).toString()).toBe('{"watches":[]}');
  expect(replies[0]?.attachments.first()?.url).toBe(file?.url);
  expect(followUp.attachments).toHaveLength(1);
});

test('a reply with a file is returned if the bot requests it', async () => {
  const returned = Promise.withResolvers<unknown>();
  const { actor } = await startPainter(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const { resource } = await interaction.reply({ files: [chart()], withResponse: true });
    returned.resolve(resource?.message?.attachments.first()?.toJSON());
  });

  actor.run('/price');

  expect(await returned.promise).toMatchObject({ name: 'price.png', description: 'Falling', width: 4, height: 3 });
});

test('a picture that its embed no longer displays is listed until an embed displays it again', async () => {
  const { rest, route, files, discord } = await openPoster();
  const { id } = (await rest.post(route, { body: { embeds }, files: files('price.png') })) as { id: string };
  const listed = async (body: object) => {
    const { attachments } = (await rest.patch(`${route}/${id}`, { body })) as { attachments: { filename: string }[] };
    return attachments.map(({ filename }) => filename);
  };

  expect(await listed({ content: 'words' })).toEqual([]);
  expect(await listed({ embeds: [{ title: 'without' }] })).toEqual(['price.png']);
  expect(await listed({ embeds })).toEqual([]);
  expect(discord.violations).toEqual([]);
});

test('an edit keeps all files unless it lists some, and then keeps those and the new ones', async () => {
  const { rest, route, files, discord, channel } = await openPoster();
  const { id } = (await rest.post(route, { body: { content: 'c' }, files: files('a.txt', 'b.txt') })) as { id: string };
  const names = () => discord.messages(channel)[0]?.attachments.map(({ filename }) => filename);

  await rest.patch(`${route}/${id}`, { body: { content: 'd' }, files: files('c.txt') });
  expect(names()).toEqual(['a.txt', 'b.txt', 'c.txt']);

  const b = discord.messages(channel)[0]?.attachments[1]?.id;
  await rest.patch(`${route}/${id}`, { body: { attachments: [{ id: b }, { id: '0' }] }, files: files('d.txt') });
  expect(names()).toEqual(['b.txt', 'd.txt']);
});

test.each([
  ['a name that no file has', { embeds }, ['other.png']],
  ['a name that Discord tidies up', { embeds: [{ image: { url: 'attachment://a b.png' } }] }, ['a b.png']],
  ['a listed file that is not sent', { attachments: [{ id: '0' }, { id: '1' }] }, ['a.txt']],
  ['a sent file that is not listed', { attachments: [{ id: '0' }] }, ['a.txt', 'b.txt']],
  ['a file that is listed twice', { attachments: [{ id: '0' }, { id: '0' }] }, ['a.txt']],
  ['a description of 1,025', { attachments: [{ id: '0', description: 'x'.repeat(1_025) }] }, ['a.txt']],
  ['eleven files', {}, Array.from({ length: 11 }, (_, index) => `${index}.txt`)],
])('a message with %s is refused as an invalid form', async (_, body, names) => {
  const { rest, route, files, discord } = await openPoster();

  await expect(rest.post(route, { body, files: files(...names) })).rejects.toMatchObject({ code: 50035 });
  expect(discord.violations).toHaveLength(1);
});

test('an edit that removes the picture of its embed is refused', async () => {
  const { rest, route, files } = await openPoster();
  const { id } = (await rest.post(route, { body: { embeds }, files: files('price.png') })) as { id: string };

  await expect(rest.patch(`${route}/${id}`, { body: { attachments: [] } })).rejects.toMatchObject({ code: 50035 });
});

test('a message accepts ten files, refers only to its own, and needs Attach Files', async () => {
  const { discord, channel, rest, route, files } = await openPoster();
  const names = (count: number) => Array.from({ length: count }, (_, n) => `${n}.png`);
  const post = (body: object, ...sent: readonly string[]) => rest.post(route, { body, files: files(...sent) });

  await expect(post({}, ...names(11))).rejects.toMatchObject({ code: 50035 });
  await expect(post({ embeds }, 'other.png')).rejects.toMatchObject({ code: 50035 });
  await expect(post({ attachments: [{ id: 1 }] }, 'price.png')).rejects.toMatchObject({ code: 50035 });
  await post({}, ...names(10));
  discord.denyBot(channel, 'AttachFiles');
  await expect(post({ embeds }, 'price.png')).rejects.toMatchObject({ code: 50013, status: 403 });
  expect(discord.messages(channel)).toHaveLength(1);
});

test('a message with files sent twice with an enforced nonce appears once', async () => {
  const { discord, channel, rest, route, files } = await openPoster();
  const send = () => rest.post(route, { body: { embeds, nonce: 'n', enforce_nonce: true }, files: files('price.png') });
  const [first, second] = [await send(), await send()];
  expect(second).toEqual(first);
  expect(discord.messages(channel)).toHaveLength(1);
});

test('a file over 10 MiB is refused as too large', async () => {
  const { rest, route } = await openPoster();

  const sending = rest.post(route, { body: {}, files: [{ name: 'a.bin', data: Buffer.alloc(10 * 1_024 ** 2 + 1) }] });

  await expect(sending).rejects.toMatchObject({ code: 40005, status: 413 });
});

test('a user passes a file as an option, and the bot downloads it', async () => {
  const options = [{ name: 'file', description: 'A file', type: 11, required: true }];
  const watch = command('watch', { options: [{ type: 1, name: 'import', description: 'Import', options }] });
  const { discord, channel, alice } = await startBot({
    commands: [watch],
    react: async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const { name, size, contentType, url } = interaction.options.getAttachment('file', true);
      const text = await (await fetch(url)).text();
      await interaction.reply(`${name}, ${size} bytes of ${contentType}: ${text}`);
    },
  });
  const actor = discord.as(alice).in(channel);

  const answer = actor.run('/watch import', { file: { name: 'watches.json', content: '[1]' } });

  const expected = 'watches.json, 3 bytes of application/json; charset=utf-8: [1]';
  expect((await answer.reply()).content).toBe(expected);
  expect(() => actor.run('/watch import', { file: 'watches.json' })).toThrow('"file" does not take "watches.json"');
  const large = { name: 'large.json', content: Buffer.alloc(10 * 1_024 ** 2 + 1) };
  expect(() => actor.run('/watch import', { file: large })).toThrow('large.json is too large');
});
