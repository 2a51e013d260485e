import { afterEach, expect, test } from 'vitest';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot, over HTTP to the simulated service, and the local Discord; its time is skipped. */

const STEP_MS = 10_000;
const SLIME = {
  ...{ type: 'SELLING', remaining: 640, price: 3_301, item: { type: 'SLIME_BLOCK' } },
  owner: { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' },
  location: { x: 1, y: 64, z: -3, world: 'world' },
};

let world: World;
let bids = 2_500;
afterEach(() => world.close());

const ask = (line: string, values = {}) => world.ask(world.player, 'market', line, values);
const shop = async () => (await ask('/shop', { item: 'Slime Block' })).text;
const health = async () => (await ask('/health')).text;
const staffText = () => world.discord.messages(world.channel('staff')).map(textOf).join('\n');

/** Opens a market of `shops` shops and one of slime; the bot announces sold-out shops and auctions. */
async function openMarket(shops: number): Promise<void> {
  world = await openWorld({ shops });
  world.economy.list(SLIME);
  await world.startBot();
  for (const kind of ['sold-out', 'auctions']) await world.ask(world.mod, 'staff', '/feed add', { kind });
  await expect.poll(shop).toContain('3,301');
}

/** Advances the clock until the next request for the shops. */
async function untilAskedAgain(): Promise<void> {
  const asked = () => world.service.snapshotCount().asked;
  for (const before = asked(); asked() === before; ) await world.skip(STEP_MS);
}

/**
 * Returns whether the shop was announced as gone. Later events are announced later, so that an auction marks the end.
 */
async function isAnnouncedGone(): Promise<boolean> {
  bids += 1;
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: bids });
  await expect.poll(staffText).toContain(`${bids.toLocaleString('en-US')} diamonds`);
  return staffText().includes('Slime Block');
}

/** A few missing shops are removed at once, and many only if the next list lacks them too. */
test.each([
  ['few shops are announced as gone then', 5, true],
  ['many shops are announced as gone with the third empty list', 60, false],
])('fault 39: a suddenly empty list becomes the market when the next is empty too; %s', async (_, shops, isAtOnce) => {
  await openMarket(shops);
  world.service.breakHttp('empty-array', { route: 'shops' });
  await untilAskedAgain();
  await expect.poll(health).toContain('suddenly empty');
  expect(await shop()).toContain('3,301');
  expect(await isAnnouncedGone()).toBe(false);

  await untilAskedAgain();
  await expect.poll(shop).not.toContain('3,301');
  expect(await isAnnouncedGone()).toBe(isAtOnce);

  await untilAskedAgain();
  await expect.poll(staffText).toContain('Slime Block');
});

test('fault 39: a list that was empty once changes nothing, and nobody is notified', async () => {
  await openMarket(60);
  world.service.breakHttp('empty-array', { route: 'shops', times: 1 });
  await untilAskedAgain();
  await expect.poll(health).toContain('suddenly empty');
  await untilAskedAgain();
  await expect.poll(health).not.toContain('suddenly empty');
  expect(await shop()).toContain('3,301');
  expect(await isAnnouncedGone()).toBe(false);
});
