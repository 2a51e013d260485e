import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { serverError } from '../../../sandbox/discord/rest/faults.ts';
import { deliveredBids } from '../world/delivered-bids.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot, in the test’s process and in one that is killed, over sockets to a simulated world. */

let world: World;
afterEach(() => world.close());

test('a restart of the service restores the stream without repeats, and /health reports it', async () => {
  world = await openWorld();
  await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 1_001 });
  await world.discord.findMessage(world.channel('market'), (message) => textOf(message).includes('1,001'));
  const back = world.service.nextConnection();
  await world.service.restart(1_200);
  await back;
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 1_002 });
  await world.discord.findMessage(world.channel('market'), (message) => textOf(message).includes('1,002'));
  const marketText = world.discord.messages(world.channel('market')).map(textOf).join('\n');
  expect(marketText.match(/ · 1,001 diamonds/g)).toHaveLength(1);
  expect(marketText.match(/ · 1,002 diamonds/g)).toHaveLength(1);
  const { text } = await world.ask(world.player, 'market', '/health');
  expect(text).toMatch(
    /Connected since .*\nOutages in the last 24 hours, the longest first: <t:\d+:t> \(.* seconds?\)\nCrier has watched since <t:\d+:t>;/,
  );
});

test('a kill with pending notices delivers each once after the start, with feeds and watches unchanged', async () => {
  world = await openWorld();
  const first = await world.startProcess();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
  const outage = world.discord.fail({ method: 'POST', path: /\/messages$/ }, serverError({ afterAccepting: true }), {
    times: 1_000,
  });
  const bids = [2_001, 2_002, 2_003, 2_004, 2_005];
  for (const finalBid of bids) {
    world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
    await world.discord.nextRequest(({ path }) => path.endsWith('/messages'));
  }
  await first.stop('SIGKILL');
  outage.cancel();

  await world.startBot();
  const dm = world.discord.world.dmChannel(world.player);
  for (const place of [world.channel('market'), dm]) {
    await world.discord.findMessage(place, (message) => textOf(message).includes('2,005'));
    expect(deliveredBids(world, place).toSorted()).toEqual(bids.map((bid) => bid.toLocaleString('en-US')));
  }
  expect((await world.ask(world.mod, 'market', '/feed list')).text).toContain('Auctions');
  expect((await world.ask(world.player, null, '/watch list')).text).toMatch(/\*\*Diamond\*\* · Sold at auction/);
});

test('a restart answers at once from the saved snapshot, and sends no request within a minute', async () => {
  world = await openWorld();
  const first = await world.startBot();
  await world.ask(world.player, 'market', '/shop', { world: 'world' });
  expect(await first.stop()).toBe(0);
  await world.service.goDown('bad-gateway');
  await world.startBot();
  const { text } = await world.ask(world.player, 'market', '/shop', { world: 'world' });
  expect(text).toMatch(/Shops as of <t:\d+:R>/);
  expect(text).toContain('No live stream since <t:');
  expect(world.service.snapshotCount().asked).toBe(1);
});

test('fault 81: settings of a newer version are reported in the lists, in /health and in the log', async () => {
  world = await openWorld();
  const first = await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned' });
  expect(await first.stop()).toBe(0);
  const db = new DatabaseSync(join(world.folder, 'crier.sqlite'));
  for (const table of ['feeds', 'watches']) db.exec(`UPDATE ${table} SET record = json_set(record, '$.v', 2)`);
  db.close();

  world.expectError('Unreadable settings quarantined');
  const next = await world.startBot();
  const watches = (await world.ask(world.player, 'market', '/watch list')).text;
  expect(watches).toMatch(/^You have no watches yet.*\n⚠️ Crier can’t read 1 stored watch\. Yours may be among them\./);
  expect((await world.ask(world.mod, 'market', '/feed list')).text).toContain('⚠️ Crier can’t read 1 stored feed');
  expect((await world.ask(world.player, 'market', '/health')).text).toMatch(
    /⚠️ Feeds and watches\*\*\n\*\*Cannot be read\*\*: 1 feed and 1 watch\./,
  );
  expect(next.log()).toContain('Unreadable settings quarantined');
});

test('a failed answer is visible to the asker only, even if the deferral was public', async () => {
  world = await openWorld();
  world.service.breakHttp('internal-error', { route: 'paintings' });
  await world.startBot();
  const actor = world.discord.as(world.player).in(world.channel('market'));
  const answer = actor.run('/painting-banned');
  const sentence = 'The list of banned paintings is not in yet. Please try again in a minute.';
  expect(await answer.followUp()).toMatchObject({ content: sentence, onlyFor: expect.anything() });
  expect(world.discord.messages(world.channel('market'))).toEqual([]);
  const alone = actor.run('/painting-banned', { private: true });
  expect(await alone.reply()).toMatchObject({ content: sentence, onlyFor: expect.anything() });
});
