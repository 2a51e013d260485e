import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { refused } from '../../../sandbox/discord/rest/faults.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { identify } from '../../../src/market/item/identity.ts';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const SIDES = ['aa', 'ab', 'ac', 'ad', 'ae', 'af', 'ba', 'bb', 'bc', 'bd'];

const SHARPNESS = {
  type: 'ENCHANTED_BOOK',
  quantity: 1,
  snbt: '{StoredEnchantments:[{id:"minecraft:sharpness",lvl:5s}]}',
};

let world: World;

/** Ten distant shops sell slime blocks at about 0.25, one is a bargain, and one rich user buys. */
beforeAll(async () => {
  world = await openWorld({ shops: 50 });
  const list = (at: number, more: object) =>
    world.economy.list({
      type: 'SELLING',
      remaining: 64_000,
      item: { type: 'SLIME_BLOCK', quantity: 100 },
      owner: ownerOf(at),
      location: { x: at * 100, y: 64, z: 0, world: 'world' },
      ...more,
    });
  const honest = SIDES.map((_, at) => list(at, { price: 23 + (at % 5) }));
  const liar = list(50, { price: 900 });
  list(60, { price: 10 });
  list(61, { type: 'BUYING', price: 20 });
  list(70, { item: { type: 'OBSIDIAN', quantity: 1 }, price: 5 });
  const slab = { type: 'PETRIFIED_OAK_SLAB', quantity: 1 };
  const slabs = [list(65, { item: slab, price: 5 }), list(66, { item: slab, price: 2, type: 'BUYING' })];
  const books = [71, 72, 73].map((at) => list(at, { item: SHARPNESS, price: 30 }));
  // Trades before the stream is open are lost.
  const streaming = world.service.nextConnection();
  await world.startBot();
  await streaming;
  world.economy.buy(slabs[0]?.id ?? 0);
  world.economy.sell(slabs[1]?.id ?? 0);
  for (const { id } of books) for (let times = 0; times < 2; times++) world.economy.buy(id, 1);
  for (const { id } of honest) for (let times = 0; times < 3; times++) world.economy.buy(id, 1);
  for (let times = 0; times < 200; times++) world.economy.buy(liar.id, 1);
  // The last trade is in the journal once an answer contains it.
  const question = { item: 'Slime Block', days: 7 };
  await vi.waitFor(
    async () => expect((await world.ask(world.player, 'market', '/price', question)).text).toContain('230 purchases'),
    PATIENCE_MS,
  );
});
afterAll(async () => {
  if (!missingDescription) expect(checkRequests(world.discord)).toEqual([]);
  await world.close();
});

function press(who: World['player'], message: Message, button: string) {
  return world.discord.as(who).in(world.channel('market')).press(message, button).reply();
}

function ownerOf(at: number) {
  return { name: `Owner${at}`, uuid: `069a79f4-44e9-4726-a5be-fca90e38${String(1_000 + at)}` };
}

test('the worth rests on many sellers, and one user’s trades with themselves do not move it', async () => {
  const { text, message } = await world.ask(world.player, 'market', '/price', { item: 'Slime Block', days: 7 });
  expect(text).toMatch(/\nWorth \*\*0\.2[45]\d?\*\*\nBuy \*\*100 for 10\*\* · 0\.10 each · −(59|60)%\n/);
  expect(text).toContain('230 purchases · 11 shops');
  const details = await press(world.player, message, 'price:details:7:SLIME_BLOCK');
  expect(details.id).toBe(message.id);
  expect(textOf(details)).toContain('Worth from 30 purchases at 10 sellers, one vote each · 1 seller left out');
  expect(textOf(details)).toContain('No auction in 7 days');
  expect(details.attachments).toEqual([]);
  await press(world.player, message, 'price:days:7:SLIME_BLOCK');
  const [chart] = message.attachments;
  expect(chart).toMatchObject({
    filename: 'price.png',
    contentType: 'image/png',
    image: { width: 1200, height: expect.any(Number) },
  });
  expect(chart?.description).toMatch(/^Slime Block, 7 days\. 230 purchases, median 9\./);
});

