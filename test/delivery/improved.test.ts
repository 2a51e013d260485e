import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Market } from '../../src/market/market.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { item, loaded, shop } from '../market/samples.ts';
import { watch } from '../routing/samples.ts';
import { begun, MINUTE, PERSON } from './samples.ts';

const HOURLY = { cooldownMinutes: 60, price: 100 } as const;

/** Opens a world with one shop, whose notices a watch gets. */
async function atAShop(side: Shop['side'] = 'ask') {
  const harness = await begun();
  let market: Market | null = null;
  let deliveries = 0;
  return {
    ...harness,
    /** Gives the shop this price in a new snapshot, and lets `minutes` pass. */
    async asks(price: number, minutes = 1): Promise<void> {
      const now = shop(1, { price, side });
      const opened: readonly Change[] = [{ kind: 'listed', at: 0, shop: now }];
      const next = loaded([now], market, harness.time.now());
      const changes = market === null ? opened : next.changes;
      market = next.market;
      harness.discord.shops = market;
      await harness.ingest(...changes);
      await harness.time.run(minutes * MINUTE);
    },
    /** Returns the delivered prices since the last call. */
    deliveries(): (number | undefined)[] {
      const posts = harness.discord.posts.slice(deliveries);
      deliveries = harness.discord.posts.length;
      return posts.flatMap(({ body }) =>
        body.notices.map(({ cause }) =>
          cause.kind === 'change' && 'shop' in cause.change ? cause.change.shop?.price : undefined,
        ),
      );
    },
    why: async () => (await harness.journal().noticesOf(PERSON, 9)).flatMap(({ end }) => end?.why ?? []),
  };
}

test('a shop is delivered again, even in the cool-down, once it is a tenth under the delivered price', async () => {
  const { put, asks, deliveries, why } = await atAShop();
  put(watch('w1', HOURLY));
  await asks(9);
  expect(deliveries()).toEqual([9]);
  await asks(8.5);
  expect(deliveries(), 'a twentieth').toEqual([]);
  expect(await why()).toEqual(['matched before, not 10 % better']);
  await asks(8);
  expect(deliveries(), 'a ninth under the 9 that was told').toEqual([8]);
  await asks(7.5, 90);
  expect(deliveries(), 'nor is it told at the end of the cool-down').toEqual([]);
  await asks(7.2);
  expect(deliveries(), 'out of the cool-down').toEqual([7.2]);
  await asks(9);
  await asks(7);
  expect(deliveries(), 'up and down again is no better price').toEqual([]);
});

test('a seller is notified when the same shop buys for a tenth more', async () => {
  const { put, asks, deliveries } = await atAShop('bid');
  put(watch('w1', { ...HOURLY, trigger: 'at-or-above', price: 5 }));
  for (const price of [10, 10.5, 9, 11]) await asks(price);
  expect(deliveries()).toEqual([10, 11]);
});

test('a shop shown in the reply to a new watch is delivered when it gets a tenth better than shown', async () => {
  const { put, asks, deliveries } = await atAShop();
  await asks(9);
  put(watch('w1', { ...HOURLY, repeat: 'once' }));
  await asks(8.5);
  await asks(8);
  expect(deliveries()).toEqual([]);
  await asks(7.2);
  expect(deliveries()).toEqual([7.2]);
  await asks(5);
  expect(deliveries(), 'it tells once').toEqual([]);
});

test('after an edit to another item, the shop’s own price is the reference, after the cool-down', async () => {
  const { put, asks, deliveries, ingest, time } = await atAShop();
  put(watch('w1', { ...HOURLY, item: { type: 'DIRT' } }));
  await ingest({ kind: 'listed', at: 0, shop: shop(2, { price: 1, item: item('DIRT') }) });
  await time.run(MINUTE);
  await asks(90);
  put(watch('w1', HOURLY));
  await asks(88);
  await asks(70);
  expect(deliveries()).toEqual([1]);
  await time.run(60 * MINUTE);
  expect(deliveries()).toEqual([70]);
});

test('a snooze holds an improvement, and of several steps the latest is sent if it still applies', async () => {
  const { put, asks, deliveries, time, why } = await atAShop();
  put(watch('w1', HOURLY));
  await asks(90);
  const snoozed = () => put(watch('w1', { ...HOURLY, snoozedUntil: time.now() + 30 * MINUTE }));
  snoozed();
  for (const price of [80, 75, 70]) await asks(price);
  expect(deliveries()).toEqual([90]);
  await time.run(30 * MINUTE);
  expect(deliveries()).toEqual([70]);
  expect((await why()).filter((reason) => reason === 'told at a later price')).toHaveLength(2);
  snoozed();
  for (const price of [50, 69]) await asks(price);
  await time.run(30 * MINUTE);
  expect(deliveries(), 'it was 50 once').toEqual([]);
  expect(await why()).toContain('no longer true');
});

test('a better price is compared with the message in flight only after that is delivered', async () => {
  const { put, asks, deliveries, discord } = await atAShop();
  put(watch('w1', HOURLY));
  await asks(90);
  const { promise, resolve } = Promise.withResolvers<{ kind: 'delivered'; messageId: string }>();
  discord.answer = () => promise;
  await asks(80);
  await asks(75);
  expect(deliveries(), 'Discord has the 80, and 75 waits').toEqual([90, 80]);
  resolve({ kind: 'delivered', messageId: '2' });
  await asks(72);
  expect(deliveries()).toEqual([72]);
});

test('more improved shops than a message holds are all delivered', async () => {
  const { put, ingest, time, discord } = await begun();
  put(watch('w1', HOURLY));
  await ingest({ kind: 'listed', at: 0, shop: shop(1, { price: 9 }) });
  await time.run(MINUTE);
  const ids = Array.from({ length: 25 }, (_, at) => at + 2);
  await ingest(
    ...ids.map((id): Change => {
      return { kind: 'price-changed', at: 0, before: shop(id, { price: 9 }), shop: shop(id, { price: 8 }) };
    }),
  );
  await time.run(MINUTE);
  expect(discord.posts.map(({ body }) => body.notices.length)).toEqual([1, 10, 10, 5]);
});
