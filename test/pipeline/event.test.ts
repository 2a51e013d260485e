import { expect, test } from 'vitest';
import { NotWritten } from '../../src/faults/store-faults.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { routeInMemory } from '../../src/subscriptions/in-memory.ts';
import { auction, item, shop, trade } from '../market/samples.ts';
import { feed } from '../routing/samples.ts';
import { openHarness } from './harness.ts';

const CHANNEL = { kind: 'channel', id: '200' } as const;

test('events before the first snapshot are recorded and announced', async () => {
  const harness = openHarness();
  harness.subscriptions.putFeed(feed('f1'));
  harness.subscriptions.putFeed(feed('f2', { kind: 'auctions' }));
  harness.pipeline().onEvent(trade());
  harness.pipeline().onEvent(auction(item('SLIME_BLOCK')));
  await harness.pipeline().settled();
  expect(await harness.waiting(CHANNEL)).toMatchObject([{ subscriptionIds: ['f1'] }, { subscriptionIds: ['f2'] }]);
  expect(await harness.journal().history({ type: 'SLIME_BLOCK' }, 0, 9_999)).toHaveLength(2);
  expect(harness.woken).toHaveLength(2);
});

test('a paused destination gets no notices, and two equal sales are two notices', async () => {
  const harness = openHarness({ isPaused: ({ id }) => id === '201' });
  harness.subscriptions.putFeed(feed('f1'));
  harness.subscriptions.putFeed(feed('f2', { channelId: '201' }));
  harness.pipeline().onEvent(trade());
  harness.pipeline().onEvent(trade());
  await harness.pipeline().settled();
  expect(await harness.waiting(CHANNEL)).toHaveLength(2);
  expect(await harness.waiting({ kind: 'channel', id: '201' })).toEqual([]);
});

test('a journal that fails for a while loses no event, keeps their order, and logs one error', async () => {
  const harness = openHarness();
  harness.subscriptions.putFeed(feed('f1'));
  harness.faults.diskFull = true;
  for (let paid = 1; paid <= 5; paid++) harness.pipeline().onEvent(trade({ paid }));
  await new Promise(setImmediate);
  expect(harness.pipeline().trouble()).toBe('disk full');
  harness.faults.diskFull = false;
  harness.pipeline().onEvent(trade({ paid: 6 }));
  await harness.pipeline().settled();
  expect(harness.pipeline().trouble()).toBeNull();
  const paid = (await harness.waiting(CHANNEL)).map(({ cause }) => JSON.stringify(cause).match(/"paid":(\d)/)?.[1]);
  expect(paid).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(harness.log.errors()).toHaveLength(1);
});

test('the journal is logged as recovered after a successful write, not after an event is dropped', async () => {
  const harness = openHarness();
  const ends = () => harness.log.lines.filter(({ sentence }) => sentence === 'Journal writable again');
  await harness.pipeline().onSnapshot({ shops: [shop(1, { price: 9 })], takenAt: 1_000 });
  harness.faults.diskFull = true;
  for (const takenAt of [2_000, 3_000]) {
    await expect(harness.pipeline().onSnapshot({ shops: [shop(1, { price: 3 })], takenAt })).rejects.toThrow(
      'disk full',
    );
    await harness.pipeline().settled();
    expect([harness.pipeline().trouble(), ends().length]).toEqual(['disk full', 0]);
  }
  expect(harness.log.errors()).toHaveLength(1);
  harness.faults.diskFull = false;
  await harness.pipeline().onSnapshot({ shops: [shop(1, { price: 3 })], takenAt: 4_000 });
  await harness.pipeline().settled();
  expect([harness.pipeline().trouble(), ends().length]).toEqual([null, 1]);
});

test('an event that the journal never accepts is dropped and logged; later events are written', async () => {
  const harness = openHarness();
  harness.subscriptions.putFeed(feed('f1'));
  harness.pipeline().onEvent(trade({ at: Number.NaN }));
  harness.pipeline().onEvent(trade());
  await harness.pipeline().settled();
  expect(harness.pipeline().trouble()).toBeNull();
  expect(await harness.waiting(CHANNEL)).toHaveLength(1);
  expect(harness.log.lines.map(({ sentence }) => sentence)).toEqual(['Could not write an event, dropping it']);
  expect(harness.log.errors()).toHaveLength(1);
});

test('pending events count as written once the journal has them, and never after a stop', async () => {
  const harness = openHarness();
  expect(await harness.pipeline().written()).toBe(true);
  harness.faults.diskFull = true;
  const found: boolean[] = [];
  const noteWritten = () =>
    void harness
      .pipeline()
      .written()
      .then((isWritten) => found.push(isWritten));
  harness.pipeline().onEvent(trade());
  harness.pipeline().onStream({ kind: 'down', at: 40_000, why: 'silent' });
  noteWritten();
  await expect.poll(() => harness.pipeline().trouble()).not.toBeNull();
  expect(found).toEqual([]);
  harness.faults.diskFull = false;
  await harness.pipeline().settled();
  expect(found).toEqual([true]);
  harness.faults.diskFull = true;
  harness.pipeline().onEvent(trade());
  noteWritten();
  harness.pipeline().stop();
  await harness.pipeline().settled();
  await expect.poll(() => found).toEqual([true, false]);
  expect(await harness.pipeline().written()).toBe(false);
  harness.faults.diskFull = false;
  expect(harness.log.errors()).toHaveLength(2);
});

test('too many pending events pause the stream, which resumes once most are written', async () => {
  const gate = Promise.withResolvers<void>();
  const harness = openHarness({ journal: { record: () => gate.promise } });
  for (let i = 0; i < 4_500; i++) harness.pipeline().onEvent(trade());
  expect(harness.pressure).toEqual([]);
  harness.pipeline().onEvent(trade());
  expect(harness.pressure).toEqual([true]);
  gate.resolve();
  await harness.pipeline().settled();
  await new Promise(setImmediate);
  expect(harness.pressure).toEqual([true, false]);
});

test('an event whose routing always fails is dropped and logged; the rest of its batch is written', async () => {
  const memory = new SubscriptionsInMemory();
  memory.putFeed(feed('f1'));
  const asked: number[] = [];
  const clock = { now: () => 0 };
  const { routeAll, routeServer, waitsForDeals } = routeInMemory({ memory, isPaused: () => false, clock });
  const harness = openHarness({
    router: {
      prepare: (change, context) => ({ change, context, at: 0, lookups: null }),
      async route(unrouted) {
        asked.push(unrouted.length);
        if (unrouted.some(({ change }) => change.at === 3))
          throw new NotWritten('refused', { isEntryInvalid: true }, null);
        return unrouted.map(({ change, at }) => memory.route(change, at));
      },
      ...{ routeAll, routeServer, waitsForDeals },
    },
  });
  for (let at = 1; at <= 5; at += 1) harness.pipeline().onEvent(trade({ at, paid: at }));
  await harness.pipeline().settled();
  expect(harness.pipeline().trouble()).toBeNull();
  const paid = (await harness.waiting(CHANNEL)).map(({ cause }) => JSON.stringify(cause).match(/"paid":(\d)/)?.[1]);
  expect(paid).toEqual(['1', '2', '4', '5']);
  expect(asked).toEqual([1, 4, 1, 1, 1, 1]);
  expect(harness.log.errors()).toMatchObject([{ sentence: 'Could not write an event, dropping it' }]);
});