test('the worth is the same under every span of days', async () => {
  const { message } = await world.ask(world.player, 'market', '/price', { item: 'Slime Block' });
  const worthIn = (text: string) => /Worth \*\*[\d.]+\*\*/.exec(text)?.[0];
  const shown = [worthIn(textOf(message))];
  for (const days of [7, 90, 30]) {
    shown.push(worthIn(textOf(await press(world.player, message, `price:days:${days}:SLIME_BLOCK`))));
  }
  expect(new Set(shown).size).toBe(1);
  expect(shown[0]).toBeDefined();
});

test('an item sold mostly in variants asks for one, and the choice is answered in place', async () => {
  const { message, text } = await world.ask(world.player, 'market', '/price', { item: 'ENCHANTED_BOOK' });
  expect(text).toContain('### Enchanted Book\nWhich one? Each variant has its own price.');
  const [value = ''] = [...(/"(ENCHANTED_BOOK:=[\da-f]{16})"/.exec(JSON.stringify(message.components)) ?? [])].slice(1);
  const choose = (who: World['player']) =>
    world.discord.as(who).in(world.channel('market')).select(message, 'price:pick:30', [value]).reply();
  const [theirs, mine] = await world.clock.during(async () => [await choose(world.mod), await choose(world.player)]);
  expect(theirs.id).not.toBe(message.id);
  expect(mine.id).toBe(message.id);
  for (const one of [mine, theirs]) {
    expect(textOf(one)).toContain(
      '### Enchanted Book (Sharpness V)\n-# prices in diamonds\nWorth **30**\nBuy **30** · ',
    );
    expect(one.attachments).toHaveLength(1);
  }
});

test('*Watch this* opens the form of /shop for the side with trades', async () => {
  const { message } = await world.ask(world.player, 'market', '/price', { item: 'Slime Block' });
  const player = world.discord.as(world.player).in(world.channel('market'));
  const form = player.press(message, 'price:watch:SLIME_BLOCK');
  const { type, data } = await form.callback;
  expect(type).toBe(9);
  expect(String(data.custom_id)).toMatch(/^watch:add:/);
  const saved = await player.submit(form, { price: '0.05' }).then((sent) => sent.reply());
  expect(textOf(saved)).toContain('Slime Block');
  await world.ask(world.player, null, '/watch undo');
});

test('a variant without a shop is answered with its paid prices', async () => {
  const market = await world.ask(world.player, 'market', '/price', { item: 'ENCHANTED_BOOK' });
  const [, key = ''] = /"ENCHANTED_BOOK:=([\da-f]{16})"/.exec(JSON.stringify(market.message.components)) ?? [];
  const unknown = await world.ask(world.player, 'market', '/price', { item: '#0123456789abcdef' });
  expect(unknown.text).toContain('0123456789abcdef');
  const known = await world.ask(world.player, 'market', '/price', { item: `#${key}` });
  expect(known.text).toContain('Worth **30**');
});

test('a watch’s price warning compares with prices paid or prices received, never with both', async () => {
  const add = async (trigger: string, price: number) => {
    const { text } = await world.ask(world.player, null, '/watch add', { item: 'PETRIFIED_OAK_SLAB', trigger, price });
    await world.ask(world.player, null, '/watch undo');
    return text;
  };
  expect(await add('at-or-below', 3)).toContain(
    '3 diamonds is below the lowest price of the last 90 days: 5 diamonds each.',
  );
  expect(await add('at-or-above', 4)).toContain(
    '4 diamonds is above the highest price of the last 90 days: 2 diamonds each.',
  );
});

