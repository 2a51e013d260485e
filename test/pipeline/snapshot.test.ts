import { expect, test } from 'vitest';
import { identify } from '../../src/market/item/identity.ts';
import { resolveItem } from '../../src/market/search/search.ts';
import { loadMarket } from '../../src/market/shops/load.ts';
import { CurrentMarket } from '../../src/pipeline/current-market.ts';
import { atOnce, auction, item, shop, trade } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { openHarness } from './harness.ts';

const PERSON = { kind: 'user', id: '400' } as const;
const DEAR = shop(1, { price: 9 });
const CHEAP = shop(1, { price: 3 });
const DIRT = shop(9, { item: item('DIRT') });

test('the first snapshot announces nothing, and the second its differences, once', async () => {
  const harness = openHarness();
  harness.subscriptions.putWatch(watch('w1'));
  await harness.pipeline().onSnapshot({ shops: [CHEAP, shop(2, { price: 9 })], takenAt: 1_000 });
  expect(await harness.waiting(PERSON)).toEqual([]);
  await harness.pipeline().onSnapshot({ shops: [CHEAP, shop(2, { price: 2 })], takenAt: 2_000 });
  await harness.pipeline().onSnapshot({ shops: [CHEAP, shop(2, { price: 2 })], takenAt: 3_000 });
  expect(await harness.waiting(PERSON)).toMatchObject([
    { cause: { change: { kind: 'price-changed', shop: { id: 2 } } } },
  ]);
  expect([...harness.snapshots.keys()]).toEqual([3_000]);
});

test.each(['keep', 'record'] as const)(
  'differences are announced once despite a crash right after %s',
  async (moment) => {
    const harness = openHarness();
    harness.subscriptions.putWatch(watch('w1'));
    await harness.pipeline().onSnapshot({ shops: [DEAR], takenAt: 1_000 });
    harness.faults.killedAfter = moment;
    await expect(harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 2_000 })).rejects.toThrow('killed');
    harness.faults.killedAfter = null;
    await harness.restart();
    expect(harness.market()?.takenAt).toBe(moment === 'keep' ? 1_000 : 2_000);
    await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 3_000 });
    expect(await harness.waiting(PERSON)).toHaveLength(1);
    expect([...harness.snapshots.keys()]).toEqual([3_000]);
  },
);

test('a snapshot whose journal write fails rejects, and the next announces the differences once', async () => {
  const harness = openHarness();
  harness.subscriptions.putWatch(watch('w1'));
  await harness.pipeline().onSnapshot({ shops: [DEAR], takenAt: 1_000 });
  harness.faults.diskFull = true;
  await expect(harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 2_000 })).rejects.toThrow('disk full');
  harness.pipeline().onEvent(trade());
  await expect(harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 3_000 })).rejects.toThrow('disk full');
  expect(harness.market()?.takenAt).toBe(1_000);
  harness.faults.diskFull = false;
  await harness.pipeline().settled();
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 4_000 });
  expect(await harness.waiting(PERSON)).toHaveLength(1);
  expect(harness.log.errors()).toHaveLength(1);
});

test('an older snapshot replaces an unreadable one, and no changes are announced against it', async () => {
  const harness = openHarness({ types: ['NETHERITE_INGOT'] });
  harness.subscriptions.putWatch(watch('w1'));
  const { uuid } = DEAR.owner;
  harness.subscriptions.putWatch(
    watch('w2', { item: null, trigger: 'my-shop', price: null, filter: { owner: uuid, containers: true } }),
  );
  await harness.pipeline().onSnapshot({ shops: [DIRT, DEAR, shop(2, { price: 9 })], takenAt: 1_000 });
  const older = harness.snapshots.get(1_000);
  await harness.pipeline().onSnapshot({ shops: [DIRT, CHEAP, shop(2, { price: 9 })], takenAt: 2_000 });
  const markets = () => [harness.market()?.takenAt, harness.current().announced()?.takenAt];
  await harness.restart(older);
  expect(markets()).toEqual([1_000, undefined]);
  // The older snapshot's shops may be outdated, so trades and bans announce nothing about them.
  harness.pipeline().onEvent(trade({ at: 2_500, item: DIRT.item }));
  expect(await harness.pipeline().onBans(['a_1'], ['a_1'], 2_500)).toBe(false);
  await harness
    .pipeline()
    .onSnapshot({ shops: [DIRT, CHEAP, shop(2, { price: 9 }), shop(3, { price: 2 })], takenAt: 3_000 });
  expect(markets()).toEqual([3_000, 3_000]);
  expect(harness.market()?.catalogue.type('NETHERITE_INGOT')).toBeDefined();
  expect(await harness.waiting(PERSON)).toMatchObject([{ cause: { change: { shop: { id: 1 } } } }]);
  await harness
    .pipeline()
    .onSnapshot({ shops: [DIRT, CHEAP, shop(2, { price: 2 }), shop(3, { price: 2 })], takenAt: 4_000 });
  expect(await harness.waiting(PERSON)).toMatchObject([1, 2].map((id) => ({ cause: { change: { shop: { id } } } })));
});

