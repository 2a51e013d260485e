import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot with the real discord.js, the simulated service over HTTP, SQLite files. */

const KINDS = ['listings', 'restocks', 'price-drops', 'sold-out'];
/** Until the next snapshot is ingested. */
const NEXT_SNAPSHOT_MS = 80_000;

let world: World;

beforeEach(async () => {
  world = await openWorld({ shops: 40, environment: { SHOPS_REFRESH_SECONDS: '60' } });
  for (const x of [1, 2, 3]) sells(x, 8);
});
afterEach(() => world.close());

function sells(x: number, price: number): void {
  const location = { x, y: 64, z: x, world: 'world' };
  world.economy.list({ type: 'SELLING', price, remaining: 64, item: { type: 'SLIME_BLOCK', quantity: 4 }, location });
}

/** Gives all shops of the service new ids. */
function setUpAgain(): void {
  for (const { id, ...shop } of world.economy.shops()) {
    world.economy.remove(id);
    world.economy.list(shop);
  }
}

function setPriceAt(x: number, price: number): void {
  const shop = world.economy.shops().find(({ location }) => location.x === x && location.z === x);
  if (shop === undefined) throw new Error(`no shop at ${x}`);
  world.economy.setPrice(shop.id, price);
}

async function subscribe(): Promise<void> {
  for (const kind of KINDS) await world.ask(world.mod, 'market', '/feed add', { kind });
  const values = { item: 'Slime Block', cooldown: 0 };
  for (const trigger of ['listed', 'restocked', 'sold-out']) {
    await world.ask(world.player, null, '/watch add', { ...values, trigger });
  }
  await world.ask(world.player, null, '/watch add', { ...values, trigger: 'at-or-below', price: 1.5 });
}

/** Waits for a message in the market that contains this. @returns all alerts there */
async function alertsUntil(words: string): Promise<readonly string[]> {
  const market = world.channel('market');
  await world.discord.findMessage(market, (message) => textOf(message).includes(words));
  return alertsIn(market);
}

function alertsIn(where: Parameters<World['discord']['messages']>[0]): readonly string[] {
  // Replies to commands consist of components only.
  return world.discord
    .messages(where)
    .filter(({ embeds }) => embeds.length > 0)
    .map(textOf);
}

const directAlerts = () => alertsIn(world.discord.world.dmChannel(world.player));

test('fault 85: new ids of all shops between two snapshots notify nobody, and later changes are reported', async () => {
  await world.startBot();
  await subscribe();
  setUpAgain();
  await world.skip(NEXT_SNAPSHOT_MS);
  setPriceAt(1, 6);
  await world.skip(NEXT_SNAPSHOT_MS);
  const alerts = await alertsUntil('`1 64 1`');
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toContain('Slime Block: cheaper · now 4 for 6 diamonds');
  await expect.poll(directAlerts).toHaveLength(1);
  expect(directAlerts()[0]).toContain('4 for 6 diamonds');
});

test('fault 85: new ids of all shops while Crier is down report only the prices that changed', async () => {
  const bot = await world.startBot();
  await subscribe();
  await bot.stop();
  setUpAgain();
  setPriceAt(2, 4);
  setPriceAt(3, 10);
  await world.startBot();
  await world.skip(NEXT_SNAPSHOT_MS);
  const alerts = await alertsUntil('`2 64 2`');
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toContain('Slime Block: cheaper · now 4 for 4 diamonds');
  await expect.poll(directAlerts).toHaveLength(1);
  expect(directAlerts()[0]).toContain('4 for 4 diamonds');
});

test('fault 85: a price held by a cool-down is delivered after its shop got another id', async () => {
  await world.startBot();
  await world.ask(world.player, null, '/watch add', {
    item: 'Slime Block',
    trigger: 'at-or-below',
    price: 1.5,
    cooldown: 10,
  });
  await world.ask(world.player, null, '/watch add', { item: 'Slime Block', trigger: 'sold-out' });
  setPriceAt(1, 6);
  await world.skip(NEXT_SNAPSHOT_MS);
  await expect.poll(directAlerts).toHaveLength(1);
  setPriceAt(2, 6);
  await world.skip(NEXT_SNAPSHOT_MS);
  setUpAgain();
  // The cool-down of ten minutes holds the second price.
  await world.skip(12 * 60_000);
  await expect.poll(directAlerts).toHaveLength(2);
  expect(directAlerts()[1]).toContain('`2 64 2`');
});

test('101 new shops at once are one message per feed and watch, with their count and the best three', async () => {
  await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'listings', item: 'Slime Block' });
  await world.ask(world.player, null, '/watch add', { item: 'Slime Block', trigger: 'listed' });
  for (let n = 0; n < 101; n += 1) sells(1_000 + n, 4 + ((n * 37) % 101));
  await world.skip(NEXT_SNAPSHOT_MS);
  const best = 'Slime Block · 4 for 4 diamonds · 1 each';
  for (const alerts of [await alertsUntil(best), directAlerts]) {
    if (typeof alerts === 'function') await expect.poll(alerts).toHaveLength(1);
    const [alert = '', ...others] = typeof alerts === 'function' ? alerts() : alerts;
    expect(others).toEqual([]);
    expect(alert).toContain(`101 new offers · best: ${best}`);
    for (const price of ['4 for 4 diamonds', '4 for 5 diamonds', '4 for 6 diamonds']) expect(alert).toContain(price);
    expect(alert).not.toContain('4 for 7 diamonds');
  }
});
