import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { canvasId, canvasSnbt } from '../../market/paintings/samples.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const SHOWN = canvasId(1);
const BANNED = canvasId(2);
const UNSEEN = canvasId(3);
const BANNED_UNSEEN = canvasId(4);
/** Cheaper than all other paintings, in order of price. */
const LISTED = Array.from({ length: 8 }, (_, at) => canvasId(at + 11));

let world: World;

beforeAll(async () => {
  world = await openWorld({ shops: 30 });
  const painting = (id: string, title: string, generation = 1) => ({
    type: 'PAINTING',
    quantity: 1,
    name: 'Canvas',
    snbt: canvasSnbt({ id, title, generation }),
  });
  const pixelless = {
    ...painting(UNSEEN, 'Never Shown'),
    snbt: canvasSnbt({ id: UNSEEN, title: 'Never Shown', pixels: null }),
  };
  world.economy.list({ type: 'SELLING', price: 4, remaining: 8, item: pixelless });
  world.economy.list({
    type: 'SELLING',
    price: 9,
    remaining: 8,
    item: { ...pixelless, snbt: canvasSnbt({ id: SHOWN, title: 'Quiet Harbour', pixels: null }) },
  });
  for (const [at, id] of LISTED.entries()) {
    const item = { ...painting(id, `Study ${at}`), snbt: canvasSnbt({ id, title: `Study ${at}`, pixels: null }) };
    world.economy.list({ type: 'SELLING', price: (at + 1) / 100, remaining: 8, item });
  }
  for (const id of [BANNED, BANNED_UNSEEN, LISTED[1] ?? '']) world.economy.banPainting(id);
  const streaming = world.service.nextConnection();
  await world.startBot();
  await streaming;
  world.economy.auction({ item: painting(SHOWN, 'Quiet Harbour', 2), amount: 1, finalBid: 7 });
  world.economy.auction({ item: painting(BANNED, 'Forbidden Fruit'), amount: 1, finalBid: 70 });
  for (const [at, id] of LISTED.entries())
    world.economy.auction({ item: painting(id, `Study ${at}`), amount: 1, finalBid: 1 });
  await vi.waitFor(async () => {
    const { message: last } = await world.ask(world.player, 'market', '/painting', { painting: `canvas:${LISTED[7]}` });
    expect(last.attachments).toHaveLength(1);
    const { message } = await world.ask(world.player, 'market', '/painting', { painting: `canvas:${SHOWN}` });
    expect(message.attachments).toHaveLength(1);
    expect(textOf(message)).toContain('1 trade');
  }, PATIENCE_MS);
});
afterAll(() => world.close());

test.each(['quiet harbuor', 'quiet harbor', 'qiuet harbour', 'quiett harbour'])(
  'a title that is one letter off is shown with the typed text: %j',
  async (typed) => {
    const { text } = await world.ask(world.player, 'market', '/painting', { painting: typed });
    expect(text).toMatch(/^Showing \*\*“Quiet Harbour” by Player\\_017\*\*\. You typed “/);
    expect(text.slice(text.indexOf('\n'))).toContain('“Quiet Harbour” by Player\\_017');
  },
);

test('an ambiguous title is answered with a menu of its paintings', async () => {
  const { message, text } = await world.ask(world.player, 'market', '/painting', { painting: 'study' });
  expect(text).toBe('No painting is called exactly “study”. Did you mean one of these?');
  const [row] = message.components;
  const [menu] = (row?.components ?? []) as { custom_id: string; options: { label: string; value: string }[] }[];
  const chosen = menu?.options.find(({ label }) => label.includes('Study 7'));
  const player = world.discord.as(world.player).in(world.channel('market'));
  const shown = await player.select(message, menu?.custom_id ?? '', [chosen?.value ?? '']).reply();
  expect(textOf(shown)).toContain('Study 7');
});

test('an auctioned painting is shown with its picture, its sellers and the prices paid', async () => {
  const { message, text } = await world.ask(world.player, 'market', '/painting', { painting: 'quiet harbour' });
  expect(text).toContain('“Quiet Harbour” by Player\\_017');
  expect(text).toContain('Not banned');
  expect(text).toContain('▸ **9** · original');
  expect(text).toContain('copy · **7** · 1 trade');
  expect(message.attachments?.[0]?.filename).toBe(`canvas-${SHOWN}.png`);
});

test('paintings are suggested by title and author, even without a seller', async () => {
  const actor = world.discord.as(world.player).in(world.channel('market'));
  const choices = await actor.autocomplete('/painting', 'painting', 'forbidden');
  expect(choices).toMatchObject([{ name: '“Forbidden Fruit” by Player_017 (banned)', value: `canvas:${BANNED}` }]);
});

test('paintings with one title and author are suggested by number, and the title alone finds one', async () => {
  for (const n of [31, 32]) {
    const item = {
      type: 'PAINTING',
      quantity: 1,
      name: 'Canvas',
      snbt: canvasSnbt({ id: canvasId(n), title: 'Twins' }),
    };
    world.economy.auction({ item, amount: 1, finalBid: 5 });
  }
  const actor = world.discord.as(world.player).in(world.channel('market'));
  await vi.waitFor(async () => {
    const choices = await actor.autocomplete('/painting', 'painting', 'twins');
    const numbers = [31, 32].map((n) => canvasId(n).split('_')[1]);
    expect(choices.map(({ name }) => name).sort()).toEqual(numbers.map((of) => `“Twins” by Player_017 · ${of}`).sort());
  }, PATIENCE_MS);
  const { text } = await world.ask(world.player, 'market', '/painting', { painting: 'Twins' });
  expect(text).toContain('“Twins” by Player\\_017');
});

