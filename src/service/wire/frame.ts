import { z } from 'zod';
import type { Auction, MarketEvent, Sign, Trade } from '../../market/change.ts';
import type { Result } from '../../ports/status.ts';
import { parseJsonOrUndefined } from '../../storage/mappers/parse-json.ts';
import { DAY_MS } from '../../time/durations.ts';
import { count, firstFault, LATEST_MOMENT, locationOf, place, wirePrice } from './fields.ts';
import { BrokenItem, bundleOf, IGNORE_PAINTINGS, type OnPainting, toItem, wireItem } from './item.ts';

/** The content of a text frame of the stream. Every kind is a sign of life; only `event` is routed. */
export type Frame =
  | { readonly kind: 'event'; readonly event: MarketEvent }
  /** `at` is the service's time (epoch ms), or null if it gives none. */
  | { readonly kind: 'hello'; readonly at: number | null }
  | { readonly kind: 'sign-of-life'; readonly why: 'ping' | 'unknown-event' }
  /** `why` is one of few words, `detail` a sentence for the log. */
  | { readonly kind: 'broken'; readonly why: 'not-json' | 'not-an-object' | 'broken-event'; readonly detail: string };

const HELLO_KEY = 'hello-from-eco-v1';

/** Pings have no known shape: a bare text, a key or an event's name qualifies. */
const PING = /^\W*(ping|pong|keep-?alive|heart-?beat)\W*$/i;

/**
 * Reads a text frame of any revision. Never throws.
 * @param onPainting takes the SNBT of its paintings
 */
export function readFrame(text: string, onPainting = IGNORE_PAINTINGS): Frame {
  if (text.length < 32 && PING.test(text)) return { kind: 'sign-of-life', why: 'ping' };
  const value = parseJsonOrUndefined(text);
  if (value === undefined) return { kind: 'broken', why: 'not-json', detail: text.slice(0, 80) };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'broken', why: 'not-an-object', detail: text.slice(0, 80) };
  }
  if ('event' in value && (value.event === 'auctionComplete' || value.event === 'shopTransaction')) {
    const event = readEvent(value.event, value, onPainting);
    return event.ok
      ? { kind: 'event', event: event.value }
      : { kind: 'broken', why: 'broken-event', detail: `${value.event}: ${event.why}` };
  }
  if (Object.hasOwn(value, HELLO_KEY)) return { kind: 'hello', at: integerOrNull(Reflect.get(value, HELLO_KEY)) };
  return { kind: 'sign-of-life', why: isPing(value) ? 'ping' : 'unknown-event' };
}

function isPing(value: object): boolean {
  const name = 'event' in value ? value.event : 'type' in value ? value.type : undefined;
  return typeof name === 'string' ? PING.test(name) : Object.keys(value).some((key) => PING.test(key));
}

function integerOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

const wireAuction = z.object({
  data: z.object({ item: wireItem, amount: count.nullish(), finalBid: wirePrice }),
});

const wireTrade = z.object({
  data: z.object({
    type: z.enum(['buyFromShop', 'sellToShop']),
    currencyAmount: wirePrice,
    itemPrice: wirePrice.nullish(),
    item: wireItem,
    totalAmount: count.nullish(),
    amount: count.nullish(),
    location: place,
  }),
});

const compiledAuction = z.compile(wireAuction, { strict: true });
const compiledTrade = z.compile(wireTrade, { strict: true });

/**
 * Reads an envelope of kind `auctionComplete` or `shopTransaction`. Never throws.
 * @returns the event, or the reason why it is broken. Its `at` is the envelope's time in whole milliseconds, or 0 if it
 *   has none (see `readEventTime`).
 */
function readEvent(
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
 * Reads an auction. The sold count is `data.amount`; in the older revision, which lacks it, the item's `amount`, else
 * its `quantity`. By the service's rule, the newest revision's `item.quantity` must not be used.
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
 * Reads a trade. The moved count is `totalAmount`; the older revision has `data.amount` instead, and no price of the
 * sign. The sign's count is the item's `amount`, else its `quantity`, as observed on a live service.
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
    location: locationOf(data.location),
  };
}

/** @returns 0 if the envelope has no valid time; then the arrival counts, so that the sale is kept */
function timeOf(envelope: object): number {
  const timestamp: unknown = 'timestamp' in envelope ? envelope.timestamp : undefined;
  const isTime = typeof timestamp === 'number' && timestamp >= 0 && timestamp <= LATEST_MOMENT;
  return isTime ? Math.round(timestamp) : 0;
}

function signOf(price: number | null | undefined, amount: number | null | undefined): Sign | null {
  return typeof price === 'number' && typeof amount === 'number' && amount > 0 ? { amount, price } : null;
}

/** The default of HISTORY_DAYS. */
const DEFAULT_HISTORY_MS = 400 * DAY_MS;

/** The time of an event, epoch ms. */
export interface EventTime {
  /** Never later than our clock. */
  readonly at: number;
  /** The time by the service's clock, or null if the event has no plausible time. */
  readonly stampedAt: number | null;
  /** The time is not an integer in milliseconds, as the service's document demands. */
  readonly isOdd: boolean;
}

/**
 * Reads the time of an event. A time ahead of our clock becomes now, because history does not show an event before its
 * time. A time in seconds is converted, and any other time beyond the history becomes the arrival.
 * @param named epoch ms as the event names it, 0 if it names none
 * @param historyMs age limit of history
 */
export function readEventTime(named: number, now: number, historyMs = DEFAULT_HISTORY_MS): EventTime {
  if (named > 0 && named >= now - historyMs && named <= now + DAY_MS)
    return { at: Math.min(named, now), stampedAt: named, isOdd: false };
  const ofSeconds = named * 1_000;
  if (Math.abs(ofSeconds - now) <= DAY_MS) return { at: Math.min(ofSeconds, now), stampedAt: ofSeconds, isOdd: true };
  return { at: now, stampedAt: null, isOdd: true };
}
