import { expect, test } from 'vitest';
import { identify } from '../../src/market/item/identity.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import type { Outage } from '../../src/ports/journal.ts';
import { createLowestPrices } from '../../src/prices/reference-prices.ts';
import { item, marketOf, shop } from '../market/samples.ts';
import { grouped, placeOf, times } from '../market/trade-groups.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 1_000 * DAY;
const SLIME = identify('SLIME_BLOCK');

/** Creates a history in which slime was bought for 4 diamonds 20 days ago, and offered for 5 since then. */
function openLowestPrices(
  shops: readonly Shop[],
  { beganAt = 0, outages = [] }: { beganAt?: number; outages?: readonly Outage[] } = {},
) {
  const state = { reads: 0, now: NOW };
  const lowest = createLowestPrices({
    journal: {
      history: async ({ key }) => {
        state.reads++;
        return key === SLIME.key ? grouped(times(9, { at: NOW - 20 * DAY, paid: 4, place: placeOf('Ada', 9) })) : [];
      },
      priceSamples: async (key) => (key === SLIME.key ? [{ at: NOW - 20 * DAY, ask: 5, bid: null, stock: 1 }] : []),
      outages: async () => outages,
    },
    market: () => marketOf(...shops),
    tradesKnownSince: async (since) => (beganAt <= since ? null : beganAt),
    now: () => state.now,
  });
  return { lowest, state };
}

test('an ask below the asks and purchases of 30 days is the lowest, by itself or in a box', async () => {
  const box = shop(2, { price: 64, item: item('SHULKER_BOX', { contents: [item(SLIME, { quantity: 32 })] }) });
  const { lowest } = openLowestPrices([shop(1, { price: 3 }), box]);
  expect(await lowest.daysOf(shop(1, { price: 3 }))).toBe(30);
  expect(await lowest.daysOf(shop(1, { price: 4 }))).toBeNull();
  expect(await lowest.daysOf(box)).toBe(30);
  expect(await lowest.daysOf({ ...box, price: 160 })).toBeNull();
});

test('an ask is not the lowest while another shop asks less, and a bid never is', async () => {
  const { lowest } = openLowestPrices([shop(1, { price: 2 })]);
  expect(await lowest.daysOf(shop(2, { price: 3 }))).toBeNull();
  expect(await lowest.daysOf(shop(3, { side: 'bid', price: 1 }))).toBeNull();
});

test('days before the first start or before an outage of more than a day do not count', async () => {
  const offer = shop(1, { price: 3 });
  expect(await openLowestPrices([offer], { beganAt: NOW - 12 * DAY }).lowest.daysOf(offer)).toBe(12);
  const outage = (days: number): Outage => ({
    ...{ from: NOW - 15 * DAY, until: NOW - (15 - days) * DAY },
    why: 'stream',
  });
  expect(await openLowestPrices([offer], { outages: [outage(0.5)] }).lowest.daysOf(offer)).toBe(30);
  expect(await openLowestPrices([offer], { outages: [outage(2)] }).lowest.daysOf(offer)).toBe(13);
});

test('many offers of an item read its history once a minute', async () => {
  const offers = Array.from({ length: 50 }, (_, at) => shop(at, { price: 3 }));
  const { lowest, state } = openLowestPrices(offers);
  await Promise.all(offers.map((offer) => lowest.daysOf(offer)));
  expect(state.reads).toBe(1);
  state.now += 60_000;
  await lowest.daysOf(shop(1, { price: 3 }));
  expect(state.reads).toBe(2);
});