test('a banned painting is drawn for moderators only, in private', async () => {
  const { message, text } = await world.ask(world.player, 'market', '/painting', { painting: `canvas:${BANNED}` });
  expect(text).toContain('**Banned**');
  expect(message.attachments ?? []).toEqual([]);
  const moderator = world.discord.world.addUser({ name: 'Moderator' });
  world.discord.world.addMember(world.guild, moderator, ['ManageMessages']);
  const press = (who: typeof world.player) =>
    world.discord.as(who).in(world.channel('market')).press(message, `painting-banned:show:${BANNED}`).reply();
  expect(textOf(await press(world.player))).toContain('Manage Messages');
  const shown = await press(moderator);
  expect([shown.onlyFor?.id, shown.attachments?.length]).toEqual([moderator.id, 1]);
});

test('a painting without pixels reports that, and an unknown one is refused', async () => {
  const unseen = await world.ask(world.player, 'market', '/painting', { painting: 'Never Shown' });
  expect(unseen.text).toContain('I have not seen its picture yet');
  const unknown = await world.ask(world.player, 'market', '/painting', { painting: 'no such thing' });
  expect(unknown.text).toContain('I know no painting');
  const noId = await world.ask(world.player, 'market', '/painting-banned', { id: 'no such thing' });
  expect(noId.text).toContain('I know no painting “no such thing”. Pick one from the list that opens as you type.');
});

test('an unknown id is refused with advice to type a title, unless it is banned', async () => {
  const ask = (painting: string) => world.ask(world.player, 'market', '/painting', { painting });
  const refused = await ask(canvasId(99));
  expect(refused.text).toContain(`I have not seen a painting with the id \`${canvasId(99)}\``);
  expect(refused.text).toContain('Type a title or an author instead.');
  expect((await ask(BANNED_UNSEEN)).text).toContain('**Banned**');
});

test('/painting-banned names a painting and shows it to moderators', async () => {
  const one = await world.ask(world.player, 'market', '/painting-banned', { id: BANNED });
  expect(one.text).toContain('## Banned\n**“Forbidden Fruit” by Player\\_017**');
  expect(JSON.stringify(one.message.components)).toContain(`painting-banned:show:${BANNED}`);
  const all = await world.ask(world.player, 'market', '/painting-banned');
  expect(all.text).toContain('**“Study 1” by Player\\_017**');
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const chosen = await actor.select(all.message, 'painting-banned:choose:', [LISTED[1] ?? '']).reply();
  expect([chosen.onlyFor?.id, chosen.attachments ?? []]).toEqual([world.mod.id, []]);
  expect(textOf(chosen)).toContain('## Banned\n**“Study 1” by Player\\_017**');
  const controls = JSON.stringify(chosen.components);
  for (const action of ['shop:watch:', 'shop:history:', 'shop:item:']) expect(controls).toContain(action);
});

test('each page of a list of paintings has its own pictures', async () => {
  const { message } = await world.ask(world.player, 'market', '/shop', { item: 'PAINTING' });
  const files = (of: typeof message) => of.attachments?.map(({ filename }) => filename);
  const file = (at: number) => `canvas-${LISTED[at]}.png`;
  // The second is banned.
  expect(files(message)).toEqual([0, 2, 3, 4, 5].map(file));
  expect(JSON.stringify(message.components)).toContain(file(0));
  const [next = ''] = JSON.stringify(message.components).match(/shop:page:[\w-]+:1/) ?? [];
  const turned = await world.discord.as(world.player).in(world.channel('market')).press(message, next).reply();
  expect(turned.id).toBe(message.id);
  expect(files(turned)?.slice(0, 2)).toEqual([6, 7].map(file));
  expect(JSON.stringify(turned.components)).not.toContain(file(0));
});

test('Watch this and Price history work below a painting', async () => {
  const { message } = await world.ask(world.player, 'market', '/painting', { painting: `canvas:${SHOWN}` });
  const ids = JSON.stringify(message.components).match(/shop:(?:watch|history):[\w-]+/g) ?? [];
  const history = ids.find((id) => id.startsWith('shop:history:')) ?? '';
  expect(ids.some((id) => id.startsWith('shop:watch:'))).toBe(true);
  const answer = await world.discord.as(world.player).in(world.channel('market')).press(message, history).reply();
  expect(textOf(answer)).toContain('Quiet Harbour');
  // Price history shows the painting next to its chart.
  expect(answer.attachments?.map(({ filename }) => filename)).toContain(`canvas-${SHOWN}.png`);
});

test('the shops of a painting are listed next to its picture', async () => {
  const actor = world.discord.as(world.player).in(world.channel('market'));
  const [choice] = await actor.autocomplete('/shop', 'item', 'quiet harbour');
  const shops = await world.ask(world.player, 'market', '/shop', { item: String(choice?.value) });
  expect(shops.message.attachments?.map(({ filename }) => filename)).toEqual([`canvas-${SHOWN}.png`]);
});
