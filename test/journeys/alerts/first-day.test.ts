import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

let world: World;
let egg: ReturnType<World['economy']['list']>;

beforeAll(async () => {
  world = await openWorld({ shops: 2_000 });
  egg = world.economy.list({ type: 'SELLING', price: 6, remaining: 64, item: { type: 'DRAGON_EGG', quantity: 4 } });
  await world.startBot();
});
afterAll(() => world.close());

const stocked = () =>
  world.economy.shops().filter(({ type, remaining, item }) => type === 'SELLING' && remaining >= item.quantity);
const sellers = () => stocked().filter(({ item }) => item.type === 'DRAGON_EGG').length;
const sellersOfBoxes = () => stocked().filter(({ item }) => item.snbt.includes('"minecraft:dragon_egg"')).length;

test('/shop finds the cheapest shop for a player, with the age of the data', async () => {
  const { text, answer } = await world.ask(world.player, 'market', '/shop', { item: 'dragonegg' });
  expect(text).toContain(`### Buy Dragon Egg\n${sellers() + sellersOfBoxes()} shops have it · prices in diamonds\n`);
  expect(text).toContain('`#1` **4 for 6** · 1.50 each · ');
  expect(text).toMatch(/Shops as of <t:\d+:R>/);
  expect(answer.ephemeral).toBe(false);
});

test('a private answer is visible to the asker only, and an item one letter off is answered', async () => {
  const asked = await world.ask(world.player, 'market', '/shop', { item: 'DRAGON_EGG', private: true });
  expect(asked.answer.ephemeral).toBe(true);
  const wrong = await world.ask(world.player, 'market', '/shop', { item: 'dragon eeg' });
  expect(wrong.text).toMatch(/^Showing \*\*Dragon Egg\*\*\. You typed “dragon eeg”\.\n/);
});

test('page buttons turn and sort the asker’s own answer in place, and give others their own', async () => {
  const { message } = await world.ask(world.player, 'market', '/shop', { world: 'world' });
  expect(textOf(message)).toContain('Page 1 of');
  const next = buttonId(message, 'Next');
  const actor = world.discord.as(world.player).in(world.channel('market'));
  await actor.press(message, next).callback;
  expect(textOf(message)).toContain('Page 2 of');
  const other = world.discord.as(world.mod).in(world.channel('market')).press(message, buttonId(message, 'Next'));
  expect(textOf(await other.reply())).toContain('Page 3 of');
  expect(other.ephemeral).toBe(true);
  expect(textOf(message)).toContain('Page 2 of');
  await actor.select(message, menuId(message), ['stock']).callback;
  expect(textOf(message)).toContain('Page 1 of');
});

test('a moderator’s feed posts an auction with its exact bid', async () => {
  const { text } = await world.ask(world.mod, 'staff', '/feed add', {
    kind: 'auctions',
    item: 'DRAGON_EGG',
    channel: world.channel('auctions'),
  });
  expect(text).toContain(`New feed in <#${world.channel('auctions').id}>\nAuctions: **Dragon Egg**\n`);
  const arrived = world.discord.nextMessage(world.channel('auctions'), () => true);
  world.economy.auction({ item: { type: 'STONE' }, amount: 64, finalBid: 1 });
  world.economy.auction({ item: { type: 'DRAGON_EGG', quantity: 64 }, amount: 3, finalBid: 7_000_000 });
  const read = textOf(await arrived);
  expect(read).toContain('3 × Dragon Egg: sold at auction · 7,000,000 diamonds · 2,333,333.33 each');
  expect(read).not.toContain('Stone');
});

test('a member without Manage Channels cannot create a feed', () => {
  const actor = world.discord.as(world.player).in(world.channel('market'));
  expect(() => actor.run('/feed add', { kind: 'auctions' })).toThrow(/permission/i);
});

test('a user with two watches on one item gets one message that names both', async () => {
  for (const price of [100, 200]) {
    await world.ask(world.player, 'market', '/watch add', { item: 'DRAGON_EGG', trigger: 'traded', price });
  }
  const alert = world.discord.nextMessage(world.discord.world.dmChannel(world.player), () => true);
  world.economy.buy(egg.id, 2);
  const read = textOf(await alert);
  expect(read).toContain('8 × Dragon Egg: bought · 12 diamonds · 1.50 each');
  expect(read).toContain('Your watch: Dragon Egg · Traded at a shop for 100 diamonds each or less');
  expect(read).toContain('Your watch: Dragon Egg · Traded at a shop for 200 diamonds each or less');
});

test('options are completed while typing, those of feeds and watches too', async () => {
  const actor = world.discord.as(world.mod).in(world.channel('staff'));
  const items = await actor.autocomplete('/shop', 'item', 'dragon e');
  expect(items[0]).toMatchObject({
    name: `Dragon Egg · ${sellers() + sellersOfBoxes()} shops, from 4 for 6 diamonds · 1.50 each`,
    value: 'DRAGON_EGG',
  });
  const feeds = await actor.autocomplete('/feed pause', 'feed', 'egg');
  expect(feeds).toHaveLength(1);
  const paused = await world.ask(world.mod, 'staff', '/feed pause', { feed: String(feeds[0]?.value) });
  expect(paused.text).toContain(`Feed paused in <#${world.channel('auctions').id}>\nAuctions: **Dragon Egg**`);
});

test('the bot sent nothing that breaks Discord’s rules', () => {
  expect(world.discord.violations).toEqual([]);
});

test.skipIf(missingDescription)('every body matches Discord’s own description of its API', () => {
  expect(checkRequests(world.discord)).toEqual([]);
});

type Message = Awaited<ReturnType<World['ask']>>['message'];

function controls(message: Message) {
  return message.components.flatMap(withDescendants).flatMap(({ type, label, custom_id: id }) => {
    return typeof id === 'string' ? [{ type, id, label: typeof label === 'string' ? label : '' }] : [];
  });
}

function buttonId(message: Message, label: string): string {
  return controls(message).find((control) => control.label.includes(label))?.id ?? `no button ${label}`;
}

function menuId(message: Message): string {
  return controls(message).find((control) => control.type === 3)?.id ?? 'no menu';
}
