import { HOUR_MS } from '../../time/durations.ts';
import type { MarketEvent } from '../change.ts';
import type { Location, Owner } from '../shops/shop.ts';

/** The place of a trade and the owner of the shop there, or null if unknown. Auctions have no place. */
export interface TradePlace {
  readonly location: Location;
  readonly owner: Owner | null;
}

/**
 * Returns the uuid of the owner whose shop made a trade, or null if unknown.
 * @param ownerAt returns today's owner of the shop at a place, for trades recorded without an owner
 */
export function ownerUuidOf(
  { owner, location }: TradePlace,
  ownerAt: (location: Location) => Owner | null,
): string | null {
  return (owner ?? ownerAt(location))?.uuid ?? null;
}

/**
 * Past trades of one identity (`key`), kind, place and unit price within one time bucket, which no statistic
 * distinguishes.
 */
export interface TradeGroup {
  readonly key: string;
  readonly kind: MarketEvent['kind'];
  /** Start of the bucket, epoch ms, a multiple of `BUCKET_MS`. */
  readonly at: number;
  readonly place: TradePlace | null;
  readonly unitPrice: number;
  readonly trades: number;
  /** Items in all trades. */
  readonly items: number;
  /** Diamonds for all trades. */
  readonly paid: number;
  /** Time of the last trade, epoch ms. */
  readonly lastAt: number;
}

/** Six hours, so that a bucket always ends at midnight UTC. */
export const BUCKET_MS = 6 * HOUR_MS;

/**
 * The offers of an identity at one moment: best unit prices in stock, or null if there are none. `stock`: items in all
 * asks with a counted stock. A sample is taken on each change and holds until the next.
 */
export interface PriceSample {
  readonly at: number;
  readonly ask: number | null;
  readonly bid: number | null;
  readonly stock: number;
}

/** Returns the start of the bucket that contains a moment, in epoch ms. */
export function bucketStart(at: number): number {
  return Math.floor(at / BUCKET_MS) * BUCKET_MS;
}