test.each(['keep', 'record'] as const)(
  'an unannounced period is recorded once despite a crash right after %s',
  async (moment) => {
    let unreadAt: number | null = null;
    const harness = openHarness({ unreadAt: () => unreadAt });
    await harness.pipeline().onSnapshot({ shops: [DEAR], takenAt: 1_000 });
    const older = harness.snapshots.get(1_000);
    await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 2_000 });
    await harness.restart(older);
    unreadAt = 2_000;
    harness.faults.killedAfter = moment;
    await expect(harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 3_000 })).rejects.toThrow('killed');
    harness.faults.killedAfter = null;
    await harness.restart(moment === 'keep' ? older : undefined);
    if (moment === 'record') unreadAt = null;
    await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 4_000 });
    await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 5_000 });
    const until = moment === 'keep' ? 4_000 : 3_000;
    expect(await harness.journal().unreportedShops(0)).toEqual([{ from: 2_000, until }]);
  },
);

test('an unannounced period is recorded although the first snapshot could not be saved', async () => {
  const harness = openHarness({ unreadAt: () => 2_000 });
  harness.faults.killedAfter = 'keep';
  await expect(harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 3_000 })).rejects.toThrow('killed');
  harness.faults.killedAfter = null;
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 4_000 });
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 5_000 });
  expect(await harness.journal().unreportedShops(0)).toEqual([{ from: 2_000, until: 4_000 }]);
});

test('a leader that takes over an announced market leaves no gap, even with an unreadable snapshot', async () => {
  const before = openHarness();
  await before.pipeline().onSnapshot({ shops: [DEAR], takenAt: 2_000 });
  const harness = openHarness({ current: before.current(), unreadAt: () => 2_000 });
  harness.subscriptions.putWatch(watch('w1'));
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 4_000 });
  expect(await harness.waiting(PERSON)).toHaveLength(1);
  expect(await harness.journal().unreportedShops(0)).toEqual([]);
});

test('a new ban waits for the first list of shops, which names the sellers of the painting', async () => {
  const harness = openHarness();
  await harness.pipeline().onBans(['a_1'], [], 1_000);
  expect(await harness.pipeline().onBans(['a_1', 'b_2'], ['b_2'], 2_000)).toBe(false);
  await harness.pipeline().onSnapshot({ shops: [DEAR], takenAt: 3_000 });
  await harness.pipeline().onBans(['a_1', 'b_2'], ['b_2'], 4_000);
  expect(await harness.journal().bans()).toHaveLength(2);
});

test('a shop missing from a doubted snapshot is neither removed nor new, even after a restart', async () => {
  const harness = openHarness();
  harness.subscriptions.putWatch(watch('w1'));
  harness.subscriptions.putWatch(watch('w2', { trigger: 'sold-out', price: null }));
  await harness.pipeline().onSnapshot({ shops: [CHEAP, shop(2, { price: 2 })], takenAt: 1_000 });
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 2_000, quarantined: 1 });
  await harness.restart();
  await harness.pipeline().onSnapshot({ shops: [CHEAP, shop(2, { price: 2 })], takenAt: 3_000 });
  expect(await harness.waiting(PERSON)).toEqual([]);
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 4_000, quarantined: 1 });
  await harness.restart();
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 5_000 });
  expect(await harness.waiting(PERSON)).toMatchObject([
    { subscriptionIds: ['w2'], cause: { change: { kind: 'removed' } } },
  ]);
});

test('an item known from an earlier run is found after the first snapshot, in any spelling', async () => {
  const { pipeline, market: shown } = openHarness({ types: ['NETHERITE_INGOT'] });
  for (const takenAt of [1_000, 2_000]) {
    await pipeline().onSnapshot({ shops: [CHEAP], takenAt });
    const market = shown();
    const found = ['netheriteingot', 'Netherite Ingot', 'netherite_ingot'].map(
      (text) => market && resolveItem(market, text),
    );
    expect(found).toMatchObject(Array(3).fill({ kind: 'found', choice: { type: 'NETHERITE_INGOT' } }));
  }
});

test('an item auctioned while a snapshot is saved can be found in the new market', () => {
  const current = new CurrentMarket([], new ManualClock());
  const first = atOnce(loadMarket(null, { takenAt: 1_000, shops: [CHEAP] })).market;
  current.show(first);
  const second = atOnce(loadMarket(first, { takenAt: 2_000, shops: [CHEAP] })).market;
  current.apply(auction(item(identify('ELYTRA'))));
  current.show(second);
  expect(resolveItem(second, 'Elytra')).toMatchObject({ kind: 'found', choice: { type: 'ELYTRA' } });
});

test('purchases since the snapshot stay deducted from the stock after a restart', async () => {
  const harness = openHarness();
  const { pipeline } = harness;
  await pipeline().onSnapshot({ shops: [shop(1, { remaining: 64 })], takenAt: 1_000 });
  pipeline().onEvent(trade({ at: 1_500, moved: 4 }));
  pipeline().onEvent(trade({ at: 1_500, moved: 6 }));
  await pipeline().settled();
  await harness.restart();
  expect(harness.market()?.remainingOf(shop(1))).toEqual({ remaining: 54, estimated: true });
});

