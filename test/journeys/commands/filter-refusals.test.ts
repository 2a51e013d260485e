import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ shops: 100 });
  const shop = { owner: ADA, price: 1, location: { x: 1, y: 64, z: -3, world: 'world' } };
  world.economy.list({ ...shop, type: 'BUYING', remaining: 0, item: { type: 'SLIME_BLOCK', quantity: 4 } });
  world.economy.list({ ...shop, type: 'SELLING', remaining: 1, item: BOOK });
  await world.startBot();
});
afterAll(() => world.close());

const BOOK = {
  type: 'ENCHANTED_BOOK',
  quantity: 1,
  snbt: '{StoredEnchantments:[{id:"minecraft:sharpness",lvl:5s},{id:"minecraft:unbreaking",lvl:3s}]}',
};
const ADA = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };

const ask = async (line: string, values: OptionValues = {}) =>
  (await world.ask(world.mod, 'market', line, values)).text;
const answerTo = (line: string, values: OptionValues = {}) => ask(`/watch ${line}`, values);

test.each<[string, string, OptionValues]>([
  ['/watch add', 'price', { item: 'Slime Block', trigger: 'at-or-below' }],
  ['/watch add', 'max-price', { item: 'Slime Block', trigger: 'traded' }],
  ['/watch add', 'min-price', { item: 'Slime Block', trigger: 'traded' }],
  ['/feed add', 'min-value', { kind: 'trades' }],
  ['/feed add', 'max-price', { kind: 'trades' }],
  ['/feed add', 'min-price', { kind: 'trades' }],
  ['/shop', 'max-price', { item: 'Slime Block' }],
  ['/shop', 'min-price', { item: 'Slime Block' }],
])('%s shows a hint for an unreadable %s, and refuses the hint’s value', async (line, option, values) => {
  const [hint, ...others] = await world.discord
    .as(world.mod)
    .in(world.channel('market'))
    .autocomplete(line, option, 'gold', values);
  expect(others).toEqual([]);
  expect(hint?.name).toMatch(/^I can’t read “gold” as .* Write it like/);
  const chosen = { ...values, [option]: Number(hint?.value) };
  expect(await ask(line, chosen)).toContain(`\`${option}\` is -1: it must be from 0 to 1,000,000,000,000.`);
});

test.each<[string, OptionValues]>([
  ['/shop', { item: 'Slime Block' }],
  ['/deals', {}],
  ['/feed add', { kind: 'trades' }],
  ['/watch add', { item: 'Slime Block', trigger: 'listed' }],
])('%s with near says that no landmarks are known', async (line, values) => {
  expect(await ask(line, { ...values, near: 'Spawn' })).toBe(
    'I know no landmarks here, so `near` finds no place. Give `x` and `z` instead.',
  );
});

