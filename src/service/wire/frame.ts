import type { MarketEvent } from '../../market/event.ts';
import { readEvent } from './event.ts';
import { IGNORE_PAINTINGS } from './item.ts';

/**
 * What a text frame of the stream is. Every kind is a sign of life; only `event` is routed. `hello`: `at` is the
 * service's epoch ms, null where it gives none. `broken`: `why` is one of few words, `detail` a sentence for the log.
 */
export type Frame =
  | { readonly kind: 'event'; readonly event: MarketEvent }
  | { readonly kind: 'hello'; readonly at: number | null }
  | { readonly kind: 'sign-of-life'; readonly why: 'ping' | 'unknown-event' }
  | { readonly kind: 'broken'; readonly why: 'not-json' | 'not-an-object' | 'broken-event'; readonly detail: string };

const HELLO = 'hello-from-eco-v1';

/** Pings have no known shape: a bare text, a key or the name of an event will do. */
const PING = /^\W*(ping|pong|keep-?alive|heart-?beat)\W*$/i;

/** Reads a text frame in any revision; `onPainting` gets the SNBT of its paintings. Never throws. */
export function readFrame(text: string, onPainting = IGNORE_PAINTINGS): Frame {
  if (text.length < 32 && PING.test(text)) return { kind: 'sign-of-life', why: 'ping' };
  const value = parsed(text);
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
  if (Object.hasOwn(value, HELLO)) return { kind: 'hello', at: momentOf(Reflect.get(value, HELLO)) };
  return { kind: 'sign-of-life', why: isPing(value) ? 'ping' : 'unknown-event' };
}

function isPing(value: object): boolean {
  const name = 'event' in value ? value.event : 'type' in value ? value.type : undefined;
  return typeof name === 'string' ? PING.test(name) : Object.keys(value).some((key) => PING.test(key));
}

function momentOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

/** undefined: not JSON, which JSON itself can never say. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What a peer sends is not ours to wonder at: the caller counts it.
    return undefined;
  }
}
