import { identify } from '../../src/market/item/identity.ts';
import { NO_TURNOVER } from '../../src/market/my-shops/report.ts';
import type { OwnShopsWeek } from '../../src/market/my-shops/week.ts';
import { WEEK_MS } from '../../src/time/durations.ts';

/** The summary of a week at a player's shops, with one sale by default. */
export function week(more: Partial<OwnShopsWeek> = {}): OwnShopsWeek {
  const total = { ...NO_TURNOVER, sales: 1, sold: 32, earned: 3 };
  return {
    from: 0,
    until: WEEK_MS,
    total,
    best: [{ ...total, identity: identify('SLIME_BLOCK') }],
    attention: [],
    unclear: 0,
    downMs: 0,
    ...more,
  };
}