test('a button shows another span in place for the asker, and gives others their own answer', async () => {
  const { message } = await world.ask(world.player, 'market', '/price', { item: 'Slime Block' });
  const button = 'price:days:90:SLIME_BLOCK';
  const others = await press(world.mod, message, button);
  expect(textOf(others)).toContain('**Players paid shops**, 90 days');
  expect(others.id).not.toBe(message.id);
  const mine = await world.clock.during(() => press(world.player, message, button));
  expect(mine.id).toBe(message.id);
  expect(textOf(mine)).toContain('**Players paid shops**, 90 days');
  expect(mine.attachments).toHaveLength(1);
});

test('a span that cannot be shown leaves the message unchanged, with a separate notice', async () => {
  const { message } = await world.ask(world.player, 'market', '/price', { item: 'Slime Block' });
  world.expectError('Command failed');
  world.discord.fail({ method: 'PATCH', path: /\/messages\/@original$/ }, refused(50035), { times: 2 });
  const press = world.discord.as(world.player).in(world.channel('market')).press(message, 'price:days:90:SLIME_BLOCK');
  expect((await press.followUp()).content).toContain('Discord did not take my answer');
  expect(textOf(message)).toContain('**Players paid shops**, 30 days');
});

test('/deals finds offers well under their worth, and buyers for them', async () => {
  const deals = await world.ask(world.player, 'market', '/deals', { item: 'Slime Block' });
  expect(deals.text).toMatch(
    /\*\*Slime Block\*\* · 100 for 10 · −(59|60)%\n-# `6000 64 0` world · saves (about )?\*\*1[45](\.\d\d)?\*\*/,
  );
  expect(deals.text).not.toContain('Owner50');
  const spreads = await world.ask(world.player, 'market', '/deals', { item: 'Slime Block', spreads: true });
  expect(spreads.text).toMatch(/\*\*Slime Block\*\* · \*\*\+[\d,]+\*\*/);
  expect(spreads.text).toContain(' · 100 blocks');
  const none = await world.ask(world.player, 'market', '/deals', { item: 'Slime Block', discount: 90 });
  expect(none.text).toMatch(/Nothing is 90% under its worth right now\. The best right now is (59|60)% under\./);
  const player = world.discord.as(world.player).in(world.channel('market'));
  void player.press(none.message, idOf(none.message, 'deals:terms:'));
  await expect
    .poll(() => textOf(none.message))
    .toMatch(/(59|60)% or more under worth[\s\S]*\*\*Slime Block\*\* · 100 for 10/);
});

test('/deals refuses conflicting options with the reason', async () => {
  const answerTo = async (options: Record<string, unknown>) =>
    (await world.ask(world.player, 'market', '/deals', options as never)).text;
  expect(await answerTo({ spreads: true, discount: 90 })).toContain('`discount` is not for `spreads`');
  expect(await answerTo({ spreads: true, 'min-saving': 1 })).toContain('`min-saving` is not for `spreads`');
  expect(await answerTo({ spreads: true, sort: 'percent' })).toContain('`sort` is not for `spreads`');
  expect(await answerTo({ sort: 'distance' })).toContain('give `near`, or `x` and `z`');
});

test('/deals opens the price history of an item on its page, and saves a watch on deals with Undo', async () => {
  const { message } = await world.ask(world.player, 'market', '/deals', {});
  const player = world.discord.as(world.player).in(world.channel('market'));
  const history = await player
    .select(message, idOf(message, 'deals:history:'), [`SLIME_BLOCK:=${identify('SLIME_BLOCK').key}`])
    .reply();
  expect(textOf(history)).toContain('**Players paid shops**, 30 days');
  expect(textOf(message)).toContain('**Slime Block** · 100 for 10');
  const saved = await player.press(message, idOf(message, 'deals:tell:')).reply();
  expect(textOf(saved)).toContain('25% or more under its worth, saving 0.10 diamonds or more');
  expect(idOf(saved, 'watch:undo:')).toMatch(/^watch:undo:/);
});

