import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { serverError } from '../../src/sandbox/discord/rest/faults.ts';
import { foundTown, type Town, textOf } from './world.ts';

let town: Town;
afterEach(() => town.close());

test('the service restarts: the stream comes back, nothing is told twice, /health tells of it', async () => {
  town = await foundTown();
  await town.startBot();
  await town.ask(town.mod, 'market', '/feed add', { kind: 'auctions' });
  town.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 1_001 });
  await town.discord.findMessage(town.channel('market'), (message) => textOf(message).includes('1,001'));
  const back = town.service.nextConnection();
  await town.service.restart(1_200);
  await back;
  town.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 1_002 });
  await town.discord.findMessage(town.channel('market'), (message) => textOf(message).includes('1,002'));
  const told = town.discord.messages(town.channel('market')).map(textOf).join('\n');
  expect(told.match(/\*\*1,001\*\*/g)).toHaveLength(1);
  expect(told.match(/\*\*1,002\*\*/g)).toHaveLength(1);
  const { text } = await town.ask(town.player, 'market', '/health');
  expect(text).toMatch(/Live since .*\nOutages in 24 h: <t:\d+:t> \(\d+ s\) \(Crier has watched since <t:\d+:t>\)/);
});

test('killed with notices waiting: after the start each arrives once, and feeds and watches are still there', async () => {
  town = await foundTown();
  const first = await town.startBot();
  await town.ask(town.mod, 'market', '/feed add', { kind: 'auctions' });
  await town.ask(town.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
  const outage = town.discord.fail({ method: 'POST', path: /\/messages$/ }, serverError({ afterAccepting: true }), {
    times: 1_000,
  });
  const bids = [2_001, 2_002, 2_003, 2_004, 2_005];
  for (const finalBid of bids) {
    town.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
    await town.discord.nextRequest(({ path }) => path.endsWith('/messages'));
  }
  await first.stop('SIGKILL');
  outage.cancel();

  await town.startBot();
  const dm = town.discord.world.dmChannel(town.player);
  for (const place of [town.channel('market'), dm]) {
    await town.discord.findMessage(place, (message) => textOf(message).includes('2,005'), { timeoutMs: 10_000 });
    const told = town.discord.messages(place).map(textOf).join('\n');
    for (const bid of bids) expect(told.split(`**${bid.toLocaleString('en-US')}**`)).toHaveLength(2);
  }
  expect((await town.ask(town.mod, 'market', '/feed list')).text).toContain('Auctions');
  expect((await town.ask(town.player, null, '/watch list')).text).toContain('**Diamond** auctioned');
});

test('a restart answers at once from the snapshot on disk, and asks the service no sooner than a minute after', async () => {
  town = await foundTown();
  const first = await town.startBot();
  await town.ask(town.player, 'market', '/shop', { world: 'world' });
  expect(await first.stop()).toBe(0);
  await town.service.goDown('bad-gateway');
  await town.startBot();
  const { text } = await town.ask(town.player, 'market', '/shop', { world: 'world' });
  expect(text).toMatch(/shops as of <t:\d+:R>/);
  expect(text).toContain('Stream down since');
  expect(town.service.snapshotCount().asked).toBe(1);
});

test('settings that vanish between two starts are missed aloud: in the lists, in /health and in the log', async () => {
  town = await foundTown();
  const first = await town.startBot();
  await town.ask(town.mod, 'market', '/feed add', { kind: 'auctions' });
  await town.ask(town.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned' });
  expect(await first.stop()).toBe(0);
  const db = new DatabaseSync(join(town.folder, 'crier.sqlite'));
  db.exec('DELETE FROM keyv');
  db.close();

  const next = await town.startBot();
  const watches = (await town.ask(town.player, 'market', '/watch list')).text;
  expect(watches).toMatch(/^You have no watches yet.*\n⚠️ Crier lost 1 watch <t:\d+:R>: it may be one of yours\./);
  expect((await town.ask(town.mod, 'market', '/feed list')).text).toContain('⚠️ Crier lost 1 feed');
  expect((await town.ask(town.player, 'market', '/health')).text).toMatch(
    /⚠️ Settings\n\*\*Lost\*\* <t:\d+:R>: 1 feed, 1 watch\. The backup may have them/,
  );
  expect(next.log()).toContain('Settings were lost since they were last written');
});

test('what cannot be answered is told to the asker alone, even where all saw Crier think', async () => {
  town = await foundTown();
  town.service.breakHttp('internal-error', { route: 'paintings' });
  await town.startBot();
  const seat = town.discord.as(town.player).in(town.channel('market'));
  const answer = seat.run('/painting-banned');
  const sentence = 'The list of banned paintings is not in yet. Please try again in a minute.';
  expect(await answer.followUp()).toMatchObject({ content: sentence, onlyFor: expect.anything() });
  expect(town.discord.messages(town.channel('market'))).toEqual([]);
  const alone = seat.run('/painting-banned', { private: true });
  expect(await alone.reply()).toMatchObject({ content: sentence, onlyFor: expect.anything() });
});
