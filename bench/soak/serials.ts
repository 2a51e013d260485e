import type { Cause } from '../../src/routing/notice.ts';

/** Every event has a unique price and every new shop a unique place, which identify them in any message. */
const FIRST_PRICE = 10_001;
const FIRST_PLACE = 9_000_001;

export const priceOf = (event: number): number => FIRST_PRICE + event;
export const placeOf = (bargain: number): number => FIRST_PLACE + bargain;

/** The serial of a notice's cause: the event's price or the shop's place; null for any other cause. */
export function serialOf(cause: Cause): number | null {
  if (cause.kind !== 'change') return null;
  const { change } = cause;
  if (change.kind === 'auctioned') return change.auction.finalBid;
  if (change.kind === 'traded') return change.trade.paid;
  return change.kind === 'listed' ? change.shop.location.x : null;
}

/** The serials in a message, with repetitions. */
export function serialsIn(text: string): number[] {
  // A shop's own price, such as "4 for 1 diamond", is below that of the first event. A unit price is a watch's
  // threshold.
  const prices = [...text.matchAll(/ · (?:\*\*)?([\d,]+) diamonds(?! each)/g)]
    .map(([, digits = '']) => Number(digits.replaceAll(',', '')))
    .filter((price) => price >= FIRST_PRICE);
  const places = [...text.matchAll(/`(9\d{6}) 64 0`/g)].map(([, digits]) => Number(digits));
  return [...prices, ...places];
}
