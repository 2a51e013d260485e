import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOSTILE_NAMES } from '../../src/sandbox/economy/hostile-names.ts';
import { checkRequests, missingDescription } from '../sandbox/discord/openapi.ts';
import { foundTown, type Town, textOf } from './world.ts';

let town: Town;
beforeEach(async () => {
  town = await foundTown();
  await town.startBot();
});
afterEach(async () => {
  if (!missingDescription) expect(checkRequests(town.discord)).toEqual([]);
  await town.close();
});

function auction(finalBid: number, type = 'DIAMOND'): void {
  town.economy.auction({ item: { type }, amount: 1, finalBid });
}

test('a channel that Crier may no longer write in: its feeds pause at the first refusal, and their maker is told', async () => {
  await town.ask(town.mod, 'market', '/feed add', { kind: 'auctions' });
  town.discord.denyBot(town.channel('market'), 'SendMessages');
  const toldMaker = town.discord.nextMessage(town.discord.world.dmChannel(town.mod), () => true, { timeoutMs: 8_000 });
  auction(3_001);
  expect(textOf(await toldMaker)).toContain(`I paused the feeds of <#${town.channel('market').id}>: I may not write`);
  auction(3_002);
  const list = await town.ask(town.mod, 'staff', '/feed list');
  expect(list.text).toContain('⏸ I may not write in that channel');
  expect(town.discord.stats.invalid).toBe(1);

  town.discord.allowBot(town.channel('market'), 'SendMessages');
  const [choice] = await town.discord.as(town.mod).in(town.channel('staff')).autocomplete('/feed resume', 'feed', '');
  await town.ask(town.mod, 'staff', '/feed resume', { feed: String(choice?.value) });
  auction(3_003);
  const told = await town.discord.findMessage(town.channel('market'), (message) => textOf(message).includes('3,003'));
  expect(textOf(told)).not.toContain('3,002');
});

test('who manages one channel only cannot make a feed in another', async () => {
  const warden = town.discord.world.addUser({ name: 'Warden' });
  town.discord.world.addMember(town.guild, warden, ['ManageChannels']);
  town.discord.world.overwrite(town.channel('auctions'), warden, 'deny', ['ManageChannels']);
  const refused = await town.ask(warden, 'market', '/feed add', {
    kind: 'auctions',
    channel: town.channel('auctions'),
  });
  expect(refused.text).toContain(`You need Manage Channels in <#${town.channel('auctions').id}>`);
  expect((await town.ask(warden, 'market', '/feed list')).text).toContain('No feeds here yet');
});

test('a feed for a channel where Crier may not write is saved, with a hint', async () => {
  town.discord.denyBot(town.channel('auctions'), 'SendMessages');
  const added = await town.ask(town.mod, 'market', '/feed add', {
    kind: 'auctions',
    channel: town.channel('auctions'),
  });
  expect(added.text).toContain('I cannot write there yet: allow me Send Messages.');
  expect((await town.ask(town.mod, 'market', '/feed list')).text).toContain('Auctions');
});

test('closed direct messages: the person’s watches pause at the first refusal, and the next command says why', async () => {
  await town.ask(town.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned' });
  town.player.takesDms = false;
  const refused = town.discord.nextRequest(({ path, status }) => path.endsWith('/messages') && status === 403);
  auction(4_001);
  await refused;
  auction(4_002);
  const { answer } = await town.ask(town.player, 'market', '/health');
  const followUp = await answer.followUp();
  expect(textOf(followUp)).toContain('Your watches are paused: your direct messages are closed to me');
  const list = await town.ask(town.player, 'market', '/watch list');
  expect(list.text).toContain('All are paused');
  expect(town.discord.stats.invalid).toBe(1);
});

test('what closed direct messages kept from somebody was not told: a watch that tells once does so when they are open', async () => {
  await town.ask(town.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned', repeat: 'once' });
  town.player.takesDms = false;
  const refused = town.discord.nextRequest(({ path, status }) => path.endsWith('/messages') && status === 403);
  auction(4_001);
  await refused;
  town.player.takesDms = true;
  const [choice] = await town.discord.as(town.player).inDm().autocomplete('/watch resume', 'watch', '');
  await town.ask(town.player, 'market', '/watch resume', { watch: String(choice?.value) });
  auction(4_002);
  const dm = town.discord.world.dmChannel(town.player);
  await town.discord.findMessage(dm, (message) => textOf(message).includes('4,002'), { timeoutMs: 5_000 });
  await expect
    .poll(async () => (await town.ask(town.player, 'market', '/watch list')).text)
    .toContain('You have no watches yet');
});

test('names that players wrote do nothing and break nothing', async () => {
  await town.ask(town.mod, 'market', '/feed add', { kind: 'auctions' });
  for (const [i, name] of HOSTILE_NAMES.entries()) {
    town.economy.auction({ item: { type: 'PAPER', name, snbt: '{}' }, amount: 1, finalBid: 5_000 + i });
  }
  const last = (5_000 + HOSTILE_NAMES.length - 1).toLocaleString('en-US');
  await town.discord.findMessage(town.channel('market'), (message) => textOf(message).includes(`**${last}**`), {
    timeoutMs: 10_000,
  });
  const messages = town.discord.messages(town.channel('market'));
  const text = messages.map(textOf).join('\n');
  for (const i of HOSTILE_NAMES.keys()) expect(text).toContain(`For **${(5_000 + i).toLocaleString('en-US')}**`);
  expect(messages.flatMap(({ mentions }) => [...mentions.notified])).toEqual([]);
  expect(text).not.toMatch(/@everyone|(?<!\\)\[[^\]]*(?<!\\)\]\(|<@|[\u202a-\u202e\u2066-\u2069]/);
  expect(town.discord.complaints).toEqual([]);
});

test('a broken frame costs nothing but itself', async () => {
  await town.ask(town.mod, 'market', '/feed add', { kind: 'auctions' });
  for (const broken of [
    'not json',
    'null',
    '[]',
    '{"event":"auctionComplete"}',
    '{"event":"somethingNew","data":{}}',
  ]) {
    town.service.sendRaw(broken);
  }
  auction(6_001);
  await town.discord.findMessage(town.channel('market'), (message) => textOf(message).includes('6,001'));
});
