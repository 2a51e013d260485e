import { countTrades, medianOf } from './prices.ts';
import type { Location, Owner } from './shop.ts';
import type { TradeGroup } from './trade-group.ts';
import { type Voice, voicesOf } from './voices.ts';

/**
 * Diamonds for one item, and what that rests on: so many voices and trades. `by`: what players paid sellers, or where that
 * is too little, what was paid at all shops, those that buy too. `setAside`: voices too far off to count.
 */
export interface Worth {
  readonly worth: number;
  readonly by: 'sellers' | 'shops';
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
 * What an item is worth by its trades at shops: what players paid for it, and what shops paid them only where the first is
 * too little to say. Each voice (see `voicesOf`) has one vote, the median of its trades, however many they are; a vote more
 * than double or less than half of the middle one is set aside; the worth is the median of the others, if these are at least
 * 3, with 5 trades, and 60 % of all.
 *
 * One more voice at any price, with any number of shops and trades, moves the worth by at most half of what is between two
 * neighbouring votes in the middle: by less than 5 % where the votes are within 4 % of a price, and hardly ever by more where
 * 5 are within 10 %. A price out of reason does not move it at all, nor do several who lie where most others agree. It does
 * not withstand owners (or accounts of one) who build far from each other and are as many as the honest. Who builds beside others joins their
 * voice: that can silence them, at worst until no worth is named.
 */
export function worthOf(
  groups: readonly TradeGroup[],
  ownerAt?: (location: Location) => Owner | null,
): Worth | NoWorth {
  const purchases = groups.filter(({ kind }) => kind === 'purchase');
  const paid = agreedOn(voicesOf(purchases, ownerAt), 'sellers');
  const isTooLittle = paid.worth === null && paid.why !== 'scattered';
  return isTooLittle && purchases.length < groups.length ? agreedOn(voicesOf(groups, ownerAt), 'shops') : paid;
}

function agreedOn(voices: readonly Voice[], by: Worth['by']): Worth | NoWorth {
  const votes = voices.map(voteOf).sort((a, b) => a.price - b.price);
  // Twice, as what is far off has moved the middle a little, and with it the border.
  const near = nearTo(middleOf(nearTo(middleOf(votes), votes)), votes);
  const basis = { by, voices: near.length, trades: tradesOf(near), setAside: votes.length - near.length };
  const agree = near.length >= AGREEING_SHARE * votes.length;
  const why = lackIn(votes) ?? (agree ? lackIn(near) : 'scattered');
  return why === null ? { worth: medianVote(near), ...basis } : { worth: null, why, ...basis };
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

function medianVote(sorted: readonly Vote[]): number {
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)]?.price ?? 0) + (sorted[Math.ceil(at)]?.price ?? 0)) / 2;
}