describe('a watch', () => {
  test.each<[string, OptionValues, RegExp]>([
    ['a missing price', { item: 'Slime Block', trigger: 'at-or-below' }, /needs a `price`/],
    ['a meaningless price', { item: 'Slime Block', trigger: 'listed', price: 2 }, /use `max-price` instead/],
    [
      'a filter that an auction cannot answer',
      { item: 'Slime Block', trigger: 'auctioned', owner: 'Ada' },
      /can never match: `owner`/,
    ],
    ['half a place', { item: 'Slime Block', trigger: 'traded', x: 5 }, /`z` is missing/],
    ['a distance from nowhere', { item: 'Slime Block', trigger: 'traded', within: 5 }, /`within` needs a place/],
    [
      'a minimum price above the maximum',
      { item: 'Slime Block', trigger: 'traded', 'min-price': 5, 'max-price': 1 },
      /swap them/,
    ],
    ['an impossible item name', { item: 'slime: 3000', trigger: 'traded' }, /No shop has an item like “slime\\: 3000”/],
    ['an unknown enchantment', { item: 'Slime Block', trigger: 'traded', enchantment: '>=5' }, /enchantment/i],
    [
      'an invalid level',
      { item: 'Slime Block', trigger: 'traded', enchantment: 'Sharpness IIII' },
      /^I can’t read “Sharpness IIII” as an enchantment\. Write it like .* or `Sharpness V`/,
    ],
    [
      'a price under the least',
      { item: 'Slime Block', trigger: 'at-or-below', price: 4, 'min-price': 5 },
      /`min-price` is above your `price`/,
    ],
    [
      'a bid above the most',
      { item: 'Slime Block', trigger: 'at-or-above', price: 5, 'max-price': 4 },
      /`max-price` is below your `price`/,
    ],
    [
      'a bid without a price',
      { item: 'Slime Block', trigger: 'at-or-above' },
      /needs a `price`: the least that a shop should pay/,
    ],
    [
      'one player included and excluded',
      { item: 'Slime Block', trigger: 'traded', owner: 'Ann', 'not-owner': 'ann' },
      /the same player/,
    ],
    [
      'two levels of one enchantment',
      { item: 'Slime Block', trigger: 'traded', enchantment: 'sharpness=3,sharpness=5' },
      /No item has two levels of Sharpness/,
    ],
    ['a place without a distance', { item: 'Slime Block', trigger: 'traded', x: 5, z: 5 }, /Give `within` too/],
    [
      'the stock of an empty shop',
      { item: 'Slime Block', trigger: 'sold-out', 'min-stock': 2 },
      /An empty shop has no stock/,
    ],
    ['an item without a name', { item: '\u200b ', trigger: 'traded' }, /`item` is empty/],
    ['an empty owner', { item: 'Slime Block', trigger: 'traded', owner: '  ' }, /`owner` is empty/],
  ])('refuses %s, and saves nothing', async (_, values, sentence) => {
    expect(await answerTo('add', values)).toMatch(sentence);
    expect(await answerTo('list')).toContain('You have no watches yet');
  });
});

describe('a feed', () => {
  test.each<[string, OptionValues, RegExp]>([
    [
      'a place without a distance',
      { kind: 'trades', x: 5, z: 5 },
      /Give `within` too: how many blocks around that place\./,
    ],
    ['the stock of an empty shop', { kind: 'sold-out', 'min-stock': 2 }, /An empty shop has no stock: leave out/],
    [
      'several filters of an auction',
      { kind: 'auctions', owner: 'Ada', world: 'world' },
      /never match: `owner` and `world`\. Leave out `owner` and `world`\./,
    ],
    ['containers of the whole server', { kind: 'health', containers: false }, /can never match: `containers`/],
    [
      'a banned item other than a painting',
      { kind: 'banned-paintings', item: 'Slime Block' },
      /^`banned-paintings` is about paintings only, so this can never match: `item`\. Leave out `item`\.$/,
    ],
    [
      'an enchanted painting',
      { kind: 'banned-paintings', item: 'Painting', enchantment: 'sharpness' },
      /so this can never match: `enchantment`\. Leave out `enchantment`\.$/,
    ],
  ])('refuses %s', async (_, values, sentence) => {
    expect(await ask('/feed add', values)).toMatch(sentence);
  });

  test('names conflicting options to clear in an edit, and treats a place as one value', async () => {
    await ask('/feed add', { kind: 'trades', owner: 'Ada', x: 1, z: 2, within: 3 });
    const actor = world.discord.as(world.mod).in(world.channel('market'));
    const [choice] = await actor.autocomplete('/feed edit', 'feed', 'Purchases and sales');
    const edit = (values: OptionValues) => ask('/feed edit', { feed: String(choice?.value), ...values });
    expect(await edit({ kind: 'auctions', world: 'world' })).toContain(
      'so this can never match: `owner`, `world`, `x`, `z`, and `within`. Leave out `world`. Take `owner, x, z, within` away with `clear`.',
    );
    expect(await edit({ clear: 'within', 'min-value': 3 })).toContain(
      'Purchases and sales, only shops of Ada, at least 3 diamonds in total',
    );
    expect(await edit({ kind: 'listings' })).toContain('**New shops** has no payments: take it away with `clear`.');
  });

  test('on banned paintings accepts paintings only, and a feed of another item cannot become one', async () => {
    expect(await ask('/feed add', { kind: 'banned-paintings', item: 'Painting' })).toContain(
      'Banned paintings on sale: **Painting**',
    );
    await ask('/feed add', { kind: 'listings', item: 'Slime Block' });
    const actor = world.discord.as(world.mod).in(world.channel('market'));
    const [choice] = await actor.autocomplete('/feed edit', 'feed', 'New shops');
    expect(await ask('/feed edit', { feed: String(choice?.value), kind: 'banned-paintings' })).toContain(
      'so this can never match: `item`. Take `item` away with `clear`.',
    );
  });
});

