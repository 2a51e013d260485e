import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoWorld, openDemoWorldWith } from '../../../sandbox/demo/demo-world.ts';
import { type ShopView, WORLD_FAULTS, type WorldAct, type WorldView } from '../../../sandbox/page/protocol.ts';
import { type Page, startPage } from '../../../sandbox/page/start-page.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { type BotInProcess, startInProcess } from '../../journeys/world/bot-in-process.ts';
import { found, PageClient } from './page-client.ts';

let world: DemoWorld<BotInProcess>;
let page: Page;
let client: PageClient;

beforeAll(async () => {
  world = await openDemoWorldWith({ seed: 7, shops: 2_000 }, (environment) => startInProcess(environment, systemClock));
  page = await startPage(world);
  client = await PageClient.arrive(page.url);
});

afterAll(async () => {
  await page?.close();
  await world?.close();
});

const act = (what: WorldAct | Record<string, unknown>) => client.ask<string>({ kind: 'world', act: what });

async function worldView(accepts: (view: WorldView) => boolean): Promise<WorldView> {
  const push = await client.next((each) => each.push === 'world' && accepts(each.world), client.pushes.length);
  if (push.push !== 'world') throw new Error('no world');
  return push.world;
}

test('the state of the world is sent each second, with the bot’s health and its requests', async () => {
  const view = await worldView(({ stream, snapshot }) => stream?.state === 'live' && snapshot?.records === 2_000);
  expect(view).toMatchObject({ outbox: 0, shops: 2_000, faults: [] });
  expect(view.serviceRequests.map(({ path }) => path)).toContain('/shops/v1/getAllShops');
  expect(view.discordRequests.length).toBeGreaterThan(0);
  expect(JSON.stringify(view.discordRequests)).not.toMatch(/interactions\/\d+\/[\w-]{20}/);
  await worldView(() => true);
});

test('an auction held by a visitor is announced in a feed', async () => {
  const auctions = client.place('auctions');
  await client.type(client.person('moderator'), auctions, '/feed add', { kind: 'auctions' });
  const answer = await act({ kind: 'auction', type: 'slime block', amount: 64, finalBid: 3217 });
  expect(answer).toBe('64 × Slime Block went at auction for 3,217.');
  const notice = await client.message(({ asked, placeId }) => !asked && placeId === auctions.id);
  expect(JSON.stringify(notice)).toMatch(/3,?217/);
});

test('shops are found by part of an item name, the cheapest first', async () => {
  const shops = await client.ask<ShopView[]>({ kind: 'shops', text: 'planks' });
  const unitPrices = shops.map(({ price, quantity }) => price / quantity);
  expect(shops.length).toBeGreaterThan(1);
  expect(shops.length).toBeLessThanOrEqual(20);
  expect(unitPrices).toEqual(unitPrices.toSorted((left, right) => left - right));
});

test('a visitor lists, restocks, prices, buys, sells out, sells and bans', async () => {
  expect(await act({ kind: 'list', type: 'ELYTRA', quantity: 1, price: 0, remaining: 2 })).toContain('opened a shop');
  const [cheapest] = await client.ask<ShopView[]>({ kind: 'shops', text: 'elytra' });
  const shopId = found(cheapest).id;
  expect(await act({ kind: 'restock', shopId, items: 3 })).toContain('now has 5 × Elytra');
  expect(await act({ kind: 'price', shopId, price: 7 })).toContain('now asks 7 for 1 × Elytra');
  expect(await act({ kind: 'buy', shopId, bundles: 2 })).toMatch(/bought 2 × Elytra from .+ for 14\.$/);
  expect(await act({ kind: 'sell-out', shopId })).toMatch(/bought the last 3 × Elytra from .+ for 21\.$/);
  await expect(act({ kind: 'sell-out', shopId })).rejects.toThrow(/is sold out\.$/);
  const buying = found(world.economy.shops().find(({ type }) => type === 'BUYING'));
  expect(await act({ kind: 'sell', shopId: buying.id, bundles: 1 })).toContain('Somebody sold');
  const before = world.economy.bannedPaintings().length;
  expect(await act({ kind: 'ban', canvas: null })).toContain('is banned.');
  expect(world.economy.bannedPaintings()).toHaveLength(before + 1);
  const canvas = found(world.economy.bannedPaintings().at(-1));
  expect(world.economy.shops().some(({ item, remaining }) => remaining > 0 && item.snbt.includes(canvas))).toBe(true);
});

test('an impossible action is answered with a full sentence', async () => {
  const shopId = found(world.economy.shops().find(({ type }) => type === 'SELLING')).id;
  await expect(act({ kind: 'auction', type: 'UNOBTAINIUM', amount: 1, finalBid: 1 })).rejects.toThrow(
    'The game has no item “UNOBTAINIUM”.',
  );
  await expect(act({ kind: 'buy', shopId: 10 ** 9, bundles: 1 })).rejects.toThrow('There is no shop 1000000000.');
  await expect(act({ kind: 'buy', shopId, bundles: 1_000 })).rejects.toThrow(/has only \d+ items\.$/);
  await expect(act({ kind: 'buy', shopId, bundles: 0.5 })).rejects.toThrow(
    '“bundles” must be a number from 1 to 1,000.',
  );
  await expect(act({ kind: 'price', shopId, price: 7.5 })).rejects.toThrow(/“price” must be a whole number/);
  await expect(act({ kind: 'ban', canvas: 'Mona Lisa' })).rejects.toThrow('A painting’s id is a uuid, _ and a number.');
  await expect(act({ kind: 'fault', fault: 'flood', on: true })).rejects.toThrow('The faults are:');
});

test('an outage of Discord delays a notice, which is sent when the outage ends', async () => {
  const { id } = client.place('auctions');
  await act({ kind: 'fault', fault: 'discord-500', on: true });
  await act({ kind: 'auction', type: 'BEACON', amount: 1, finalBid: 99 });
  await worldView(({ discordRequests }) =>
    discordRequests.some(({ status, path }) => status === 500 && path.includes(id)),
  );
  await act({ kind: 'fault', fault: 'discord-500', on: false });
  await client.message(({ placeId, content }) => placeId === id && content.includes('99'));
});

test('a server that is down reports no health, and a slow one reports so', async () => {
  const health = () => fetch(`${world.service.url}/health/v1/report`);
  await act({ kind: 'fault', fault: 'health-503', on: true });
  expect((await health()).status).toBe(503);
  await act({ kind: 'fault', fault: 'health-503', on: false });

  await act({ kind: 'fault', fault: 'slow-ticks', on: true });
  expect(await (await health()).json()).toMatchObject({ tick: { gap: 900, healthy: false } });
  await act({ kind: 'fault', fault: 'slow-ticks', on: false });
  expect(await (await health()).json()).toMatchObject({ tick: { gap: 50, healthy: true } });
});

test('every fault can be switched on, is shown, and can be switched off', async () => {
  for (const fault of WORLD_FAULTS) await act({ kind: 'fault', fault, on: true });
  await worldView(({ faults }) => WORLD_FAULTS.every((fault) => faults.includes(fault)));
  expect(await fetch(world.service.url).then(({ status }) => status)).toBe(502);
  expect(world.people.some(({ user }) => user.takesDms)).toBe(false);

  for (const fault of WORLD_FAULTS) await act({ kind: 'fault', fault, on: false });
  await worldView(({ faults }) => faults.length === 0);
  expect(await fetch(world.service.url).then(({ status }) => status)).toBe(200);
  expect(world.people.every(({ user }) => user.takesDms)).toBe(true);
});
