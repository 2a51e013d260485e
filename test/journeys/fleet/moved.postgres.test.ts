import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serverError } from '../../../sandbox/discord/rest/faults.ts';
import { runMove } from '../../move/run-move.ts';
import { makeDatabase } from '../../storage/postgres/database.ts';
import { deliveredBids } from '../world/delivered-bids.ts';
import { openWorld, textOf } from '../world/world.ts';

test('a store with pending notices is moved to PostgreSQL and delivers the rest once, with all settings', async () => {
  const to = await makeDatabase();
  const world = await openWorld();
  onTestFinished(() => world.close());
  const first = await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
  const shops = await world.ask(world.player, 'market', '/shop', { world: 'world' });
  const places = [world.channel('market'), world.discord.world.dmChannel(world.player)];
  const auction = (finalBid: number) => world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
  const alertsOf = (bid: string) =>
    Promise.all(places.map((place) => world.discord.findMessage(place, (one) => textOf(one).includes(bid))));
  const texts = () => places.map((place) => world.discord.messages(place).map(textOf).join('\n'));
  auction(2_001);
  await alertsOf('2,001');

  // Discord accepts the next message but hides that, so that later ones wait.
  const outage = world.discord.fail({ method: 'POST', path: /\/messages$/ }, serverError({ afterAccepting: true }), {
    times: 1_000,
  });
  for (const finalBid of [2_002, 2_003, 2_004]) {
    auction(finalBid);
    await world.discord.nextRequest(({ path }) => path.endsWith('/messages'));
  }
  expect(await first.stop()).toBe(0);
  outage.cancel();
  for (const text of texts()) expect(text).not.toContain('2,004');
  expect(await runMove(`sqlite://${join(world.folder, 'crier.sqlite')}`, to)).toContain('The store is moved');

  const connected = world.service.nextConnection();
  await world.startBot({ STORE_URL: to });
  await connected;
  await alertsOf('2,004');
  auction(2_005);
  await alertsOf('2,005');
  const bids = ['2,001', '2,002', '2,003', '2,004', '2,005'];
  for (const place of places) expect(deliveredBids(world, place).toSorted()).toEqual(bids);
  expect((await world.ask(world.mod, 'market', '/feed list')).text).toContain('Auctions');
  expect((await world.ask(world.player, null, '/watch list')).text).toContain('**Diamond**');
  const firstLine = (text: string) => text.split('\n')[0];
  const moved = await world.ask(world.player, 'market', '/shop', { world: 'world' });
  expect(firstLine(moved.text)).toBe(firstLine(shops.text));
  expect(world.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
  // The server was greeted before.
  expect(world.discord.messages(world.channel('lobby'))).toHaveLength(1);
});
