import type { MarketEvent } from '../change.ts';
import type { Location, Owner } from '../shops/shop.ts';

/** Where a trade was made, and whose shop stood there; `owner` null: not known. Auctions have no place. */
export interface TradePlace {
  readonly location: Location;
  readonly owner: Owner | null;
}

/**
 * The uuid of the owner whose shop a trade was made at, or null if nobody knows.
 * @param ownerAt whose shop stands there today, for trades that were noted without an owner
 */
export function ownersUuid(
  { owner, location }: TradePlace,
  ownerAt: (location: Location) => Owner | null,
): string | null {
  return (owner ?? ownerAt(location))?.uuid ?? null;
}

/**
 * Past trades that no statistic needs to tell apart: one identity (`key`), kind, place and unit price, within one bucket of
 * time. `at`: the bucket's beginning, epoch ms, a multiple of `BUCKET_MS`. `trades`: how many; `items` and `paid`: in all.
 * `lastAt`: when the last of them was made.
 */
export interface TradeGroup {
  readonly key: string;
  readonly kind: MarketEvent['kind'];
  readonly at: number;
  readonly place: TradePlace | null;
  readonly unitPrice: number;
  readonly trades: number;
  readonly items: number;
  readonly paid: number;
  readonly lastAt: number;
}

/** Six hours: a bucket ends at midnight UTC, whatever the reader's summer time. */
export const BUCKET_MS = 6 * 60 * 60_000;

/**
 * What shops offered of an identity at a moment: best unit price asked and bid with stock at hand, null: none; `stock`:
 * items in all asks that count them. Samples are taken where something changed: one holds until the next.
 */
export interface PriceSample {
  readonly at: number;
  readonly ask: number | null;
  readonly bid: number | null;
  readonly stock: number;
}

/** When the bucket of a moment began. */
export function bucketOf(at: number): number {
  return Math.floor(at / BUCKET_MS) * BUCKET_MS;
}
