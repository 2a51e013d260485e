import { NO_TURNOVER, type OwnShop, type OwnShopsReport } from '../../../../src/market/my-shops/report.ts';
import { shop } from '../../../market/samples.ts';

export const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 10, 21, 12);

/** Returns a shop of Ada that needs nothing and traded nothing. */
export function ownShop(id: number, more: Partial<OwnShop> = {}): OwnShop {
  const sold = more.shop ?? shop(id, { item: { ...shop(id).item, quantity: 32 }, price: 3, remaining: 640 });
  return {
    ...NO_TURNOVER,
    ...{ shop: sold, stock: { remaining: sold.remaining, estimated: false }, isEmpty: false, isFull: false },
    ...{ runsEmpty: null, undercut: null, unsold: null, value: null },
    ...more,
  };
}

/** Returns a report of seven days without any trade. */
export function ownShopsReport(more: Partial<OwnShopsReport> = {}): OwnShopsReport {
  const [from, to] = [NOW - 7 * DAY, NOW];
  const days = Array.from({ length: 7 }, (_, at) => ({
    ...NO_TURNOVER,
    ...{ from: from + at * DAY, until: from + (at + 1) * DAY },
  }));
  return {
    ...{ from, to, days, total: NO_TURNOVER, sinceLook: null, items: [], shops: [], unclear: NO_TURNOVER },
    stock: { worth: 0, priced: 0, unpriced: 0 },
    ...more,
  };
}
