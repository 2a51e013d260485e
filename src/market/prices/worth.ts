import type { Location, Owner } from '../shops/shop.ts';
import { countTrades, medianOf } from './summary.ts';
import { ownersUuid, type TradeGroup } from './trade-group.ts';

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

/**
 * All trades at the shops of one owner; or, `isKnown` false, of all owners whom nobody knows, who count as no seller.
 */
export interface SellerTrades {
  readonly isKnown: boolean;
  readonly trades: readonly TradeGroup[];
}

/**
 * Trades by whose shop they were made at: one owner is one seller, however many shops there are and wherever they stand.
 * All trades of unknown owners have one vote together, or somebody who builds and removes shops between two
 * snapshots could speak as fifty. Trades without a place (every auction) are left out. `ownerAt`: whose shop stands there
 * today, for trades that were noted without an owner.
 */
export function bySeller(
  groups: readonly TradeGroup[],
  ownerAt: (location: Location) => Owner | null = () => null,
): readonly SellerTrades[] {
  const sellers = new Map<string | null, TradeGroup[][]>();
  // Groups share their places: by these first, as thousands of groups have few.
  for (const [place, there] of Map.groupBy(groups, (group) => group.place)) {
    if (place === null) continue;
    const owner = ownersUuid(place, ownerAt);
    const trades = sellers.get(owner);
    if (trades === undefined) sellers.set(owner, [there]);
    else trades.push(there);
  }
  return Array.from(sellers, ([owner, trades]) => ({ isKnown: owner !== null, trades: trades.flat() }));
}

/** How a price stands to the worth. `percent`: whole per cent away from it; 0 where `direction` is `at`, within 1 per cent. */
export interface Standing {
  readonly percent: number;
  readonly direction: 'under' | 'over' | 'at';
}

/**
 * Per cent below the worth are rounded down: 24.6 % must not read as the 25 % that somebody asked for. Lists, alerts
 * and headlines all take them from here.
 * @returns null if the worth is 0, of which there are no per cent
 */
export function standing(unitPrice: number, worth: number): Standing | null {
  if (worth === 0) return null;
  const below = percentBelow(unitPrice, worth);
  if (Math.abs(below) < 1) return { percent: 0, direction: 'at' };
  return below > 0
    ? { percent: Math.floor(below), direction: 'under' }
    : { percent: Math.round(-below), direction: 'over' };
}

/** Without the dust of binary fractions: 67 is 33 % below 100, not 32.99999999999999. A worth of 0 has no per cent. */
export function percentBelow(unitPrice: number, worth: number): number {
  return worth > 0 ? Math.round((1 - unitPrice / worth) * 1e11) / 1e9 : Number.NEGATIVE_INFINITY;
}
