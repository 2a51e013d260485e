import type { Location } from '../shops/shop.ts';
import { isSamePlace } from '../shops/shops-by-place.ts';
import type { PriceSample } from './trade-group.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The longest and the shortest time that a lowest price is stated for, in days. */
export const LOWEST_DAYS = 30;
const LEAST_DAYS = 7;
/** Known prices that an offer is compared with at least: purchases, and days with a sampled ask. */
const LEAST_PRICES = 5;

/**
 * The known prices of one identity from `from` to `now`, epoch ms. `asks`: best asks in the order of their times, each
 * holds until the next; the first may be older than `from`. `paid`: the lowest price paid at each place, null: unknown
 * place. `purchases`: how many there were; `firstPaidAt`: when the first of them was made, null: there is none. `from`
 * is 30 days back, or later if Crier began to watch later.
 */
export interface PastPrices {
  readonly from: number;
  readonly now: number;
  readonly asks: readonly Pick<PriceSample, 'at' | 'ask'>[];
  readonly paid: readonly { readonly unitPrice: number; readonly location: Location | null }[];
  readonly purchases: number;
  readonly firstPaidAt: number | null;
}

/**
 * Tells for how many days an offer is the lowest: its unit price is below every price that players paid shops and below
 * every sampled best ask of these days. An equal price makes it no lowest, else each offer of a fixed price would be
 * one.
 * The offer is not compared with itself: samples of its price up to now are taken for its own, and so is that price
 * where it was paid at its place.
 *
 * Asks are sampled once a day: one that came and went within a day, and sold nothing, is not known. Crier states it
 * only if it watched for a week or more, prices are known since a week or more, and they are 5 or more.
 * @returns whole days, from 7 to 30, or null if it is not the lowest or too little is known
 */
export function lowestInDays(
  { unitPrice, location }: { readonly unitPrice: number; readonly location: Location },
  { from, now, asks, paid, purchases, firstPaidAt }: PastPrices,
): number | null {
  const days = Math.min(LOWEST_DAYS, Math.floor((now - from) / DAY_MS));
  if (days < LEAST_DAYS) return null;
  const isOwn = (at: Location | null) => at !== null && isSamePlace(at, location);
  if (paid.some((one) => one.unitPrice < unitPrice || (one.unitPrice === unitPrice && !isOwn(one.location))))
    return null;
  const ownFrom = asks.findLastIndex(({ ask }) => ask !== unitPrice) + 1;
  const known = asks.slice(0, ownFrom).map(({ at, ask }, index) => ({
    ask,
    from: Math.max(at, from),
    until: asks[index + 1]?.at ?? now,
  }));
  const offered = known.filter((span): span is typeof span & { ask: number } => span.ask !== null && span.until > from);
  if (offered.some(({ ask }) => ask <= unitPrice)) return null;
  const offeredDays = offered.reduce((sum, span) => sum + (span.until - span.from) / DAY_MS, 0);
  const since = Math.min(offered[0]?.from ?? now, firstPaidAt ?? now);
  const isKnown = purchases + offeredDays >= LEAST_PRICES && now - since >= LEAST_DAYS * DAY_MS;
  return isKnown ? days : null;
}