test('a purchase while a snapshot is loaded and saved lowers the stock of the new market once', async () => {
  const buy = () => harness.pipeline().onEvent(trade({ moved: 5 }));
  let now = 1_500;
  const harness = openHarness({ now: () => now, keep: async () => buy() });
  const loading = harness.pipeline().onSnapshot({ shops: [shop(1)], takenAt: 1_000 });
  buy();
  await loading;
  expect(harness.market()?.remainingOf(shop(1)).remaining).toBe(54);
  now = 2_500;
  const refresh = harness.pipeline().onSnapshot({ shops: [shop(1)], takenAt: 2_000 });
  buy();
  await refresh;
  expect(harness.market()?.remainingOf(shop(1)).remaining).toBe(54);
});

test('a purchase before a snapshot’s request is already in its stock', async () => {
  let now = 1_500;
  const harness = openHarness({ now: () => now });
  await harness.pipeline().onSnapshot({ shops: [shop(1)], takenAt: 1_000 });
  harness.pipeline().onEvent(trade({ moved: 5 }));
  now = 2_500;
  await harness.pipeline().onSnapshot({ shops: [shop(1, { remaining: 59 })], takenAt: 2_000 });
  expect(harness.market()?.remainingOf(shop(1, { remaining: 59 })).remaining).toBe(59);
});

test('a large snapshot yields to other work many times', async () => {
  const harness = openHarness();
  const shops = Array.from({ length: 60_000 }, (_, id) => shop(id, { price: 60_000 - id }));
  let turns = 0;
  let loading = true;
  const count = () => {
    turns += 1;
    if (loading) setImmediate(count);
  };
  setImmediate(count);
  await harness.pipeline().onSnapshot({ shops, takenAt: 1_000 });
  loading = false;
  expect(turns).toBeGreaterThan(5);
});

test('a snapshot judges its offers by the current worths, and reads the worth of each goods once', async () => {
  const asked: string[] = [];
  const harness = openHarness({
    worthOf: async ({ type }) => {
      asked.push(type);
      return 10;
    },
  });
  harness.subscriptions.putWatch(watch('w1', { trigger: 'under-worth', item: null, price: null }));
  await harness.pipeline().onSnapshot({ shops: [DEAR], takenAt: 1_000 });
  const offers = [CHEAP, shop(2, { price: 2 }), shop(3, { price: 9.5 }), shop(4, { side: 'bid', item: item('DIRT') })];
  await harness.pipeline().onSnapshot({ shops: offers, takenAt: 2_000 });
  expect(asked).toEqual(['SLIME_BLOCK']);
  const waiting = await harness.waiting(PERSON);
  expect(waiting.map(({ cause }) => 'change' in cause && 'shop' in cause.change && cause.change.shop?.id)).toEqual([
    2, 1,
  ]);
});

test('a snapshot reads no worths while there is no feed or watch on deals', async () => {
  const asked: string[] = [];
  const harness = openHarness({
    worthOf: async ({ type }) => {
      asked.push(type);
      return 10;
    },
  });
  const bring = (price: number, takenAt: number) =>
    harness.pipeline().onSnapshot({ shops: [shop(1, { price })], takenAt });
  harness.subscriptions.putWatch(watch('w1'));
  await bring(9, 1_000);
  await bring(3, 2_000);
  expect(asked).toEqual([]);
  harness.subscriptions.putFeed(feed('f1', { kind: 'deals' }));
  await bring(2, 3_000);
  expect(asked).toEqual(['SLIME_BLOCK']);
  harness.subscriptions.remove('f1');
  await bring(1, 4_000);
  expect(asked).toEqual(['SLIME_BLOCK']);
});

test('the first watch on deals is notified of the snapshot that is ingested while it is saved', async () => {
  const harness = openHarness({ worthOf: async () => 10 });
  await harness.pipeline().onSnapshot({ shops: [DEAR], takenAt: 1_000 });
  harness.faults.onKeep = () =>
    harness.subscriptions.putWatch(watch('w1', { trigger: 'under-worth', item: null, price: null }));
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 2_000 });
  expect(await harness.waiting(PERSON)).toHaveLength(1);
});

test('a snapshot whose worths cannot be read writes nothing, and the next writes its changes once', async () => {
  let isBroken = true;
  const harness = openHarness({
    async worthOf() {
      if (isBroken) throw new Error('disk failed');
      return 10;
    },
  });
  harness.subscriptions.putWatch(watch('w1', { trigger: 'under-worth', item: null, price: null }));
  await harness.pipeline().onSnapshot({ shops: [DEAR], takenAt: 1_000 });
  await expect(harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 2_000 })).rejects.toThrow('disk failed');
  expect(await harness.journal().latestChanges(0, 9)).toEqual([]);
  isBroken = false;
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 3_000 });
  expect(await harness.journal().latestChanges(0, 9)).toHaveLength(1);
  expect(await harness.waiting(PERSON)).toHaveLength(1);
});
