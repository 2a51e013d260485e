import { ComponentType } from 'discord.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { refused } from '../../../sandbox/discord/rest/faults.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ shops: 20 });
  await world.startBot();
});
afterAll(async () => {
  if (!missingDescription) expect(checkRequests(world.discord)).toEqual([]);
  expect(world.discord.violations).toEqual([]);
  await world.close();
});

const feed = (line: string, values: OptionValues = {}) => world.ask(world.mod, 'market', `/feed ${line}`, values);
const list = async () => (await feed('list')).text;
const mod = () => world.discord.as(world.mod).in(world.channel('market'));

function idOf(message: Message, action: string): string {
  const ids = message.components.flatMap(withDescendants).map((one) => String(one.custom_id ?? ''));
  const id = ids.find((one) => one.startsWith(`feed:${action}:`));
  if (id === undefined) throw new Error(`no ${action} among ${ids.join(', ')}`);
  return id;
}

test('a new feed can be tested and removed, and Undo restores it', async () => {
  const { message, text } = await feed('add', { kind: 'auctions' });
  expect(text).toMatch(/New feed in <#\d+>\nAuctions\n/);
  expect(text).toContain('has not watched the market long enough');
  expect(textOf(await mod().press(message, idOf(message, 'sample')).reply())).toMatch(/^A sample is in <#\d+> now/);
  // A sample does not count as the last post.
  expect(await list()).toContain('no post yet');
  const removed = await mod().press(message, idOf(message, 'remove')).reply();
  expect(textOf(removed)).toContain('Feed removed from');
  expect(await list()).toContain('has no feeds yet');
  const restored = await mod().press(removed, idOf(removed, 'restore')).reply();
  expect(textOf(restored)).toContain('Feed is back in');
  expect(await list()).toContain('Auctions');
  expect(textOf(await mod().press(restored, idOf(restored, 'remove')).reply())).toContain('Feed removed from');
});

test('the menu of the list offers the actions on one feed', async () => {
  await feed('add', { kind: 'listings' });
  const { message } = await feed('list');
  const menu = message.components.flatMap(withDescendants).find(({ type }) => type === ComponentType.StringSelect);
  const [option] = Array.isArray(menu?.options) ? menu.options : [];
  const chosen = await mod()
    .select(message, 'feed:choose:0', [String(option?.value)])
    .reply();
  const paused = await mod().press(chosen, idOf(chosen, 'pause')).reply();
  expect(textOf(paused)).toContain('Feed paused in');
  expect(await list()).toContain('⏸ paused · no post yet');
  expect(textOf(await mod().press(paused, idOf(paused, 'resume')).reply())).toContain('Feed started again in');
  expect(textOf(await mod().press(chosen, idOf(chosen, 'remove')).reply())).toContain('Feed removed from');
});

test('a feed with its own language keeps it when the server’s language changes', async () => {
  await feed('add', { kind: 'auctions' });
  const [choice] = await mod().autocomplete('/feed edit', 'feed', '');
  const id = String(choice?.value);
  expect((await feed('edit', { feed: id, language: 'en' })).text).toContain('Feed changed in');
  world.discord.world.setLocale(world.guild, 'en-XA');
  await feed('test', { feed: id });
  const seen = () => world.discord.messages(world.channel('market')).map(textOf).join('\n');
  expect(seen()).toContain('Sample: ');
  expect(seen()).not.toContain('\u202b[');
  await feed('edit', { feed: id, language: 'automatic' });
  await feed('test', { feed: id });
  expect(seen()).toContain('\u202b[');
  world.discord.world.setLocale(world.guild, 'en-US');
  await feed('remove', { feed: id });
});

test('/feed check names missing permissions and each last refusal with its fix, or success', async () => {
  expect((await feed('check')).text).toContain('has no feeds yet');
  const auctions = world.channel('auctions');
  await feed('add', { kind: 'auctions', channel: auctions });
  const check = async () => (await feed('check')).text;
  expect(await check()).toContain('All is well');
  world.discord.denyBot(auctions, 'SendMessages');
  await expect.poll(check).toContain('⚠️ I lack **Send Messages** here');
  world.discord.allowBot(auctions, 'SendMessages');
  await expect.poll(check).toContain('All is well');
  world.discord.denyBot(auctions, 'AttachFiles');
  const noPictures = 'ℹ️ Posts come without pictures of paintings until you allow me **Attach Files**.';
  await expect.poll(check).toContain(`✅ Nothing stops the feeds here.\n${noPictures}`);
  expect((await feed('add', { kind: 'sold-out', channel: auctions })).text).toContain(noPictures);
  expect((await feed('add', { kind: 'health', channel: auctions })).text).not.toContain('pictures');
  world.discord.allowBot(auctions, 'AttachFiles');
  await expect.poll(check).toContain('All is well');
  const thread = world.discord.world.addChannel(world.guild, {
    name: 'locked',
    parent: world.channel('market'),
    type: 'thread',
    locked: true,
  });
  const { message } = await feed('add', { kind: 'listings', channel: thread });
  await mod().press(message, idOf(message, 'sample')).reply();
  expect(await check()).toMatch(
    /The feeds here are stopped, because Discord refused a post <t:\d+:R>: that thread is locked\. Once/,
  );
});

test('/feed list and /feed check use current permissions, and report a fixed refusal', async () => {
  const channel = world.discord.world.addChannel(world.guild, { name: 'stopped' });
  const { message } = await feed('add', { kind: 'auctions', channel });
  world.discord.fail({ method: 'POST', path: `/channels/${channel.id}/messages` }, refused(50_013));
  await mod().press(message, idOf(message, 'sample')).reply();
  const both = async () => [(await feed('list')).text, (await feed('check')).text];
  const contains = (sentence: string) => [expect.stringContaining(sentence), expect.stringContaining(sentence)];
  const fixed = 'That is fixed now: </feed resume:';
  expect(await both()).toEqual(contains(fixed));
  world.discord.denyBot(channel, 'SendMessages', 'EmbedLinks');
  const lacking = 'I still lack **Send Messages** and **Embed Links**: allow me that';
  await expect.poll(both).toEqual(contains(lacking));
  expect((await mod().press(message, idOf(message, 'sample')).reply()).content).toContain(lacking);

  const id = idOf(message, 'remove').split(':').at(-1) ?? '';
  const early = await feed('resume', { feed: id });
  expect(early.text).toContain('I cannot post there yet: allow me **Send Messages** and **Embed Links**.');
  expect(early.text).not.toContain('the next post will tell');
  expect(await both()).toEqual(contains('I lack **Send Messages** and **Embed Links** here'));
  world.discord.allowBot(channel, 'SendMessages', 'EmbedLinks');
  await expect
    .poll(both)
    .toEqual([
      expect.stringMatching(/refused <t:\d+:R>, fixed now: the next post will tell/),
      expect.stringMatching(/Discord refused a post <t:\d+:R>\. That is fixed: the next post will tell\./),
    ]);
  await feed('test', { feed: id });
  expect(await both()).toEqual([
    expect.not.stringContaining('fixed now'),
    expect.stringContaining('and has taken others since'),
  ]);
  await feed('remove', { feed: id });
});

test('/feed resume after a fix announces that the next post confirms it', async () => {
  const channel = world.discord.world.addChannel(world.guild, { name: 'fixed' });
  const { message } = await feed('add', { kind: 'auctions', channel });
  world.discord.fail({ method: 'POST', path: `/channels/${channel.id}/messages` }, refused(50_001));
  await mod().press(message, idOf(message, 'sample')).reply();
  const id = idOf(message, 'remove').split(':').at(-1) ?? '';
  expect((await feed('resume', { feed: id })).text).toContain('The cause is fixed: the next post will tell.');
  await feed('remove', { feed: id });
});

test('/feed check tells a deleted channel from an archived and a private thread by asking Discord', async () => {
  const parent = world.channel('staff');
  const { world: places } = world.discord;
  const gone = places.addChannel(world.guild, { name: 'gone' });
  const hidden = places.addChannel(world.guild, { name: 'x', parent, type: 'private-thread', withBot: false });
  const archived = places.addChannel(world.guild, { name: 'old', parent, type: 'thread' });
  for (const channel of [gone, hidden, archived]) await feed('add', { kind: 'health', channel });
  places.removeChannel(gone);
  places.setThread(archived, { archived: true });
  const { text } = await feed('check');
  expect(text).toContain(`**<#${gone.id}>**\n⚠️ I cannot post here: that channel no longer exists. </feed edit:`);
  expect(text).toContain(`**<#${hidden.id}>**\n⚠️ I cannot post here: I cannot see that channel`);
  expect(text).toContain(`**<#${archived.id}>**\n✅ Nothing stops the feeds here.`);
});

test('the greeting opens the setup form for users who manage channels, and for nobody else', async () => {
  const lobby = world.channel('lobby');
  const greeting = await world.discord.findMessage(lobby, (one) => textOf(one).includes('I’m Crier'));
  expect(textOf(greeting)).toContain('</shop:');
  const player = world.discord.as(world.player).in(lobby);
  expect(textOf(await player.press(greeting, 'feed:setup:').reply())).toContain('You need **Manage Channels** in');
  const asked = world.discord.as(world.mod).in(lobby);
  const first = { channel: [world.channel('staff').id], kinds: ['auctions', 'sold-out'] };
  const second = { 'channel-2': [world.channel('market').id], 'kinds-2': ['trades'] };
  const filled = { ...first, ...second, 'min-value': '50' };
  const typo = await (
    await asked.submit(asked.press(greeting, 'feed:setup:'), { ...filled, 'min-value': '5o: x' })
  ).reply();
  expect(textOf(typo)).toContain('I can’t read “5o');
  // The form keeps its values, so that only the wrong field is typed again.
  const reopened = asked.press(typo, idOf(typo, 'retry'));
  const done = textOf(await (await asked.submit(reopened, { 'min-value': '50' })).reply());
  expect(done).toMatch(
    /Channels set up\n\*\*<#\d+>\*\*\n- Auctions, at least 50 diamonds in total\n {2}-# .*\n- Empty and removed/,
  );
  expect(done).toMatch(/\n\*\*<#\d+>\*\*\n- Purchases and sales, at least 50 diamonds in total\n {2}-# .*\n/);
  expect(done).toContain('50 diamonds does not apply where nothing is paid: Empty and removed shops.');
  const again = await asked.submit(asked.press(greeting, 'feed:setup:'), filled);
  expect(textOf(await again.reply())).toContain('posted there already');
  const half = { ...first, 'kinds-2': ['trades'] };
  const left = await asked.submit(asked.press(greeting, 'feed:setup:'), half);
  expect(textOf(await left.reply())).toContain('The second channel needs both');
});
