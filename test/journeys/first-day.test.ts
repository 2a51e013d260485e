import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRequests, missingDescription } from '../sandbox/discord/openapi.ts';
import { foundTown, type Town, textOf } from './world.ts';

let town: Town;
let egg: ReturnType<Town['economy']['list']>;

beforeAll(async () => {
  town = await foundTown({ shops: 2_000 });
  egg = town.economy.list({ type: 'SELLING', price: 6, remaining: 64, item: { type: 'DRAGON_EGG', quantity: 4 } });
  await town.startBot();
});
afterAll(() => town.close());

test('a player finds the cheapest shop, with how old the answer is', async () => {
  const { text, answer } = await town.ask(town.player, 'market', '/shop', { item: 'dragonegg' });
  expect(text).toContain('Dragon Egg: ');
  expect(text).toContain('4 for 6 diamonds');
  expect(text).toContain('**1.50** each');
  expect(text).toMatch(/shops as of <t:\d+:R>/);
  expect(answer.ephemeral).toBe(false);
});

test('a private answer is seen by the asker alone, a wrong item says what would do', async () => {
  const asked = await town.ask(town.player, 'market', '/shop', { item: 'DRAGON_EGG', private: true });
  expect(asked.answer.ephemeral).toBe(true);
  const wrong = await town.ask(town.player, 'market', '/shop', { item: 'dragon eeg' });
  expect(wrong.text).toContain('Did you mean **Dragon Egg**');
});

test('pages turn and sort by their buttons, for the asker in place, for others in an answer of their own', async () => {
  const { message } = await town.ask(town.player, 'market', '/shop', { world: 'world' });
  expect(textOf(message)).toContain('Page 1 of');
  const next = buttonId(message, 'Next');
  const seat = town.discord.as(town.player).in(town.channel('market'));
  await seat.press(message, next).callback;
  expect(textOf(message)).toContain('Page 2 of');
  const other = town.discord.as(town.mod).in(town.channel('market')).press(message, buttonId(message, 'Next'));
  expect(textOf(await other.reply())).toContain('Page 3 of');
  expect(other.ephemeral).toBe(true);
  expect(textOf(message)).toContain('Page 2 of');
  await seat.select(message, menuId(message), ['stock']).callback;
  expect(textOf(message)).toContain('Page 1 of');
});

test('a moderator makes a feed, and an auction arrives there with its exact bid', async () => {
  const { text } = await town.ask(town.mod, 'staff', '/feed add', {
    kind: 'auctions',
    item: 'DRAGON_EGG',
    channel: town.channel('auctions'),
  });
  expect(text).toContain(`<#${town.channel('auctions').id}> will hear of: Auctions of **Dragon Egg**`);
  const arrived = town.discord.nextMessage(town.channel('auctions'), () => true, { timeoutMs: 5_000 });
  town.economy.auction({ item: { type: 'STONE' }, amount: 64, finalBid: 1 });
  town.economy.auction({ item: { type: 'DRAGON_EGG', quantity: 64 }, amount: 3, finalBid: 7_000_000 });
  const read = textOf(await arrived);
  expect(read).toContain('Auction: 3 × Dragon Egg');
  expect(read).toContain('For **7,000,000** (2,333,333.33 each)');
  expect(read).not.toContain('Stone');
});

test('a member without Manage Channels cannot make a feed', () => {
  const seat = town.discord.as(town.player).in(town.channel('market'));
  expect(() => seat.run('/feed add', { kind: 'auctions' })).toThrow(/permission/i);
});

test('a person with two watches on one thing gets one message that names both', async () => {
  for (const price of [100, 200]) {
    await town.ask(town.player, 'market', '/watch add', { item: 'DRAGON_EGG', trigger: 'traded', price });
  }
  const told = town.discord.nextMessage(town.discord.world.dmChannel(town.player), () => true, { timeoutMs: 5_000 });
  town.economy.buy(egg.id, 2);
  const read = textOf(await told);
  expect(read).toContain('Bought: 8 × Dragon Egg');
  expect(read).toContain('For **12** (1.50 each)');
  expect(read).toContain('at 100 or less');
  expect(read).toContain('at 200 or less');
});

test('what is typed is completed, for feeds and watches too', async () => {
  const seat = town.discord.as(town.mod).in(town.channel('staff'));
  const items = await seat.autocomplete('/shop', 'item', 'dragon e');
  expect(items[0]).toMatchObject({ name: 'Dragon Egg', value: 'DRAGON_EGG' });
  const feeds = await seat.autocomplete('/feed pause', 'feed', 'egg');
  expect(feeds).toHaveLength(1);
  const paused = await town.ask(town.mod, 'staff', '/feed pause', { feed: String(feeds[0]?.value) });
  expect(paused.text).toContain('Paused: Auctions of **Dragon Egg**');
});

test('nothing the bot sent was against Discord’s rules', () => {
  expect(town.discord.complaints).toEqual([]);
});

test.skipIf(missingDescription)('every body agrees with Discord’s own description of its API', () => {
  expect(checkRequests(town.discord)).toEqual([]);
});

type Message = Awaited<ReturnType<Town['ask']>>['message'];

function controls(message: Message): { label?: string; custom_id: string; type: number }[] {
  return message.components.flatMap((row) => (row as { components: [] }).components);
}

function buttonId(message: Message, label: string): string {
  return controls(message).find((control) => control.label?.includes(label))?.custom_id ?? `no button ${label}`;
}

function menuId(message: Message): string {
  return controls(message).find((control) => control.type === 3)?.custom_id ?? 'no menu';
}
