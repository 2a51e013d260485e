import { expect, test } from 'vitest';
import { identify } from '../../src/market/item/identity.ts';
import { resolveItem } from '../../src/market/search/search.ts';
import { load } from '../../src/market/shops/load.ts';
import { CurrentMarket } from '../../src/pipeline/current-market.ts';
import { atOnce, auction, item, shop, trade } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { openHarness } from './harness.ts';

const PERSON = { kind: 'user', id: '400' } as const;
const DEAR = shop(1, { price: 9 });
const CHEAP = shop(1, { price: 3 });
const DIRT = shop(9, { item: item('DIRT') });

test('the first snapshot tells nobody anything, the second the difference, once', async () => {
  const harness = openHarness();
  harness.subscriptions.putWatch(watch('w1'));
  await harness.pipeline().onSnapshot({ shops: [CHEAP, shop(2, { price: 9 })], takenAt: 1_000 });
  expect(await harness.told(PERSON)).toEqual([]);
  await harness.pipeline().onSnapshot({ shops: [CHEAP, shop(2, { price: 2 })], takenAt: 2_000 });
  await harness.pipeline().onSnapshot({ shops: [CHEAP, shop(2, { price: 2 })], takenAt: 3_000 });
  expect(await harness.told(PERSON)).toMatchObject([{ cause: { change: { kind: 'price-changed', shop: { id: 2 } } } }]);
  expect([...harness.snapshots.keys()]).toEqual([3_000]);
});

test.each(['keep', 'record'] as const)('the difference is told once through a crash right after %s', async (moment) => {
  const harness = openHarness();
  harness.subscriptions.putWatch(watch('w1'));
  await harness.pipeline().onSnapshot({ shops: [DEAR], takenAt: 1_000 });
  harness.faults.killedAfter = moment;
  await expect(harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 2_000 })).rejects.toThrow('killed');
  harness.faults.killedAfter = null;
  await harness.restart();
  expect(harness.market()?.takenAt).toBe(moment === 'keep' ? 1_000 : 2_000);
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 3_000 });
  expect(await harness.told(PERSON)).toHaveLength(1);
  expect([...harness.snapshots.keys()]).toEqual([3_000]);
});

test('a snapshot that the journal does not take rejects at once; the next tells the differences, once', async () => {
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
  expect(await harness.told(PERSON)).toHaveLength(1);
  expect(harness.log.errors()).toHaveLength(1);
});

test('where the last snapshot cannot be read an older one answers, and nothing is told against that', async () => {
  const harness = openHarness({ types: ['NETHERITE_INGOT'] });
  harness.subscriptions.putWatch(watch('w1'));
  const { uuid } = DEAR.owner;
  harness.subscriptions.putWatch(
    watch('w2', { item: null, trigger: 'my-shop', price: null, filter: { owner: uuid, containers: true } }),
  );
  await harness.pipeline().onSnapshot({ shops: [DIRT, DEAR, shop(2, { price: 9 })], takenAt: 1_000 });
  const older = harness.snapshots.get(1_000);
  await harness.pipeline().onSnapshot({ shops: [DIRT, CHEAP, shop(2, { price: 9 })], takenAt: 2_000 });
  const markets = () => [harness.market()?.takenAt, harness.current().told()?.takenAt];
  await harness.restart(older);
  expect(markets()).toEqual([1_000, undefined]);
  // Its shops may be others by now: nobody is told of them by a trade or a ban.
  harness.pipeline().onEvent(trade({ at: 2_500, item: DIRT.item }));
  expect(await harness.pipeline().onBans(['a_1'], ['a_1'], 2_500)).toBe(false);
  await harness
    .pipeline()
    .onSnapshot({ shops: [DIRT, CHEAP, shop(2, { price: 9 }), shop(3, { price: 2 })], takenAt: 3_000 });
  expect(markets()).toEqual([3_000, 3_000]);
  expect(harness.market()?.catalogue.type('NETHERITE_INGOT')).toBeDefined();
  expect(await harness.told(PERSON)).toMatchObject([{ cause: { change: { shop: { id: 1 } } } }]);
  await harness
    .pipeline()
    .onSnapshot({ shops: [DIRT, CHEAP, shop(2, { price: 2 }), shop(3, { price: 2 })], takenAt: 4_000 });
  expect(await harness.told(PERSON)).toMatchObject([1, 2].map((id) => ({ cause: { change: { shop: { id } } } })));
});

test.each(['keep', 'record'] as const)(
  'what nobody is told of is written down once through a crash right after %s',
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
    expect(await harness.journal().untoldShops(0)).toEqual([{ from: 2_000, until }]);
  },
);

test('what nobody is told of is written down though the first list could not be', async () => {
  const harness = openHarness({ unreadAt: () => 2_000 });
  harness.faults.killedAfter = 'keep';
  await expect(harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 3_000 })).rejects.toThrow('killed');
  harness.faults.killedAfter = null;
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 4_000 });
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 5_000 });
  expect(await harness.journal().untoldShops(0)).toEqual([{ from: 2_000, until: 4_000 }]);
});