describe('an option given and cleared at the same time', () => {
  test.each<[OptionValues, string]>([
    [
      { world: 'world', clear: 'world' },
      'You gave `world` and cleared `world` at the same time: leave one of them out.',
    ],
    [
      { price: 3, clear: 'owner, price' },
      'You gave `price` and cleared `price` at the same time: leave one of them out.',
    ],
    [{ containers: false, clear: 'containers' }, 'You gave `containers` and cleared'],
  ])('%j is refused for a watch', async (values, sentence) => {
    const actor = world.discord.as(world.mod).in(world.channel('market'));
    await answerTo('add', { item: 'Slime Block', trigger: 'traded', owner: 'Ada', world: 'world' });
    const [choice] = await actor.autocomplete('/watch edit', 'watch', 'Slime');
    const watch = String(choice?.value);
    expect(await answerTo('edit', { watch, ...values })).toContain(sentence);
    expect(await answerTo('list')).toContain('raded at a shop, only shops of Ada, in world');
    await answerTo('remove', { watch });
  });

  test.each<[OptionValues, string]>([
    [
      { world: 'world', clear: 'world' },
      'You gave `world` and cleared `world` at the same time: leave one of them out.',
    ],
    [{ 'min-value': 3, clear: 'min-value' }, 'You gave `min-value` and cleared'],
  ])('%j is refused for a feed', async (values, sentence) => {
    const actor = world.discord.as(world.mod).in(world.channel('market'));
    await ask('/feed add', { kind: 'restocks', owner: 'Ada', world: 'world' });
    const [choice] = await actor.autocomplete('/feed edit', 'feed', 'Restocks');
    const feed = String(choice?.value);
    expect(await ask('/feed edit', { feed, ...values })).toContain(sentence);
    expect(await ask('/feed list')).toContain('Restocks, only shops of Ada, in world');
    await ask('/feed remove', { feed });
  });
});

test('min-stock checks the space of a buying shop, and a place without a distance only sorts', async () => {
  const sell = { item: 'Slime Block', side: 'sell' };
  const withRoom = await ask('/shop', { ...sell, 'min-stock': 2 });
  expect(withRoom).toContain('No shop buys it right now.');
  expect(withRoom).toContain('room for at least 2');
  expect(await ask('/shop', { ...sell, x: 1, z: 1 })).toContain('`1 64 -3` world · Ada');
});

test('suggestions of enchantments contain valid values only', async () => {
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const offered = async (text: string) =>
    (await actor.autocomplete('/watch add', 'enchantment', text)).map(({ value }) => value);
  expect(await offered('sharp')).toEqual(['sharpness']);
  expect(await offered('sharpness>=5, unb')).toEqual(['sharpness>=5, unbreaking']);
  expect(await offered('sharpness>=5')).toEqual(['sharpness>=5']);
  expect(await offered('sharpness>=')).toEqual([]);
  expect(await offered('sharpness, ')).toContain('sharpness, unbreaking');
  expect(await offered('sharpness, ')).not.toContain('sharpness, sharpness');
});
