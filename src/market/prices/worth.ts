import type { Location, Owner } from '../shops/shop.ts';
import { countTrades, medianOf } from './summary.ts';
import { ownerUuidOf, type TradeGroup } from './trade-group.ts';

/**
 * Diamonds for one item, as players paid, with the sample size. `outliers`: sellers left out because their price is too
 * far off. Unknown owners are not sellers; together they have one vote.
 */
export interface Worth {
  readonly worth: number;
  readonly sellers: number;
  readonly trades: number;
  readonly outliers: number;
}

/** The reason for a missing worth. `scattered`: prices differ too much for one of them to be representative. */
export interface NoWorth extends Omit<Worth, 'worth'> {
  readonly worth: null;
  readonly why: 'few-trades' | 'few-sellers' | 'scattered';
}

const MIN_SELLERS = 3;
const MIN_TRADES = 5;
/** Ratio of two prices above which one counts as far off. */
const FAR_OFF_RATIO = 2;

/**
 * Computes an item's worth from the prices that players paid at shops; sales to shops do not count. Each seller (see
 * `tradesBySeller`) has one vote, the median of their trades. The worth is the median of the votes left after
 * `withoutFarOff`. It needs 3 sellers, 5 trades, and more than half of all votes within half to double the middle vote.
 *
 * One additional seller, with any number of shops and trades, moves the worth by at most half the gap between two
 * neighbouring votes in the middle, if each honest vote is at most double the next. The shift stays below 5 % if votes
 * lie within 4 % of a price, and rarely exceeds it if 5 votes lie within 10 %. An unreasonable price does not move the
 * worth.
 *
 * While honest sellers, whose prices lie within double of each other, outnumber dishonest ones, there is a worth and it
 * lies among the honest votes. It does not withstand as many dishonest owners, or accounts of one owner, as honest
 * ones.
 */
export function worthOf(
  groups: readonly TradeGroup[],
  ownerAt?: (location: Location) => Owner | null,
): Worth | NoWorth {
  const purchases = groups.filter(({ kind }) => kind === 'purchase');
  const votes = tradesBySeller(purchases, ownerAt)
    .map(voteOf)
    .sort((a, b) => a.price - b.price);
  const middle = geometricMiddle(votes.map(({ price }) => price));
  const agreeing = votes.filter(({ price }) => timesApart(price, middle) <= FAR_OFF_RATIO);
  const isScattered = agreeing.length <= votes.length / 2;
  const counted = isScattered ? agreeing : withoutFarOff(votes, middle);
  const sellers = sellersIn(counted);
  const basis = { sellers, trades: tradesOf(counted), outliers: sellersIn(votes) - sellers };
  const why = missingSample(votes) ?? (isScattered ? 'scattered' : missingSample(counted));
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

function missingSample(votes: readonly Vote[]): NoWorth['why'] | null {
  if (tradesOf(votes) < MIN_TRADES) return 'few-trades';
  return sellersIn(votes) < MIN_SELLERS ? 'few-sellers' : null;
}

/**
 * Drops outliers: from the middle outwards, the first vote that is far from its inner neighbour, and all beyond it. Far
 * is a ratio above `FAR_OFF_RATIO` and above the square of the median ratio of all votes to the middle.
 */
function withoutFarOff(votes: readonly Vote[], middle: number): readonly Vote[] {
  const usual = geometricMiddle(votes.map(({ price }) => timesApart(price, middle)).sort((a, b) => a - b));
  const border = Math.max(FAR_OFF_RATIO, usual * usual);
  const below = votes.filter(({ price }) => price < middle).reverse();
  const above = votes.filter(({ price }) => price >= middle);
  return [...upToFar(below, middle, border).reverse(), ...upToFar(above, middle, border)];
}

function upToFar(outwards: readonly Vote[], middle: number, border: number): Vote[] {
  const far = outwards.findIndex(({ price }, at) => timesApart(price, outwards[at - 1]?.price ?? middle) > border);
  return outwards.slice(0, far < 0 ? outwards.length : far);
}

/** Returns the ratio of two prices, at least 1. */
function timesApart(a: number, b: number): number {
  return a === b ? 1 : Math.max(a, b) / Math.min(a, b);
}

/** Returns the middle value, or the geometric mean of the two in the middle, which has the same ratio to both. */
function geometricMiddle(sorted: readonly number[]): number {
  const at = (sorted.length - 1) / 2;
  return Math.sqrt((sorted[Math.floor(at)] ?? 0) * (sorted[Math.ceil(at)] ?? 0));
}

function medianVote(sorted: readonly Vote[]): number {
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)]?.price ?? 0) + (sorted[Math.ceil(at)]?.price ?? 0)) / 2;
}

/**
 * All trades at the shops of one owner. `isKnown` is false for the trades of all unknown owners together, which count
 * as no seller.
 */
export interface SellerTrades {
  readonly isKnown: boolean;
  readonly trades: readonly TradeGroup[];
}

/**
 * Groups trades by the owner of the shop, wherever their shops stand. All unknown owners share one vote; otherwise
 * somebody who builds and removes shops between two snapshots could cast fifty. Trades without a place, such as
 * auctions, are left out.
 * @param ownerAt returns today's owner of the shop at a place, for trades recorded without an owner
 */
export function tradesBySeller(
  groups: readonly TradeGroup[],
  ownerAt: (location: Location) => Owner | null = () => null,
): readonly SellerTrades[] {
  const sellers = new Map<string | null, TradeGroup[][]>();
  // Thousands of groups share few places, so owners are looked up once per place.
  for (const [place, there] of Map.groupBy(groups, (group) => group.place)) {
    if (place === null) continue;
    const owner = ownerUuidOf(place, ownerAt);
    const trades = sellers.get(owner);
    if (trades === undefined) sellers.set(owner, [there]);
    else trades.push(there);
  }
  return Array.from(sellers, ([owner, trades]) => ({ isKnown: owner !== null, trades: trades.flat() }));
}

/** A price compared with the worth. `percent`: whole per cent apart, 0 with direction `at` below 1 per cent. */
export interface WorthDifference {
  readonly percent: number;
  readonly direction: 'under' | 'over' | 'at';
}

/**
 * Compares a price with the worth, for lists, alerts and headlines alike. Per cent below the worth are rounded down:
 * 24.6 % must not read as a requested 25 %.
 * @returns the standing, or null if the worth is 0
 */
export function differenceFromWorth(unitPrice: number, worth: number): WorthDifference | null {
  if (worth === 0) return null;
  const below = percentBelow(unitPrice, worth);
  if (Math.abs(below) < 1) return { percent: 0, direction: 'at' };
  return below > 0
    ? { percent: Math.floor(below), direction: 'under' }
    : { percent: Math.round(-below), direction: 'over' };
}

/**
 * Returns per cent below the worth, rounded against errors of binary fractions: 67 is 33 % below 100, not
 * 32.99999999999999.
 * @returns -Infinity if the worth is 0
 */
export function percentBelow(unitPrice: number, worth: number): number {
  return worth > 0 ? Math.round((1 - unitPrice / worth) * 1e11) / 1e9 : Number.NEGATIVE_INFINITY;
}
