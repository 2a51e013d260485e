import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import { item, shop } from '../market/samples.ts';
import { watch } from '../routing/samples.ts';
import { BEGIN } from './manual-clock.ts';
import { begun, MINUTE, type Office, PERSON } from './samples.ts';

const HOURLY = { cooldownMinutes: 60, price: 100 } as const;

/** Shop `id` begins to sell slime blocks (or what is given) at this price. */
function offered(id: number, price: number, more: Parameters<typeof shop>[1] = {}): Change {
  return { kind: 'listed', at: 0, shop: shop(id, { price, ...more }) };
}

/** What was told: when, and the shops by their ids. */
function toldShops({ discord }: Office) {
  return discord.posts.map(({ at, body }) => {
    const ids = body.notices.map(({ cause }) =>
      cause.kind === 'change' && 'shop' in cause.change ? cause.change.shop?.id : 0,
    );
    return [at, ...ids];
  });
}

async function later(office: Office, minutes: number, ...changes: readonly Change[]): Promise<void> {
  await office.time.run(minutes * MINUTE);
  await office.happen(...changes);
}

test('a shop a tenth under the last told price is told at once, first, with what was gathered; the cool-down begins anew', async () => {
  const office = await begun();
  office.put(watch('w1', HOURLY));
  await office.happen(offered(1, 50));
  await later(office, 10, offered(2, 46));
  await later(office, 10, offered(3, 45));
  await later(office, 10, offered(4, 41));
  await later(office, 10);
  expect(toldShops(office)).toEqual([
    [700, 1],
    [20 * MINUTE + 700, 3, 2],
  ]);
  await office.time.run(2 * 60 * MINUTE);
  expect(toldShops(office).slice(2)).toEqual([[80 * MINUTE + 700, 4]]);
});

test('who sells is told of a shop that buys for a tenth more', async () => {
  const office = await begun();
  office.put(watch('w1', { ...HOURLY, trigger: 'at-or-above', price: 5 }));
  const bid = (id: number, price: number) => offered(id, price, { side: 'bid' });
  await office.happen(bid(1, 10));
  await later(office, 10, bid(2, 5), bid(3, 10));
  await later(office, 10, bid(4, 11));
  await office.time.run(MINUTE);
  expect(toldShops(office).slice(1)).toEqual([[20 * MINUTE + 700, 4, 2, 3]]);
});

test('the price of a full box is that of one in it, and a mixed box has none', async () => {
  const office = await begun();
  office.put(watch('w1', { ...HOURLY, trigger: 'listed', price: null }));
  const box = (...contents: ReturnType<typeof item>[]) => ({ item: item('SHULKER_BOX', { contents }) });
  await office.happen(offered(1, 4));
  await later(office, 10, offered(2, 1, box(item('SLIME_BLOCK'), item('DIRT'))));
  await later(office, 10, offered(3, 64 * 4, box(item('SLIME_BLOCK', { quantity: 64 }))));
  await later(office, 10, offered(4, 64 * 3, box(item('SLIME_BLOCK', { quantity: 64 }))));
  await office.time.run(MINUTE);
  expect(toldShops(office).slice(1)).toEqual([[30 * MINUTE + 700, 4, 2, 3]]);
});

test('what Discord refused was not told: it is no price to be better than', async () => {
  const office = await begun();
  office.put(watch('w1', HOURLY));
  await office.happen(offered(1, 50));
  await later(office, 65);
  office.discord.answer = () => ({ kind: 'rejected', why: '400' });
  await office.happen(offered(2, 10));
  await office.time.run(MINUTE);
  office.discord.answer = () => ({ kind: 'delivered', messageId: '1' });
  await office.happen(offered(3, 40));
  await later(office, 5, offered(4, 30));
  await office.time.run(MINUTE);
  expect(toldShops(office).map(([, ...ids]) => ids)).toEqual([[1], [2], [3], [4]]);
});

test('quiet hours and a snooze hold a better price too', async () => {
  const office = await begun();
  office.put(watch('w1', HOURLY));
  await office.happen(offered(1, 50));
  await office.time.run(MINUTE);
  office.subscriptions.putPerson({ id: '400', quiet: { from: 0, to: 30, timeZone: 'UTC' } });
  await office.happen(offered(2, 40));
  await office.time.run(20 * MINUTE);
  const quietEnd = 30 * MINUTE - BEGIN;
  expect(toldShops(office)).toEqual([
    [700, 1],
    [quietEnd, 2],
  ]);
  office.put(watch('w1', { ...HOURLY, snoozedUntil: BEGIN + 40 * MINUTE }));
  await office.happen(offered(3, 20));
  await office.time.run();
  expect(toldShops(office).slice(2)).toEqual([[40 * MINUTE, 3]]);
});

test('what an edited watch told of another item is no price to be better than', async () => {
  const office = await begun();
  office.put(watch('w1', HOURLY));
  await office.happen(offered(1, 50));
  await office.time.run(MINUTE);
  office.put(watch('w1', { ...HOURLY, item: { type: 'DIRT' } }));
  await office.happen(offered(2, 1, { item: item('DIRT') }));
  await office.time.run(10 * MINUTE);
  expect(toldShops(office)).toEqual([[700, 1]]);
});

test('more than a message holds: the better price is in the first, and all of it is one telling', async () => {
  const office = await begun();
  office.put(watch('w1', HOURLY));
  await office.happen(offered(1, 50));
  const gathered = Array.from({ length: 24 }, (_, at) => offered(at + 2, 50));
  await later(office, 10, ...gathered);
  await later(office, 10, offered(99, 20));
  await later(office, 1, offered(100, 40));
  await office.time.run(MINUTE);
  const [, first, ...rest] = toldShops(office);
  expect(first?.slice(0, 2)).toEqual([20 * MINUTE + 700, 99]);
  expect([first, ...rest].map((told = []) => told.length - 1)).toEqual([10, 10, 5]);
  expect(await office.waiting(PERSON), 'worse than 20, and gathered').toMatchObject([{ held: 'cooling' }]);
});

test('the last told price is known after a crash, and two watches of one person keep theirs apart', async () => {
  const office = await begun();
  office.put(watch('w1', HOURLY), watch('w2', { ...HOURLY, price: 45 }));
  await office.happen(offered(1, 50));
  await later(office, 10, offered(2, 45));
  await office.time.run(MINUTE);
  await office.crash();
  await office.delivery().start();
  await office.happen(offered(3, 42));
  await later(office, 1, offered(4, 40));
  await office.time.run(MINUTE);
  // w1 has told 45, and so has w2: 42 is not a tenth under it, 40 is.
  expect(
    office.discord.posts.map(({ body }) => body.notices.map(({ subscriptions }) => subscriptions.join(' '))),
  ).toEqual([['w1'], ['w1 w2'], ['w1 w2', 'w1 w2']]);
});
