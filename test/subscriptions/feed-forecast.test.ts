import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import { identify } from '../../src/market/item/identity.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { forecastOf, forecastsOf } from '../../src/subscriptions/feed-forecast.ts';
import { HOUR_MS } from '../../src/time/durations.ts';
import { shop } from '../market/samples.ts';
import { NO_WORTHS, worthsOf } from '../prices/no-worths.ts';
import { feed } from '../routing/samples.ts';

const NOW = 1_700_000_000_000;
const LONG_AGO = NOW - 90 * 24 * HOUR_MS;

function auctionAt(at: number, finalBid = 5): Change {
  const item = { identity: identify('DIAMOND', '{}'), quantity: 1, name: 'Diamond', contents: [] };
  return { kind: 'auctioned', at, auction: { kind: 'auction', at, item, sold: 1, finalBid } };
}

function forecast(
  changes: readonly Change[],
  more: Partial<Feed> = {},
  beganAt = LONG_AGO,
  oldShopsUntil: number | null = null,
  worths = NO_WORTHS,
) {
  const latestChanges = async (from: number, limit: number) => changes.filter(({ at }) => at >= from).slice(-limit);
  const journal = {
    ...{ latestChanges, changes: async () => changes, oldShopsUntil: async () => oldShopsUntil },
    purchases: async () => [],
  };
  return forecastOf(feed('f', { kind: 'auctions', ...more }), { journal, worths, beganAt, now: () => NOW });
}

/** Returns auctions of the last week, one every `everyMinutes`, oldest first. Every tenth brings 100 diamonds. */
function auctionsOfAWeek(everyMinutes: number): Change[] {
  const count = Math.floor((7 * 24 * 60) / everyMinutes);
  return Array.from({ length: count }, (_, n) =>
    auctionAt(NOW - (count - n) * everyMinutes * 60_000, n % 10 ? 5 : 100),
  );
}

test('a forecast states the daily rate of the last week', async () => {
  expect(await forecast(auctionsOfAWeek(60))).toMatchObject({ kind: 'rate', perDay: 24, fewer: null });
});

test('feeds created together are forecast with one read of the week', async () => {
  let readings = 0;
  const journal = {
    latestChanges: async () => {
      readings += 1;
      return auctionsOfAWeek(60);
    },
    changes: async () => [],
    oldShopsUntil: async () => null,
    purchases: async () => [],
  };
  const feeds = [feed('f1', { kind: 'auctions' }), feed('f2', { kind: 'trades' }), feed('f3', { kind: 'health' })];
  const forecasts = await forecastsOf(feeds, { journal, worths: NO_WORTHS, beganAt: LONG_AGO, now: () => NOW });
  expect(readings).toBe(1);
  expect(forecasts.get('f1')).toMatchObject({ kind: 'rate', perDay: 24 });
  expect(forecasts.get('f2')).toMatchObject({ kind: 'rate' });
  expect(forecasts.get('f3')).toBeNull();
});

test('a forecast of many messages offers a minimum value that leaves few', async () => {
  expect(await forecast(auctionsOfAWeek(12))).toMatchObject({ perDay: 120, fewer: { minValue: 10, perDay: 12 } });
});

test('a forecast counts a burst or a gathering interval as one message', async () => {
  const burst = [0, 100, 200, 300].map((ms) => auctionAt(NOW - 2 * HOUR_MS + ms));
  expect(await forecast(burst)).toMatchObject({ kind: 'rate', perDay: 1 / 7 });
  expect(await forecast(auctionsOfAWeek(10), { everyMinutes: 60 })).toMatchObject({ perDay: expect.closeTo(24, 0) });
});

test.each([
  ['ten minutes: unknown', NOW - HOUR_MS / 6, { kind: 'unknown' }],
  ['some hours: the number of messages', NOW - 5 * HOUR_MS, { kind: 'so-far', since: NOW - 5 * HOUR_MS, messages: 2 }],
])('a forecast is made from the changes recorded so far, after %s', async (_, beganAt, expected) => {
  const changes = [auctionAt(NOW - 4 * HOUR_MS), auctionAt(NOW - HOUR_MS)].filter(({ at }) => at >= beganAt);
  expect(await forecast(changes, {}, beganAt)).toEqual(expected);
});

test.each(['health', 'banned-paintings'] as const)('there is no forecast for %s', async (kind) => {
  expect(await forecast(auctionsOfAWeek(60), { kind })).toBeNull();
});

test('a forecast limited by the number of changes covers the time that was read', async () => {
  const changes = Array.from({ length: 20_000 }, (_, n) => auctionAt(NOW - (20_000 - n) * 2_000));
  expect(await forecast(changes)).toMatchObject({ kind: 'rate', perDay: 43_200, since: NOW - 20_000 * 2_000 });
});

test('a forecast for shops uses changes since the upgrade, and one for auctions earlier events too', async () => {
  const [upgradedAt, week] = [NOW - 2 * 24 * HOUR_MS, auctionsOfAWeek(60)];
  expect(await forecast(week, { kind: 'listings' }, LONG_AGO, upgradedAt)).toMatchObject({ since: upgradedAt });
  expect(await forecast(week, {}, LONG_AGO, upgradedAt)).toMatchObject({ since: NOW - 7 * 24 * HOUR_MS });
});

test('a feed of deals is forecast with the current worths', async () => {
  const sold = shop(1, { price: 3 });
  const changes = Array.from(
    { length: 14 },
    (_, n): Change => ({ kind: 'listed', at: NOW - (13 - n) * 12 * HOUR_MS, shop: sold }),
  );
  const worths = worthsOf({ [sold.item.identity.key]: 4 });
  const of = (discount: number) => forecast(changes, { kind: 'deals', discount }, LONG_AGO, null, worths);
  expect(await of(25)).toMatchObject({ kind: 'rate', perDay: 2 });
  expect(await of(26)).toMatchObject({ kind: 'rate', perDay: 0 });
});

test('a forecast of all deals reads the worths together', async () => {
  const sold = shop(1, { price: 3 });
  const changes = [0, 1, 2].map((n): Change => ({ kind: 'listed', at: NOW - (2 - n) * 24 * HOUR_MS, shop: sold }));
  const together = {
    ...worthsOf({ [sold.item.identity.key]: 4 }),
    of: () => Promise.reject(new Error('read one by one')),
  };
  expect(await forecast(changes, { kind: 'deals' }, LONG_AGO, null, together)).toMatchObject({ kind: 'rate' });
});