test('“Nearest first” below a public answer of /deals opens an answer for its reader alone', async () => {
  const { message, text } = await world.ask(world.player, 'market', '/deals', { discount: 1 });
  const menu = idOf(message, 'deals:order:');
  const nearest = () => world.discord.as(world.player).in(world.channel('market')).select(message, menu, ['distance']);
  expect(textOf(await nearest().reply())).toContain('I don’t know your home yet');
  await world.ask(world.player, 'market', '/me', { x: 6_000, z: 40 });
  const mine = await nearest().reply();
  expect([mine.onlyFor, textOf(mine)]).toEqual([world.player, expect.stringContaining(' · 40 blocks from your home')]);
  expect(textOf(message)).toBe(text);
  const far = await world.ask(world.player, 'market', '/deals', { within: 30 });
  expect(far.text).toMatch(
    /No such offer right now with these filters: within 30 blocks of your home\. .* find more\./,
  );
  await world.ask(world.player, 'market', '/me', { clear: 'home' });
});

test('/deals and /price agree on missing worths, and on worths of variants', async () => {
  const reason = 'Too few purchases for a worth: it takes 5';
  for (const command of ['/price', '/deals'] as const) {
    expect((await world.ask(world.player, 'market', command, { item: 'Obsidian' })).text).toContain(reason);
  }
  const books = await world.ask(world.player, 'market', '/deals', { item: 'ENCHANTED_BOOK' });
  expect(books.text).toContain('Nothing is 25% under its worth right now.');
});

test('a trade that the service dates an hour ahead counts as one of now', async () => {
  const shop = world.economy.shops().find(({ item, price }) => item.type === 'OBSIDIAN' && price === 5);
  world.economy.buy(shop?.id ?? 0, 1, { at: Date.now() + 3_600_000 });
  await expect
    .poll(async () => (await world.ask(world.player, 'market', '/price', { item: 'Obsidian' })).text)
    .toMatch(/1 purchase\b/);
});

test('/deals leaves out the shops of the player that the user says to be, for this user alone', async () => {
  const asked = { item: 'Slime Block' };
  await world.ask(world.mod, 'market', '/me', { name: 'Owner60' });
  const own = await world.ask(world.mod, 'market', '/deals', asked);
  expect(own.text).not.toContain('100 for 10');
  expect(own.text).not.toMatch(/own|Owner60/);
  expect((await world.ask(world.player, 'market', '/deals', asked)).text).toContain('100 for 10');
  expect((await world.ask(world.mod, 'market', '/deals', { ...asked, owner: 'Owner60' })).text).toContain('100 for 10');
  await world.ask(world.mod, 'market', '/me', { clear: 'name' });
});

test('an answer whose picture Discord rejects shows its numbers without it', async () => {
  world.discord.fail({ method: 'PATCH', path: /\/messages\/@original$/ }, refused(50013), { times: 1 });
  const { text, message } = await world.ask(world.player, 'market', '/price', { item: 'Slime Block' });
  expect(text).toContain('### Slime Block');
  expect(message.attachments).toEqual([]);
});

test('an alert compares a trade with the worth', async () => {
  await world.ask(world.mod, 'market', '/feed add', { kind: 'purchases', 'min-value': 500 });
  const liar = world.economy.shops().find(({ price }) => price === 900);
  world.economy.buy(liar?.id ?? 0, 1);
  const alert = await world.discord.findMessage(world.channel('market'), (one) => one.content.includes('900 diamonds'));
  expect(textOf(alert)).toMatch(/ · 900 diamonds · 9 each\n<t:\d+:R> · 36 times its worth \(0\.25 each\)/);
  expect(world.discord.violations).toEqual([]);
});

function idOf({ components }: Message, beginning: string): string {
  return JSON.stringify(components).match(new RegExp(`"(${beginning}[^"]*)"`))?.[1] ?? expect.fail(`no ${beginning}`);
}
