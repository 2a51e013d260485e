import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOSTILE_NAMES } from '../../../sandbox/economy/hostile-names.ts';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot with the real discord.js, over sockets to the simulated service and the local Discord. */

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await world.startBot();
});
afterEach(async () => {
  if (!missingDescription) expect(checkRequests(world.discord)).toEqual([]);
  await world.close();
});

function auction(finalBid: number, type = 'DIAMOND'): void {
  world.economy.auction({ item: { type }, amount: 1, finalBid });
}

test('a channel without write permission pauses its feeds at the first refusal, and notifies their maker', async () => {
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  world.discord.denyBot(world.channel('market'), 'SendMessages');
  const makersNotice = world.discord.nextMessage(world.discord.world.dmChannel(world.mod), () => true);
  auction(3_001);
  const notice = await makersNotice;
  expect(notice.content).toContain('Your feeds in #market (Town) are paused');
  expect(textOf(notice)).toContain(`<#${world.channel('market').id}>: I lack **Send Messages** in that channel.`);
  expect((await world.ask(world.mod, 'market', '/feed check')).text).toContain('I still lack **Send Messages**');
  auction(3_002);
  const list = await world.ask(world.mod, 'staff', '/feed list');
  expect(list.text).toContain('I still lack **Send Messages**: allow me that, then');
  expect(world.discord.stats.invalid).toBe(1);

  world.discord.allowBot(world.channel('market'), 'SendMessages');
  const [choice] = await world.discord
    .as(world.mod)
    .in(world.channel('staff'))
    .autocomplete('/feed resume', 'feed', '');
  await world.ask(world.mod, 'staff', '/feed resume', { feed: String(choice?.value) });
  auction(3_003);
  const resumed = await world.discord.findMessage(world.channel('market'), (message) =>
    textOf(message).includes('3,003'),
  );
  expect(textOf(resumed)).not.toContain('3,002');
});

test('a removal of the bot from a server notifies the makers of its feeds, which need no resume', async () => {
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  const other = world.discord.world.addGuild({ name: 'Other', channels: [{ name: 'there' }] });
  world.discord.world.addMember(other, world.mod);
  world.discord.world.removeBot(world.guild);
  const makersNotice = world.discord.nextMessage(world.discord.world.dmChannel(world.mod), () => true);
  auction(3_001);
  const notice = textOf(await makersNotice);
  expect(notice).toContain('I am no longer in that server');
  expect(notice).toContain('Invite me again');
  expect(notice).not.toContain('resume');
});

test('a manager of one channel only cannot create a feed in another', async () => {
  const warden = world.discord.world.addUser({ name: 'Warden' });
  world.discord.world.addMember(world.guild, warden, ['ManageChannels']);
  world.discord.world.overwrite(world.channel('auctions'), warden, 'deny', ['ManageChannels']);
  const refused = await world.ask(warden, 'market', '/feed add', {
    kind: 'auctions',
    channel: world.channel('auctions'),
  });
  expect(refused.text).toContain(`You need **Manage Channels** in <#${world.channel('auctions').id}> for that.`);
  expect((await world.ask(warden, 'market', '/feed list')).text).toContain('This server has no feeds yet.');
});

test('a feed for a channel without write permission is saved, with a hint', async () => {
  world.discord.denyBot(world.channel('auctions'), 'SendMessages');
  const added = await world.ask(world.mod, 'market', '/feed add', {
    kind: 'auctions',
    channel: world.channel('auctions'),
  });
  expect(added.text).toContain('I cannot post there yet: allow me **Send Messages**.');
  expect((await world.ask(world.mod, 'market', '/feed list')).text).toContain('Auctions');
});

test('closed direct messages are explained by the next command, and *Try again* resumes', async () => {
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned' });
  world.player.takesDms = false;
  const refused = world.discord.nextRequest(({ path, status }) => path.endsWith('/messages') && status === 403);
  auction(4_001);
  await refused;
  auction(4_002);
  const { answer } = await world.ask(world.player, 'market', '/health');
  const followUp = await answer.followUp();
  expect(textOf(followUp)).toContain('Your watches are paused: your direct messages are closed to me');
  expect(textOf(followUp)).toContain('**Privacy Settings** → **Direct Messages**');
  expect(textOf(followUp)).toMatch(/did not reach you.*\n- .*4,001 diamonds/);
  const list = await world.ask(world.player, 'market', '/watch list');
  expect(list.text).toContain('All are paused');
  expect(list.text).toContain('**Privacy Settings**');
  expect(world.discord.stats.invalid).toBe(1);

  const player = world.discord.as(world.player).in(world.channel('market'));
  const still = await player.press(list.message, 'watch:try-messages:').reply();
  expect(textOf(still)).toContain('I still can’t message you: your direct messages are closed to me.');
  world.player.takesDms = true;
  const open = await player.press(still, 'watch:try-messages:').reply();
  expect(textOf(open)).toContain('I can message you again, so your watches go on.');
  expect(textOf(open)).toContain('did not reach you');
  const dm = world.discord.world.dmChannel(world.player);
  await world.discord.findMessage(dm, (message) => textOf(message).startsWith('This is a test'));
  auction(4_003);
  await world.discord.findMessage(dm, (message) => textOf(message).includes('4,003'));
});

test('a one-time watch survives an alert that closed direct messages reject, and fires later', async () => {
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned', repeat: 'once' });
  world.player.takesDms = false;
  const refused = world.discord.nextRequest(({ path, status }) => path.endsWith('/messages') && status === 403);
  auction(4_001);
  await refused;
  world.player.takesDms = true;
  const [choice] = await world.discord.as(world.player).inDm().autocomplete('/watch resume', 'watch', '');
  await world.ask(world.player, 'market', '/watch resume', { watch: String(choice?.value) });
  auction(4_002);
  const dm = world.discord.world.dmChannel(world.player);
  await world.discord.findMessage(dm, (message) => textOf(message).includes('4,002'));
  await expect
    .poll(async () => (await world.ask(world.player, 'market', '/watch list')).text)
    .toContain('You have no watches yet');
});

test('faults 65, 66, 67, 68, 69: names written by players have no effect in any message', async () => {
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  for (const [i, name] of HOSTILE_NAMES.entries()) {
    world.economy.auction({ item: { type: 'PAPER', name, snbt: '{}' }, amount: 1, finalBid: 5_000 + i });
  }
  const last = (5_000 + HOSTILE_NAMES.length - 1).toLocaleString('en-US');
  await world.discord.findMessage(world.channel('market'), (message) => textOf(message).includes(`· ${last} diamonds`));
  const messages = world.discord.messages(world.channel('market'));
  const text = messages.map(textOf).join('\n');
  for (const i of HOSTILE_NAMES.keys()) expect(text).toContain(`· ${(5_000 + i).toLocaleString('en-US')} diamonds`);
  expect(messages.flatMap(({ mentions }) => [...mentions.notified])).toEqual([]);
  expect(text).not.toMatch(/@everyone|(?<!\\)\[[^\]]*(?<!\\)\]\(|<@|[\u202a-\u202e\u2066-\u2069]/);
  expect(world.discord.violations).toEqual([]);
});

test('a broken frame loses nothing but itself', async () => {
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  for (const broken of [
    'not json',
    'null',
    '[]',
    '{"event":"auctionComplete"}',
    '{"event":"somethingNew","data":{}}',
  ]) {
    world.service.sendRaw(broken);
  }
  auction(6_001);
  await world.discord.findMessage(world.channel('market'), (message) => textOf(message).includes('6,001'));
});
