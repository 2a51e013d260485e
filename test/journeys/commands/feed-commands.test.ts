import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const ADA = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };

let world: World;
let shopId: number;
let bot: Awaited<ReturnType<World['startBot']>>;

beforeAll(async () => {
  world = await openWorld({ shops: 60 });
  const location = { x: 1, y: 64, z: -3, world: 'world' };
  const item = { type: 'SLIME_BLOCK', quantity: 4 };
  shopId = world.economy.list({ type: 'SELLING', owner: ADA, price: 2, remaining: 6400, item, location }).id;
  bot = await world.startBot();
});
afterAll(async () => {
  if (!missingDescription) expect(checkRequests(world.discord)).toEqual([]);
  await world.close();
});

const feed = async (line: string, values: OptionValues = {}) =>
  (await world.ask(world.mod, 'market', `/feed ${line}`, values)).text;

async function idOf(name: string): Promise<string> {
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const [choice] = await actor.autocomplete('/feed pause', 'feed', name);
  return String(choice?.value);
}

describe('an invalid value is answered with its reason, and nothing is saved', () => {
  test.each<[string, OptionValues, RegExp]>([
    [
      'a place in an auction',
      { kind: 'auctions', x: 1, z: 2, within: 5 },
      /An auction has no place.*can never match: `x`, `z`,? and `within`/,
    ],
    ['a stock in an auction', { kind: 'auctions', 'min-stock': 5 }, /can never match: `min-stock`/],
    ['a minimum value without a payment', { kind: 'sold-out', 'min-value': 5 }, /`min-value` is about what was paid/],
    ['an item for the server’s health', { kind: 'health', item: 'Slime Block' }, /can never match: `item`/],
    ['half a place', { kind: 'trades', z: 5 }, /`x` is missing/],
    ['a minimum price above the maximum', { kind: 'trades', 'min-price': 9, 'max-price': 1 }, /swap them/],
    ['an unknown item', { kind: 'trades', item: '@everyone **' }, /No item is called exactly/],
    ['an unknown enchantment', { kind: 'trades', enchantment: 'sharpness>>5' }, /enchantment/i],
    ['a world of spaces', { kind: 'trades', world: '   ' }, /`world` is empty/],
  ])('%s', async (_, values, sentence) => {
    expect(await feed('add', values)).toMatch(sentence);
    expect(await feed('list')).toContain('has no feeds yet');
  });
});

