import { countTrades, medianOf } from './prices.ts';
import type { Location, Owner } from './shop.ts';
import type { TradeGroup } from './trade-group.ts';
import { type Voice, voicesOf } from './voices.ts';

/** Diamonds for one item, and what that rests on: so many voices and trades. `setAside`: voices too far off to count. */
export interface Worth {
  readonly worth: number;
  readonly voices: number;
  readonly trades: number;
  readonly setAside: number;
}

/** Why no worth is named. `scattered`: too many voices are too far off for any price to be *the* price. */
export interface NoWorth extends Omit<Worth, 'worth'> {
  readonly worth: null;
  readonly why: 'few-trades' | 'few-voices' | 'scattered';
}

const MIN_VOICES = 3;
const MIN_TRADES = 5;
const FAR_OFF = 2;
const AGREEING_SHARE = 0.6;

/**
 * What an item is worth by its trades at shops. Each voice (see `voicesOf`) has one vote, the median of its trades, however
 * many they are; a vote more than double or less than half of the middle one is set aside; the worth is the mean of the
 * middle half of the others (the interquartile mean), if these are at least 3, with 5 trades, and 60 % of all.
 *
 * One more voice at any price, with any number of shops and trades, moves the worth of n voices by at most 1.5 / (n + 1) of
 * the spread between the cheapest and the dearest, where the dearest is at most double the cheapest: by less than 5 % where
 * 5 voices are within 10 % of a price, or 10 within 15 %. A price out of reason does not move it at all. One of the n that
 * turns dishonest moves it about twice as far. It does not withstand several owners (or accounts of one) who agree on a
 * price and build far from each other. Who builds beside others joins their voice: that can silence them, at worst until
 * no worth is named.
 */
export function worthOf(
  groups: readonly TradeGroup[],
  ownerAt?: (location: Location) => Owner | null,
): Worth | NoWorth {
  const votes = voicesOf(groups, ownerAt)
    .map(voteOf)
    .sort((a, b) => a.price - b.price);
  // Twice, as what is far off has moved the middle a little, and with it the border.
  const near = nearTo(middleOf(nearTo(middleOf(votes), votes)), votes);
  const basis = { voices: near.length, trades: tradesOf(near), setAside: votes.length - near.length };
  const agree = near.length >= AGREEING_SHARE * votes.length;
  const why = lackIn(votes) ?? (agree ? lackIn(near) : 'scattered');
  return why === null ? { worth: meanOfMiddleHalf(near), ...basis } : { worth: null, why, ...basis };
}

interface Vote {
  readonly price: number;
  readonly trades: number;
}

function voteOf(voice: Voice): Vote {
  return { price: medianOf(voice), trades: countTrades(voice) };
}

function tradesOf(votes: readonly Vote[]): number {
  return votes.reduce((sum, { trades }) => sum + trades, 0);
}

function lackIn(votes: readonly Vote[]): NoWorth['why'] | null {
  if (tradesOf(votes) < MIN_TRADES) return 'few-trades';
  return votes.length < MIN_VOICES ? 'few-voices' : null;
}

function nearTo(middle: number, votes: readonly Vote[]): readonly Vote[] {
  return votes.filter(({ price }) => price <= middle * FAR_OFF && price * FAR_OFF >= middle);
}

/** Between two the geometric mean, which is as many times the one as the other is of it. */
function middleOf(sorted: readonly Vote[]): number {
  const at = (sorted.length - 1) / 2;
  return Math.sqrt((sorted[Math.floor(at)]?.price ?? 0) * (sorted[Math.ceil(at)]?.price ?? 0));
}

/** A vote on the border counts with the part of it that is within. */
function meanOfMiddleHalf(sorted: readonly Vote[]): number {
  const [from, until] = [sorted.length / 4, (sorted.length * 3) / 4];
  const parts = sorted.map(({ price }, at) => price * Math.max(0, Math.min(at + 1, until) - Math.max(at, from)));
  return parts.reduce((sum, part) => sum + part, 0) / (until - from);
}
