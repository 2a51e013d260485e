import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '../../sandbox/bot.ts';
import { serverError } from '../../sandbox/discord/rest/faults.ts';
import type { Channel } from '../../sandbox/discord/world/entities.ts';
import { pngSize } from '../../sandbox/discord/world/png-size.ts';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';
import { canvasId, canvasSnbt, pixelsOf, snbtOf } from '../market/paintings/samples.ts';

/**
 * Stands on: the real bot with the real discord.js, its store in files, over sockets to the simulated service and the
 * local Discord.
 */

let world: World;
let bot: Bot;
let bids = 9_700;
let numbers = 0;

beforeAll(async () => {
  world = await openWorld({ shops: 20 });
  bot = await world.startBot();
  await feed(auctions(), 'auctions');
});
afterAll(() => world.close());

const auctions = () => world.channel('auctions');
const feed = (channel: Channel, kind: string) =>
  world.discord.as(world.mod).in(channel).run('/feed add', { kind }).reply();

/** A painting that no earlier test sold. */
function newPainting() {
  numbers += 1;
  const id = canvasId(numbers);
  const snbt = canvasSnbt({ id, form: 'item_canvas_long', pixels: snbtOf(pixelsOf(512, numbers)) });
  return { id, item: { type: 'PAINTING', name: 'Canvas', snbt } };
}

/** Auctions an item. @returns the price as its message shows it */
function sell(item: ReturnType<typeof newPainting>['item']): string {
  bids += 1;
  world.economy.auction({ item, amount: 1, finalBid: bids });
  return bids.toLocaleString('en-US');
}

const messagesWith = (price: string, channel = auctions()) =>
  world.discord.messages(channel).filter((message) => textOf(message).includes(`${price} diamonds`));
const posted = async (price: string, channel = auctions()) => {
  await expect.poll(() => messagesWith(price, channel).length).toBe(1);
  const [message] = messagesWith(price, channel);
  if (message === undefined) throw new Error(`no message at ${price}`);
  return message;
};
const postsTo = ({ id }: Channel) => world.discord.requests.filter(({ path }) => path === `/channels/${id}/messages`);

/** Bans a painting. Resolves when Crier has received the ban. */
async function ban(id: string): Promise<void> {
  world.economy.banPainting(id);
  await world.skip(70_000);
  const verdict = async () => (await world.ask(world.mod, 'market', '/painting-banned', { id })).text;
  await expect.poll(verdict).toMatch(/^## Banned/);
}

test('a sold painting is posted in the channel with its picture', async () => {
  const { id, item } = newPainting();
  const message = await posted(sell(item));

  expect(message.attachments).toMatchObject([{ filename: `canvas-${id}.png`, contentType: 'image/png' }]);
  const [attachment] = message.attachments;
  expect(message.embeds).toMatchObject([
    {
      thumbnail: {
        url: attachment?.url,
        description: '“Harbour at Dusk” by Player_017, 32 × 16 pixels',
        ...{ width: 512, height: 256 },
      },
    },
  ]);
  const drawn = world.discord.attachment(attachment?.url ?? '');
  expect(drawn && pngSize(Buffer.from(drawn))).toEqual({ width: 512, height: 256 });
  expect(world.discord.violations).toEqual([]);
});

test('fault 97: a feed without Attach Files posts without pictures, and /feed check reports that', async () => {
  const channel = world.discord.world.addChannel(world.guild, { name: 'no-files', deniesBot: ['AttachFiles'] });
  const added = textOf(await feed(channel, 'auctions'));
  const first = await posted(sell(newPainting().item), channel);
  const second = await posted(sell(newPainting().item), channel);

  expect([first, second].map(({ attachments }) => attachments)).toEqual([[], []]);
  expect(postsTo(channel).map(({ code, status }) => code ?? status)).toEqual([50013, 200, 200]);
  const sentence = 'Posts come without pictures of paintings until you allow me **Attach Files**.';
  expect(added).toContain(sentence);
  expect((await world.ask(world.mod, 'market', '/feed check')).text).toContain(sentence);
  const { text } = await world.ask(world.mod, 'market', '/feed list');
  expect(text).not.toContain('paused');

  // After a refusal messages carry no files for ten minutes, even if the permission returns.
  world.discord.allowBot(channel, 'AttachFiles');
  const check = async () => (await world.ask(world.mod, 'market', '/feed check')).text;
  await expect.poll(check).toMatch(/refused my pictures here\. Posts come without pictures .* until <t:\d+:t>, then/);
  await world.skip(10 * 60_000);
  await expect.poll(check).toContain('All is well');
  expect((await posted(sell(newPainting().item), channel)).attachments).toHaveLength(1);
});

describe('a message that was sealed with a picture', () => {
  /** Sells a painting. Resolves when its message has failed once; sends fail until `recover`. */
  async function sealed({ id, item }: ReturnType<typeof newPainting>) {
    const path = `/channels/${auctions().id}/messages`;
    const fault = world.discord.fail({ method: 'POST', path }, serverError(), { times: 1_000 });
    const price = sell(item);
    await expect.poll(() => fault.hits).toBeGreaterThan(0);
    expect(postsTo(auctions()).at(-1)?.fileNames).toEqual([`canvas-${id}.png`]);
    return { price, recover: () => fault.cancel() };
  }

  test('fault 98: is sent without the picture if the painting is banned before the retry', async () => {
    const painting = newPainting();
    const { price, recover } = await sealed(painting);
    await ban(painting.id);
    recover();
    await world.skip(150_000);
    const message = await posted(price);
    expect(message.attachments).toEqual([]);
    expect(JSON.stringify(message.embeds)).not.toContain('attachment');
  });

  test('is sent once, with its picture, by the next process after a crash', async () => {
    const painting = newPainting();
    const { price, recover } = await sealed(painting);
    await bot.stop();
    const { body } = postsTo(auctions()).at(-1) ?? {};
    recover();
    bot = await world.startBot();
    const message = await posted(price);
    expect(message.attachments).toMatchObject([{ filename: `canvas-${painting.id}.png` }]);
    expect(message.nonce).toBe((body as { nonce: string }).nonce);
  });
});

describe('a banned painting', () => {
  test('fault 98: is drawn in no post; *Show* draws it for a moderator only, and refuses others', async () => {
    const { id, item } = newPainting();
    await posted(sell(item));
    await ban(id);

    const message = await posted(sell(item));
    expect(message.attachments).toEqual([]);
    const moderator = world.discord.world.addUser({ name: 'Keeper' });
    world.discord.world.addMember(world.guild, moderator, ['ManageMessages']);
    const press = (who: typeof moderator) =>
      world.discord.as(who).in(auctions()).press(message, `painting-banned:show:${id}`).reply();

    const shown = await press(moderator);
    expect(shown.onlyFor?.id).toBe(moderator.id);
    expect(shown.attachments).toMatchObject([{ filename: `canvas-${id}.png` }]);
    expect(textOf(shown)).toContain('“Harbour at Dusk” by Player\\_017');

    const refused = await press(world.player);
    expect(refused.onlyFor?.id).toBe(world.player.id);
    expect(refused.attachments).toEqual([]);
    expect(textOf(refused)).toBe('Only members with **Manage Messages** in this channel can see a banned painting.');
  });
});
