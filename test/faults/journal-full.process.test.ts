import { expect, onTestFinished, test } from 'vitest';
import { deliveredBids } from '../journeys/world/delivered-bids.ts';
import { openWorld } from '../journeys/world/world.ts';
import { startProxy } from '../service/proxy.ts';
import { limitFiles } from './limit-files.ts';

/**
 * Stands on: the real bot in a process of its own whose files cannot grow, the simulated service through a TCP proxy
 * that counts bytes, real time.
 */

const FLOOD = 20_000;
/** One event in a thousand of the flood matches. */
const EVENTS_PER_MATCH = 1_000;
const PADDING = 'x'.repeat(2_000);
/** Bytes buffered by the kernel on both sides of the proxy and ingested before the stream pauses, with reserve. */
const HELD_BYTES = 32_000_000;

test('fault 76: a flood during a full disk waits at the service, then arrives whole and in order', async () => {
  const world = await openWorld({ shops: 20 });
  onTestFinished(() => world.close());
  world.expectError('Journal not writable');
  const proxy = await startProxy(world.service.url);
  const bot = await world.startProcess({ SERVICE_URL: proxy.url });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions', item: 'EMERALD' });
  const asked: string[] = [];
  const send = (type: string, finalBid: number) => {
    const item = { type, quantity: 1, name: PADDING, snbt: '{}' };
    const data = { item, amount: 1, finalBid };
    world.service.sendRaw(JSON.stringify({ event: 'auctionComplete', timestamp: Date.now(), data }));
  };

  limitFiles(bot, 1);
  send('DIAMOND', 1);
  await expect.poll(() => bot.log()).toContain('Journal not writable');
  const { down } = proxy.carried;
  for (let sent = 0; sent < FLOOD; sent += 1) {
    const isAsked = sent % EVENTS_PER_MATCH === 0;
    if (isAsked) asked.push((2_000 + sent / EVENTS_PER_MATCH).toLocaleString('en-US'));
    send(isAsked ? 'EMERALD' : 'DIAMOND', 2_000 + Math.floor(sent / EVENTS_PER_MATCH));
  }
  const carried = () => proxy.carried.down - down;
  await expect.poll(carried).toBeGreaterThan(5_000_000);
  // The flood is held back if no bytes pass while the bot does other work.
  for (let before = 0; before < carried(); ) {
    before = carried();
    for (let turn = 0; turn < 10; turn += 1) await world.ask(world.player, 'market', '/help');
  }
  expect(carried()).toBeLessThan(HELD_BYTES);

  limitFiles(bot, 'unlimited');
  await expect.poll(() => deliveredBids(world)).toEqual(asked);
  expect(bot.log()).toMatch(/"lost":0.*Journal writable again/);
});
