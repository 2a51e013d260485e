import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import { item, shop } from '../market/samples.ts';
import { watch } from '../routing/samples.ts';
import { BEGIN } from './harness.ts';
import { begun, type Harness, MINUTE, PERSON } from './samples.ts';

const HOURLY = { cooldownMinutes: 60, price: 100 } as const;

/** Shop `id` begins to sell slime blocks (or the given item) at this price. */
function offered(id: number, price: number, more: Parameters<typeof shop>[1] = {}): Change {
  return { kind: 'listed', at: 0, shop: shop(id, { price, ...more }) };
}

/** Returns the delivered messages as their time and the ids of their shops. */
function toldShops({ discord }: Harness) {
  return discord.posts.map(({ at, body }) => {
    const ids = body.notices.map(({ cause }) =>
      cause.kind === 'change' && 'shop' in cause.change ? cause.change.shop?.id : 0,
    );
    return [at, ...ids];
  });
}

async function later(harness: Harness, minutes: number, ...changes: readonly Change[]): Promise<void> {
  await harness.time.run(minutes * MINUTE);
  await harness.ingest(...changes);
}

test('a shop a tenth under the last delivered price is delivered at once, and resets the cool-down', async () => {
  const harness = await begun();
  harness.put(watch('w1', HOURLY));
  await harness.ingest(offered(1, 50));
  await later(harness, 10, offered(2, 46));
  await later(harness, 10, offered(3, 45));
  await later(harness, 10, offered(4, 41));
  await later(harness, 10);
  expect(toldShops(harness)).toEqual([
    [700, 1],
    [20 * MINUTE + 700, 3, 2],
  ]);
  await harness.time.run(2 * 60 * MINUTE);
  expect(toldShops(harness).slice(2)).toEqual([[80 * MINUTE + 700, 4]]);
});

test('a seller is notified of a shop that buys for a tenth more', async () => {
  const harness = await begun();
  harness.put(watch('w1', { ...HOURLY, trigger: 'at-or-above', price: 5 }));
  const bid = (id: number, price: number) => offered(id, price, { side: 'bid' });
  await harness.ingest(bid(1, 10));
  await later(harness, 10, bid(2, 5), bid(3, 10));
  await later(harness, 10, bid(4, 11));
  await harness.time.run(MINUTE);
  expect(toldShops(harness).slice(1)).toEqual([[20 * MINUTE + 700, 4, 2, 3]]);
});

test('the price of a full box is that of one item in it, and a mixed box has none', async () => {
  const harness = await begun();
  harness.put(watch('w1', { ...HOURLY, trigger: 'listed', price: null }));
  const box = (...contents: ReturnType<typeof item>[]) => ({ item: item('SHULKER_BOX', { contents }) });
  await harness.ingest(offered(1, 4));
  await later(harness, 10, offered(2, 1, box(item('SLIME_BLOCK'), item('DIRT'))));
  await later(harness, 10, offered(3, 64 * 4, box(item('SLIME_BLOCK', { quantity: 64 }))));
  await later(harness, 10, offered(4, 64 * 3, box(item('SLIME_BLOCK', { quantity: 64 }))));
  await harness.time.run(MINUTE);
  expect(toldShops(harness).slice(1)).toEqual([[30 * MINUTE + 700, 4, 2, 3]]);
});

test('a price in a message that Discord rejected does not count as delivered', async () => {
  const harness = await begun();
  harness.put(watch('w1', HOURLY));
  await harness.ingest(offered(1, 50));
  await later(harness, 65);
  harness.discord.answer = () => ({ kind: 'rejected', why: '400' });
  await harness.ingest(offered(2, 10));
  await harness.time.run(MINUTE);
  harness.discord.answer = () => ({ kind: 'delivered', messageId: '1' });
  await harness.ingest(offered(3, 40));
  await later(harness, 5, offered(4, 30));
  await harness.time.run(MINUTE);
  expect(toldShops(harness).map(([, ...ids]) => ids)).toEqual([[1], [2], [3], [4]]);
  expect(harness.log.errors()).toMatchObject([{ facts: { why: '400' } }]);
});

test('quiet hours and a snooze hold a better price too', async () => {
  const harness = await begun();
  harness.put(watch('w1', HOURLY));
  await harness.ingest(offered(1, 50));
  await harness.time.run(MINUTE);
  harness.subscriptions.putPerson({ id: '400', quiet: { from: 0, to: 30, timeZone: 'UTC' } });
  await harness.ingest(offered(2, 40));
  await harness.time.run(20 * MINUTE);
  const quietEnd = 30 * MINUTE - BEGIN;
  expect(toldShops(harness)).toEqual([
    [700, 1],
    [quietEnd, 2],
  ]);
  harness.put(watch('w1', { ...HOURLY, snoozedUntil: BEGIN + 40 * MINUTE }));
  await harness.ingest(offered(3, 20));
  await harness.time.run();
  expect(toldShops(harness).slice(2)).toEqual([[40 * MINUTE, 3]]);
});

test('a price that an edited watch delivered for another item does not count', async () => {
  const harness = await begun();
  harness.put(watch('w1', HOURLY));
  await harness.ingest(offered(1, 50));
  await harness.time.run(MINUTE);
  harness.put(watch('w1', { ...HOURLY, item: { type: 'DIRT' } }));
  await harness.ingest(offered(2, 1, { item: item('DIRT') }));
  await harness.time.run(10 * MINUTE);
  expect(toldShops(harness)).toEqual([[700, 1]]);
});

test('gathered notices in several messages are one delivery, whose first message has the better price', async () => {
  const harness = await begun();
  harness.put(watch('w1', HOURLY));
  await harness.ingest(offered(1, 50));
  const gathered = Array.from({ length: 24 }, (_, at) => offered(at + 2, 50));
  await later(harness, 10, ...gathered);
  await later(harness, 10, offered(99, 20));
  await later(harness, 1, offered(100, 40));
  await harness.time.run(MINUTE);
  const [, first, ...rest] = toldShops(harness);
  expect(first?.slice(0, 2)).toEqual([20 * MINUTE + 700, 99]);
  expect([first, ...rest].map((deliveries = []) => deliveries.length - 1)).toEqual([10, 10, 5]);
  expect(await harness.waiting(PERSON), 'worse than 20, and gathered').toMatchObject([{ held: 'cooling' }]);
});

test('delivered prices survive a crash, and two watches of one user keep theirs apart', async () => {
  const harness = await begun();
  harness.put(watch('w1', HOURLY), watch('w2', { ...HOURLY, price: 45 }));
  await harness.ingest(offered(1, 50));
  await later(harness, 10, offered(2, 45));
  await harness.time.run(MINUTE);
  await harness.crash();
  await harness.delivery().start();
  await harness.ingest(offered(3, 42));
  await later(harness, 1, offered(4, 40));
  await harness.time.run(MINUTE);
  // Both w1 and w2 have delivered 45: 42 is not a tenth under it, and 40 is.
  expect(
    harness.discord.posts.map(({ body }) => body.notices.map(({ subscriptions }) => subscriptions.join(' '))),
  ).toEqual([['w1'], ['w1 w2'], ['w1 w2', 'w1 w2']]);
});
