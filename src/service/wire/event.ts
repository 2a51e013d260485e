import { z } from 'zod';
import type { Auction, MarketEvent, Sign, Trade } from '../../market/event.ts';
import type { Result } from '../../ports/status.ts';
import { count, diamonds, firstFault, LATEST_MOMENT, place, placeOf } from './fields.ts';
import { BrokenItem, bundleOf, IGNORE_PAINTINGS, type OnPainting, toItem, wireItem } from './item.ts';

const wireAuction = z.object({
  data: z.object({ item: wireItem, amount: count.nullish(), finalBid: diamonds }),
});

const wireTrade = z.object({
  data: z.object({
    type: z.enum(['buyFromShop', 'sellToShop']),
    currencyAmount: diamonds,
    itemPrice: diamonds.nullish(),
    item: wireItem,
    totalAmount: count.nullish(),
    amount: count.nullish(),
    location: place,
  }),
});

const compiledAuction = z.compile(wireAuction, { strict: true });
const compiledTrade = z.compile(wireTrade, { strict: true });

/**
 * An envelope of kind `auctionComplete` or `shopTransaction` as an event, or why it is broken. Never throws. Its `at` is
 * the time as the envelope names it, rounded to whole milliseconds, or 0 if it names none (see `readEventTime`).
 */
export function readEvent(
  kind: 'auctionComplete' | 'shopTransaction',
  envelope: unknown,
  onPainting = IGNORE_PAINTINGS,
): Result<MarketEvent> {
  try {
    const value = kind === 'auctionComplete' ? auctionOf(envelope, onPainting) : tradeOf(envelope, onPainting);
    return typeof value === 'string' ? { ok: false, why: value } : { ok: true, value };
  } catch (error) {
    if (error instanceof BrokenItem) return { ok: false, why: error.message };
    throw error;
  }
}

/**
 * The sold count is `data.amount`; in the older revision, which has none, the item's `amount`, else its `quantity`. The
 * service's rule: the newest revision's `item.quantity` must not be used.
 */
function auctionOf(envelope: unknown, onPainting: OnPainting): Auction | string {
  if (!z.validate(compiledAuction, envelope)) return firstFault(wireAuction, envelope);
  const at = timeOf(envelope);
  const { item, amount, finalBid } = envelope.data;
  const sold = amount ?? item.amount ?? bundleOf(item);
  if (sold < 1) return 'data.amount: nothing was sold';
  return { kind: 'auction', at, item: toItem(item, 'plain', onPainting), sold, finalBid };
}

/**
 * The moved count is `totalAmount`. The older revision has `data.amount` and no price of the sign. The sign's count is
 * the item's `amount`, else its `quantity`, as a live service writes it.
 */
function tradeOf(envelope: unknown, onPainting: OnPainting): Trade | string {
  if (!z.validate(compiledTrade, envelope)) return firstFault(wireTrade, envelope);
  const at = timeOf(envelope);
  const { data } = envelope;
  const moved = data.totalAmount ?? data.amount ?? 0;
  if (moved < 1) return 'data.totalAmount: nothing was moved';
  return {
    kind: data.type === 'buyFromShop' ? 'purchase' : 'sale',
    at,
    item: toItem(data.item, 'plain', onPainting),
    moved,
    paid: data.currencyAmount,
    sign: signOf(data.itemPrice, data.item.amount ?? data.item.quantity),
    location: placeOf(data.location),
  };
}

/** @returns 0 if the envelope names no number that a time can be: the arrival counts then, and the sale is kept */
function timeOf(envelope: object): number {
  const timestamp: unknown = 'timestamp' in envelope ? envelope.timestamp : undefined;
  const isTime = typeof timestamp === 'number' && timestamp >= 0 && timestamp <= LATEST_MOMENT;
  return isTime ? Math.round(timestamp) : 0;
}

function signOf(price: number | null | undefined, amount: number | null | undefined): Sign | null {
  return typeof price === 'number' && typeof amount === 'number' && amount > 0 ? { amount, price } : null;
}
