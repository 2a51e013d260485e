import type { Location, Owner } from '../shops/shop.ts';
import { bySeller, type SellerTrades } from './sellers.ts';
import { countTrades, medianOf } from './summary.ts';
import type { TradeGroup } from './trade-group.ts';

/**
 * Diamonds for one item, as players paid, and its sample: so many sellers and purchases. `setAside`: sellers too far off to
 * count. Unknown owners are no sellers; all of them together have one vote.
 */
export interface Worth {
  readonly worth: number;
  readonly sellers: number;
  readonly trades: number;
  readonly setAside: number;
}

/** Why no worth is named. `scattered`: too many sellers are too far off for any price to be *the* price. */
export interface NoWorth extends Omit<Worth, 'worth'> {
  readonly worth: null;
  readonly why: 'few-trades' | 'few-sellers' | 'scattered';
}

const MIN_SELLERS = 3;
const MIN_TRADES = 5;
/** A price may be far off from another that is more than so many times as high, or as low. */
const FAR_OFF = 2;

/**
 * What an item is worth by what players paid for it at shops; what shops paid players is another figure. Each seller (see
 * `bySeller`) has one vote, the median of their trades, however many these are. The worth is the median of the votes that
 * are not set aside (see `withoutFarOff`), if these are at least 3, with 5 trades, and more than half of all votes are
 * between half and double of the middle one.
 *
 * One more seller at any price, with any number of shops and trades, moves the worth by at most half of what is between two
 * neighbouring votes in the middle, where each honest vote is at most double the next: by less than 5 % where they are
 * within 4 % of a price, and hardly ever by more where 5 are within 10 %. A price out of reason does not move it at all.
 * As long as the honest, who ask within double of each other, are more than the liars, there is a worth, and it lies among
 * the honest votes. It does not withstand owners (or accounts of one) who are as many as the honest.
 */
export function worthOf(
  groups: readonly TradeGroup[],
  ownerAt?: (location: Location) => Owner | null,
): Worth | NoWorth {
  const purchases = groups.filter(({ kind }) => kind === 'purchase');
  const votes = bySeller(purchases, ownerAt)
    .map(voteOf)
    .sort((a, b) => a.price - b.price);
  const middle = middleOf(votes.map(({ price }) => price));
  const agreeing = votes.filter(({ price }) => timesApart(price, middle) <= FAR_OFF);
  const isScattered = agreeing.length <= votes.length / 2;
  const counted = isScattered ? agreeing : withoutFarOff(votes, middle);
  const sellers = sellersIn(counted);
  const basis = { sellers, trades: tradesOf(counted), setAside: sellersIn(votes) - sellers };
  const why = lackIn(votes) ?? (isScattered ? 'scattered' : lackIn(counted));
  return why === null ? { worth: medianVote(counted), ...basis } : { worth: null, why, ...basis };
}

interface Vote {
  readonly price: number;
  readonly trades: number;
  readonly isKnown: boolean;
}

function voteOf({ isKnown, trades }: SellerTrades): Vote {
  return { price: medianOf(trades), trades: countTrades(trades), isKnown };
}

function sellersIn(votes: readonly Vote[]): number {
  return votes.filter(({ isKnown }) => isKnown).length;
}

function tradesOf(votes: readonly Vote[]): number {
  return votes.reduce((sum, { trades }) => sum + trades, 0);
}

function lackIn(votes: readonly Vote[]): NoWorth['why'] | null {
  if (tradesOf(votes) < MIN_TRADES) return 'few-trades';
  return sellersIn(votes) < MIN_SELLERS ? 'few-sellers' : null;
}

/**
 * From the middle outwards, on both sides alike, the votes until one is far from the one before: by more than double, and
 * by more than the sellers' own spread (as many times as a usual vote is from the middle, and once more as far). Judged once:
 * what is left out moves no border.
 */
function withoutFarOff(votes: readonly Vote[], middle: number): readonly Vote[] {
  const usual = middleOf(votes.map(({ price }) => timesApart(price, middle)).sort((a, b) => a - b));
  const border = Math.max(FAR_OFF, usual * usual);
  const below = votes.filter(({ price }) => price < middle).reverse();
  const above = votes.filter(({ price }) => price >= middle);
  return [...upToFar(below, middle, border).reverse(), ...upToFar(above, middle, border)];
}

function upToFar(outwards: readonly Vote[], middle: number, border: number): Vote[] {
  const far = outwards.findIndex(({ price }, at) => timesApart(price, outwards[at - 1]?.price ?? middle) > border);
  return outwards.slice(0, far < 0 ? outwards.length : far);
}

/** How many times the one price is the other, from 1. */
function timesApart(a: number, b: number): number {
  return a === b ? 1 : Math.max(a, b) / Math.min(a, b);
}

/** Between two the geometric mean, which is as many times the one as the other is of it. */
function middleOf(sorted: readonly number[]): number {
  const at = (sorted.length - 1) / 2;
  return Math.sqrt((sorted[Math.floor(at)] ?? 0) * (sorted[Math.ceil(at)] ?? 0));
}

function medianVote(sorted: readonly Vote[]): number {
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)]?.price ?? 0) + (sorted[Math.ceil(at)]?.price ?? 0)) / 2;
}
