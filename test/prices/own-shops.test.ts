import { expect, test } from 'vitest';
import { createOwnShops } from '../../src/prices/own-shops.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { ADA, loaded, shop } from '../market/samples.ts';
import { NO_WORTHS } from './no-worths.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

/** Returns the report's first shop, which stands since before Crier began and traded nothing. */
async function reportShop(oldShopsUntil: number | null) {
  const { market } = loaded([shop(1)]);
  const journal = {
    shopTrades: async () => [],
    listings: async () => [],
    outages: async () => [],
    purchases: async () => [],
    oldShopsUntil: async () => oldShopsUntil,
  };
  const sources = { journal, worths: NO_WORTHS, market: () => market, beganAt: 0, now: () => NOW };
  const { report } = await createOwnShops(sources).report({ name: 'Ada', uuid: ADA.uuid }, 7, null);
  return report.shops[0];
}

test('a shop counts as unsold 30 days after an upgrade, because older listings were deleted earlier', async () => {
  expect((await reportShop(null))?.unsold).toMatchObject({ isKnownSince: true });
  expect((await reportShop(NOW - 29 * DAY_MS))?.unsold).toBeNull();
  expect((await reportShop(NOW - 31 * DAY_MS))?.unsold).toMatchObject({ isKnownSince: true });
});