test('an edit of a feed changes given options and clears others, and an invalid edit changes nothing', async () => {
  await feed('add', { kind: 'purchases', item: 'Slime Block', owner: 'Ada', 'min-value': 3, every: 5 });
  expect(await feed('add', { kind: 'purchases', item: 'Slime Block', owner: 'Ada', 'min-value': 3 })).toContain(
    'has this feed already',
  );
  const id = await idOf('Purchases');
  const edit = (values: OptionValues) => feed('edit', { feed: id, ...values });
  const quiet = (values: OptionValues) => feed('quiet', { feed: id, ...values });
  expect(await quiet({ from: '22:00' })).toContain('Give `from` and `to` together');
  expect(await quiet({ from: '22:00', to: '07:00', timezone: 'Nowhere' })).toContain(
    'I don’t know the time zone “Nowhere”',
  );
  expect(await quiet({ from: '7:00', to: '07:00', timezone: 'UTC' })).toContain('the same time');
  expect(await quiet({})).toContain('nothing to change');
  expect(await edit({ kind: 'listings' })).toContain('**New shops** has no payments');
  expect(await edit({})).toContain('nothing to change');
  expect(await edit({ clear: 'price' })).toContain('“price” is not a filter I can clear. `clear` takes item, ');
  expect(await feed('list')).toMatch(
    /Purchases: \*\*Slime Block\*\*, only shops of Ada, .*3 diamonds in total, every 5 minutes/,
  );
  await edit({ clear: 'owner, min-value, every' });
  expect(await quiet({ from: '22:00', to: '07:00', timezone: 'europe/berlin' })).toContain(
    'Purchases: **Slime Block**, quiet 22:00–07:00 (Europe/Berlin)',
  );
  expect(await quiet({ to: '6:30' })).toContain('quiet 22:00–06:30 (Europe/Berlin)');
  expect(await edit({ clear: 'quiet item' })).toMatch(/Feed changed in <#\d+>\nPurchases\n/);
  await quiet({ from: '1:00', to: '2:00', timezone: 'UTC' });
  expect(await quiet({})).toMatch(/Feed changed in <#\d+>\nPurchases\nThe quiet hours are off\./);
  const hour = new Date().getUTCHours();
  await quiet({ from: `${hour}:00`, to: `${(hour + 22) % 24}:00`, timezone: 'UTC' });
  world.economy.buy(shopId, 3);
  await expect.poll(() => feed('list')).toMatch(/\n {2}-# 🌙 quiet until <t:\d+:[tf]> · 1 event held · no post yet/);
  const check = await feed('check');
  expect(check).toMatch(/🌙 Purchases, quiet .*: quiet until <t:\d+:[tf]> · 1 event held/);
  expect(check).not.toContain('All is well');
  expect(await feed('remove', { feed: id })).toContain('Feed removed from');
});

test('clear offers the options of a feed, and Undo restores the whole feed after a restart', async () => {
  const role = world.discord.world.addRole(world.guild, { name: 'Traders', mentionable: true });
  await feed('add', { kind: 'purchases', owner: 'Ada', every: 5, role });
  const id = await idOf('Purchases');
  const mod = () => world.discord.as(world.mod).in(world.channel('market'));
  const clear = await mod().autocomplete('/feed edit', 'clear', '', { feed: id });
  expect(clear.map(({ value }) => value)).toEqual(['owner', 'every', 'role', 'owner, every, role']);
  const typed =
    'item, enchantment, not-owner, world, x, z, within, max-price, min-price, min-stock, containers, every, ';
  expect(await mod().autocomplete('/feed edit', 'clear', typed, { feed: id })).toEqual([]);
  expect(await feed('edit', { feed: id, role: world.guild.everyone })).toContain('does not mention the whole server');
  expect(await feed('edit', { feed: id, publish: true })).toContain('Only posts of an announcement channel');
  const members = world.discord.world.addRole(world.guild, { name: 'Members' });
  expect(await feed('edit', { feed: id, role: members })).toContain(`You may not mention <@&${members.id}>`);
  world.discord.world.overwrite(world.channel('market'), world.mod, 'allow', ['MentionEveryone']);
  expect(await feed('edit', { feed: id, role: members })).toContain(`<@&${members.id}>`);
  const moved = { feed: id, channel: world.channel('auctions') };
  expect(await feed('edit', moved)).toContain(`You may not mention <@&${members.id}> in <#${moved.channel.id}>`);
  await feed('edit', { feed: id, role });
  const edited = await world.ask(world.mod, 'market', '/feed edit', { feed: id, clear: 'owner, every, role' });
  expect(edited.text).toMatch(/Feed changed in <#\d+>\nPurchases\n/);
  await bot.stop();
  bot = await world.startBot();
  const [undo = ''] = JSON.stringify(edited.message.components).match(/feed:restore:[^"]+/) ?? [];
  const undone = textOf(await mod().press(edited.message, undo).reply());
  expect(undone).toContain('Purchases, only shops of Ada, every 5 minutes, mentions a role');
  world.discord.world.removeRole(world.guild, role);
  await expect.poll(() => feed('check')).toContain('The role was deleted: posts come without it');
  await feed('remove', { feed: id });
});

test('All feeds are paused, resumed and removed at once, and Undo restores them', async () => {
  await feed('add', { kind: 'auctions' });
  await feed('add', { kind: 'sold-out' });
  const mod = world.discord.as(world.mod).in(world.channel('market'));
  const [all] = await mod.autocomplete('/feed pause', 'feed', '');
  expect(all).toMatchObject({ name: 'All feeds (2)', value: 'all' });
  expect(await feed('pause', { feed: 'all' })).toContain('2 feeds paused');
  expect(await feed('pause', { feed: 'all' })).toContain('all feeds are like that already');
  expect(await feed('resume', { feed: 'all' })).toContain('2 feeds started again');
  const removed = await world.ask(world.mod, 'market', '/feed remove', { feed: 'all' });
  expect(removed.text).toContain('2 feeds removed');
  const [undo = ''] = JSON.stringify(removed.message.components).match(/feed:restore:[^"]+/) ?? [];
  expect(textOf(await mod.press(removed.message, undo).reply())).toContain('2 feeds restored');
  await feed('remove', { feed: 'all' });
  expect(await feed('list')).toContain('has no feeds yet');
});

test('Undo of All feeds keeps later changes by others, and checks the permission of each channel', async () => {
  const [staff, market] = [world.channel('staff'), world.channel('market')];
  for (const kind of ['auctions', 'sold-out', 'listings']) await feed('add', { kind });
  await feed('add', { kind: 'auctions', channel: staff });
  const mod = world.discord.as(world.mod).in(market);
  const paused = await world.ask(world.mod, 'market', '/feed pause', { feed: 'all' });
  const [undo = ''] = JSON.stringify(paused.message.components).match(/feed:restore:[^"]+/) ?? [];
  const [edited, removed] = [await idOf('#market: Auctions'), await idOf('Empty')];
  await feed('edit', { feed: edited, every: 5 });
  await feed('remove', { feed: removed });
  world.discord.world.overwrite(staff, world.mod, 'deny', ['ManageChannels']);
  const undone = textOf(await mod.press(paused.message, undo).reply());
  expect(undone).toContain('1 feed restored');
  expect(undone).toContain('3 feeds stay as they are: they were changed since');
  world.discord.world.overwrite(staff, world.mod, 'allow', ['ManageChannels']);
  const list = await feed('list');
  expect(list).toContain('Auctions, every 5 minutes');
  expect(list).not.toContain('Empty');
  const one = await world.ask(world.mod, 'market', '/feed edit', { feed: edited, every: 10 });
  const [undoOne = ''] = JSON.stringify(one.message.components).match(/feed:restore:[^"]+/) ?? [];
  await feed('edit', { feed: edited, every: 15 });
  expect(textOf(await mod.press(one.message, undoOne).followUp(1))).toContain('Somebody changed this feed since');
  expect(await feed('list')).toContain('Auctions, every 15 minutes');
  await feed('remove', { feed: 'all' });
});

test('a feed can be moved with its gathered notices, and later ones go to the new channel', async () => {
  await feed('add', { kind: 'purchases', every: 60 });
  const id = await idOf('Purchases');
  world.economy.buy(shopId, 5);
  await expect.poll(async () => (await world.ask(world.mod, 'market', '/health')).text).toContain('1 message held');
  const auctions = world.channel('auctions');
  expect(await feed('edit', { feed: id, channel: auctions })).toContain(`Feed changed in <#${auctions.id}>`);
  expect(await feed('test', { feed: id })).toContain(`A sample is in <#${auctions.id}> now.`);
  await world.discord.findMessage(auctions, (one) => textOf(one).includes('Sample: 32 × Slime Block'));
  expect((await world.ask(world.mod, 'market', '/health')).text).toContain('1 message held');
  expect(world.discord.messages(world.channel('market')).map(textOf).join()).not.toContain('Slime Block');
  expect(world.discord.violations).toEqual([]);
});

test('a feed uses the language of its server, even after that changes', async () => {
  const { locale } = world.guild;
  await feed('add', { kind: 'purchases', 'min-value': 1.5 });
  const id = await idOf('Purchases');
  world.discord.world.setLocale(world.guild, 'en-XA');
  const auctions = world.channel('auctions');
  await feed('edit', { feed: id, channel: auctions });
  const samples = async () => {
    await feed('test', { feed: id });
    return world.discord.messages(auctions).map(textOf).join();
  };
  await expect.poll(samples, { interval: 500 }).toContain('\u202b[');
  world.discord.world.setLocale(world.guild, locale);
});

test('a feed for a voice channel is refused', async () => {
  world.discord.world.addChannel(world.guild, { name: 'talk', type: 'voice' });
  const { text } = await world.ask(world.mod, 'talk', '/feed add', { kind: 'auctions' });
  expect(text).toContain('A feed goes to a text channel, an announcement channel');
});

describe('/feed test in a channel without write permission reports that', () => {
  test('without a request, if it knows the missing permissions', async () => {
    const auctions = world.channel('auctions');
    await feed('add', { kind: 'auctions', channel: auctions });
    const id = await idOf(': Auctions');
    world.discord.denyBot(auctions, 'SendMessages', 'EmbedLinks');
    await expect
      .poll(() => feed('test', { feed: id }))
      .toBe(
        `I cannot post in <#${auctions.id}>: allow me **Send Messages** and **Embed Links** there, then test again.`,
      );
    world.discord.allowBot(auctions, 'SendMessages', 'EmbedLinks');
    await expect.poll(() => feed('test', { feed: id })).toBe(`A sample is in <#${auctions.id}> now.`);
    await feed('remove', { feed: id });
  });

  test.each([
    ['a locked thread', { type: 'thread', locked: true }, 'that thread is locked'],
    ['a private thread it is not in', { type: 'private-thread', withBot: false }, 'I cannot see that channel'],
  ] as const)('with Discord’s reason, if it knows nothing else: %s', async (name, kind, why) => {
    const thread = world.discord.world.addChannel(world.guild, { name, parent: world.channel('market'), ...kind });
    await feed('add', { kind: 'auctions', channel: thread });
    const id = await idOf(': Auctions');
    const answer = await feed('test', { feed: id });
    expect(answer).toContain(`I could not post a sample in <#${thread.id}>: ${why}`);
    expect(answer).toMatch(/<\/feed resume:\d+> starts them again/);
    await feed('remove', { feed: id });
  });
});
