import type { IncomingMessage } from 'node:http';
import { adviseNoProxy, type HttpProxy, ProxyFault } from '../../proxy/proxy.ts';
import { Backoff } from '../../time/retry.ts';
import { readRetryAfter } from '../http/answer.ts';

/** The end of a connection. */
export type Ending =
  | { readonly kind: 'stopped' }
  /** Closed by the peer, or cut (1006). */
  | { readonly kind: 'closed'; readonly code: number }
  /** No frame or pong since `lastReceivedAt`, epoch ms. */
  | { readonly kind: 'silent'; readonly lastReceivedAt: number }
  | { readonly kind: 'no-handshake' }
  | { readonly kind: 'error'; readonly code: string }
  /** The proxy opened no connection. `code` is that of `ProxyFault`; `why` is a sentence for the operator. */
  | { readonly kind: 'proxy'; readonly code: string; readonly why: string }
  /** The upgrade was answered with another status than 101. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly location: string | null;
    };

/** Returns a short reason for the outage's record and the log, such as `closed-1006`. */
export function endingReason(ending: Ending): string {
  switch (ending.kind) {
    case 'closed':
      return `closed-${ending.code}`;
    case 'error':
    case 'proxy':
      return `error-${ending.code}`;
    case 'refused':
      return `status-${ending.status}`;
    default:
      return ending.kind;
  }
}

/** Statuses that do not pass by themselves: the operator has to act. */
const OPERATOR_STATUSES: ReadonlyMap<number, string> = new Map([
  [401, 'the service refuses this client (401)'],
  [403, 'the service refuses this client (403)'],
  [426, 'the service demands another protocol (426)'],
]);

/** Refusals of a proxy that only its operator, or that of Crier, can end. */
const OPERATOR_PROXY_CODES: ReadonlySet<string> = new Set(['proxy-407', 'proxy-403']);

/** Returns advice for the operator, or null if the failure may pass by itself. */
export function adviceOn(ending: Ending): string | null {
  if (ending.kind === 'proxy') return OPERATOR_PROXY_CODES.has(ending.code) ? ending.why : null;
  if (ending.kind !== 'refused') return null;
  const { status, location } = ending;
  if (status >= 300 && status < 400) {
    return `SERVICE_URL leads to a redirect (${status} to ${location ?? 'nowhere'}), which is not followed: correct it`;
  }
  return OPERATOR_STATUSES.get(status) ?? null;
}

/**
 * Describes an ending in a sentence for the log and the check.
 *
 * @param proxy the proxy of the connection, or null
 */
export function describeEnding(ending: Ending, proxy: HttpProxy | null): string {
  const advice = adviceOn(ending);
  if (advice !== null) return advice;
  if (ending.kind === 'proxy') return ending.why;
  const isOpened = ending.kind === 'closed' || ending.kind === 'silent';
  const way = proxy === null ? '' : ` through the proxy ${proxy.origin}`;
  return `no connection${way} (${endingReason(ending)})${proxy === null || isOpened ? '' : adviseNoProxy(proxy)}`;
}

/** Returns the ending of a refused upgrade. Its body is not read. */
export function refusedBy({ statusCode = 0, headers }: IncomingMessage, now: number): Ending {
  const retryAfterMs = readRetryAfter(headers['retry-after'], now);
  return { kind: 'refused', status: statusCode, retryAfterMs, location: headers.location?.slice(0, 200) ?? null };
}

/** Returns the ending of a socket's 'error'. */
export function erredWith(error: Error): Ending {
  if (error instanceof ProxyFault) return { kind: 'proxy', code: error.code, why: error.message };
  return { kind: 'error', code: 'code' in error && typeof error.code === 'string' ? error.code : error.message };
}

/** The first retry comes within 2 s, later ones within a minute. */
const STREAM_BACKOFF = new Backoff({ firstMs: 2_000, capMs: 60_000, jitter: 1, leastMs: 100 });
const OPERATOR_RETRY_MS = 60_000;
const LONGEST_RETRY_AFTER_MS = 300_000;
/** Least life of a connection that counts as a success. One that is accepted and soon closed does not count. */
const LONG_LIFE_MS = 60_000;

/** Number of short-lived connections in a row, from 0; -1 before the first. */
export type AttemptNumber = number;

/** Returns the next attempt: 0 after a long life, else one more. */
export function nextAttempt(attempt: AttemptNumber, livedMs: number): AttemptNumber {
  return livedMs >= LONG_LIFE_MS ? 0 : attempt + 1;
}

/**
 * Returns the wait before the next connection. Every ending is followed by a retry. Failures that the operator has to
 * fix are retried slowly, and a `Retry-After` is honoured up to five minutes.
 * @param chance in [0, 1)
 */
export function retryMs(ending: Ending, attempt: AttemptNumber, chance: number): number {
  if (adviceOn(ending) !== null) return OPERATOR_RETRY_MS * (1 + chance);
  const asked = ending.kind === 'refused' ? (ending.retryAfterMs ?? 0) : 0;
  return Math.max(STREAM_BACKOFF.after(attempt).waitMs(chance), Math.min(asked, LONGEST_RETRY_AFTER_MS));
}
