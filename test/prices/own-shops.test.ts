import { describe, expect, test } from 'vitest';
import type { ShopTrade } from '../../src/market/my-shops/shop-trade.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { createOwnShops } from '../../src/prices/own-shops.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { ADA, HERE, loaded, shop } from '../market/samples.ts';
import { NO_WORTHS } from './no-worths.ts';

type Sources = Parameters<typeof createOwnShops>[0];

const NOW = Date.UTC(2026, 10, 21, 12);

const EMPTY = {
  shopTrades: async () => [],
  listings: async () => [],
  outages: async () => [],
  oldShopsUntil: async () => null,
};
const PLAYER = { name: 'Ada', uuid: ADA.uuid };

/** Returns reports about shops that stand since before Crier began, from the trades that the history holds. */
function open(shops: readonly Shop[], trades: readonly ShopTrade[] = [], more: Partial<Sources> = {}) {
  const { market } = loaded(shops);
  const journal = { ...EMPTY, shopTrades: async () => trades };
  const times = { beganAt: 0, tradesKnownSince: async () => null, historyMs: 400 * DAY_MS, now: () => NOW };
  return createOwnShops({ journal, worths: NO_WORTHS, market: () => market, ...times, ...more });
}

/** Returns the report's first shop, which traded nothing. */
async function reportShop(oldShopsUntil: number | null) {
  const journal = { ...EMPTY, oldShopsUntil: async () => oldShopsUntil };
  const { report } = await open([shop(1)], [], { journal }).report(PLAYER, 7, null);
  return report.shops[0];
}

test('a shop counts as unsold 30 days after an upgrade, because older listings were deleted earlier', async () => {
  expect((await reportShop(null))?.unsold).toMatchObject({ lastAt: null });
  expect((await reportShop(NOW - 29 * DAY_MS))?.unsold).toBeNull();
  expect((await reportShop(NOW - 31 * DAY_MS))?.unsold).toMatchObject({ lastAt: null });
});

describe('trades that HISTORY_DAYS has deleted', () => {
  const { type, key } = shop(1).item.identity;
  const place = { location: HERE, owner: ADA };
  const trades = [1, 2, 3].map(
    (day): ShopTrade => ({ at: NOW - day * DAY_MS, kind: 'purchase', type, key, count: 20, paid: 5, place }),
  );
  const kept = { historyMs: 10 * DAY_MS };

  test('are no evidence that nothing was sold', async () => {
    expect((await open([shop(1)], [], kept).report(PLAYER, 7, null)).report.shops).toMatchObject([{ unsold: null }]);
  });

  test('are no part of the sample of a rate', async () => {
    const { report } = await open([shop(1)], trades, kept).report(PLAYER, 7, null);
    expect(report.shops).toMatchObject([{ runsEmpty: { sold: 60, inDays: 10 } }]);
  });

  test('are named as unknown, and are missing in no sum since a look', async () => {
    const { knownSince, report } = await open([shop(1)], trades, kept).report(PLAYER, 30, NOW - 11 * DAY_MS);
    expect([knownSince, report.sinceLook]).toEqual([NOW - 10 * DAY_MS, null]);
    const recent = await open([shop(1)], trades, kept).report(PLAYER, 10, NOW - 9 * DAY_MS);
    expect([recent.knownSince, recent.report.sinceLook?.turnover.sold]).toEqual([null, 60]);
  });
});

test('a player without a uuid has no shops of others without one', async () => {
  const nameless = (name: string) => ({ name, uuid: '' });
  const shops = [shop(1, { owner: nameless('Ada') }), shop(2, { owner: nameless('Bob') })];
  const { report } = await open(shops).report({ name: 'Ada', uuid: null }, 7, null);
  expect(report.shops.map((own) => own.shop.owner.name)).not.toContain('Bob');
});