test('who takes over a market that people were told of goes on telling, whatever it cannot read: there is no gap', async () => {
  const before = openHarness();
  await before.pipeline().onSnapshot({ shops: [DEAR], takenAt: 2_000 });
  const harness = openHarness({ current: before.current(), unreadAt: () => 2_000 });
  harness.subscriptions.putWatch(watch('w1'));
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 4_000 });
  expect(await harness.told(PERSON)).toHaveLength(1);
  expect(await harness.journal().untoldShops(0)).toEqual([]);
});

test('a new ban waits for the first list of shops, which says who sells the painting', async () => {
  const harness = openHarness();
  await harness.pipeline().onBans(['a_1'], [], 1_000);
  expect(await harness.pipeline().onBans(['a_1', 'b_2'], ['b_2'], 2_000)).toBe(false);
  await harness.pipeline().onSnapshot({ shops: [DEAR], takenAt: 3_000 });
  await harness.pipeline().onBans(['a_1', 'b_2'], ['b_2'], 4_000);
  expect(await harness.journal().bans()).toHaveLength(2);
});

test('what a doubted snapshot lacks is neither gone nor new, through a restart too', async () => {
  const harness = openHarness();
  harness.subscriptions.putWatch(watch('w1'));
  harness.subscriptions.putWatch(watch('w2', { trigger: 'sold-out', price: null }));
  await harness.pipeline().onSnapshot({ shops: [CHEAP, shop(2, { price: 2 })], takenAt: 1_000 });
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 2_000, setAside: 1 });
  await harness.restart();
  await harness.pipeline().onSnapshot({ shops: [CHEAP, shop(2, { price: 2 })], takenAt: 3_000 });
  expect(await harness.told(PERSON)).toEqual([]);
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 4_000, setAside: 1 });
  await harness.restart();
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 5_000 });
  expect(await harness.told(PERSON)).toMatchObject([
    { subscriptionIds: ['w2'], cause: { change: { kind: 'removed' } } },
  ]);
});

test('an item of an earlier run that no shop has now is found from the first snapshot on, in any spelling', async () => {
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

test('what is heard of while a snapshot is written down can be found in it', () => {
  const current = new CurrentMarket([], new ManualClock());
  const first = atOnce(load(null, { takenAt: 1_000, shops: [CHEAP] })).market;
  current.show(first);
  const second = atOnce(load(first, { takenAt: 2_000, shops: [CHEAP] })).market;
  current.apply(auction(item(identify('ELYTRA'))));
  current.show(second);
  expect(resolveItem(second, 'Elytra')).toMatchObject({ kind: 'found', choice: { type: 'ELYTRA' } });
});

test('what was bought since the snapshot is still missing in the stock after a restart', async () => {
  const harness = openHarness();
  const { pipeline } = harness;
  await pipeline().onSnapshot({ shops: [shop(1, { remaining: 64 })], takenAt: 1_000 });
  pipeline().onEvent(trade({ at: 1_500, moved: 4 }));
  pipeline().onEvent(trade({ at: 1_500, moved: 6 }));
  await pipeline().settled();
  await harness.restart();
  expect(harness.market()?.remainingOf(shop(1))).toEqual({ remaining: 54, estimated: true });
});

test('what is bought while a snapshot is loaded and kept lowers the stock of the new market, once', async () => {
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

test('what was bought before a snapshot was asked for is in its stock already', async () => {
  let now = 1_500;
  const harness = openHarness({ now: () => now });
  await harness.pipeline().onSnapshot({ shops: [shop(1)], takenAt: 1_000 });
  harness.pipeline().onEvent(trade({ moved: 5 }));
  now = 2_500;
  await harness.pipeline().onSnapshot({ shops: [shop(1, { remaining: 59 })], takenAt: 2_000 });
  expect(harness.market()?.remainingOf(shop(1, { remaining: 59 })).remaining).toBe(59);
});

test('a large snapshot leaves many turns to others', async () => {
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

test('a snapshot judges its offers by the worths of that moment, and reads each kind of goods once', async () => {
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
  const told = await harness.told(PERSON);
  expect(told.map(({ cause }) => 'change' in cause && 'shop' in cause.change && cause.change.shop?.id)).toEqual([2, 1]);
});

test('a snapshot reads no worths while no feed or watch is for deals', async () => {
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

test('the first watch for deals is told of the snapshot that is taken in while it is saved', async () => {
  const harness = openHarness({ worthOf: async () => 10 });
  await harness.pipeline().onSnapshot({ shops: [DEAR], takenAt: 1_000 });
  harness.faults.onKeep = () =>
    harness.subscriptions.putWatch(watch('w1', { trigger: 'under-worth', item: null, price: null }));
  await harness.pipeline().onSnapshot({ shops: [CHEAP], takenAt: 2_000 });
  expect(await harness.told(PERSON)).toHaveLength(1);
});

test('a snapshot whose worths cannot be read writes nothing, and the next one writes its changes once', async () => {
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
  expect(await harness.told(PERSON)).toHaveLength(1);
});
