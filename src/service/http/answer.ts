/** What came of a request that brought no good answer. */
export type FailureKind =
  /** No connection: refused, no such name, certificate not trusted, reset before an answer. */
  | 'unreachable'
  | 'timed-out'
  /** Our own stop. */
  | 'stopped'
  | 'not-found'
  /** The service's own words for a 500. */
  | 'not-cached'
  | 'internal-error'
  /** A 5xx that is not the service's: the proxy before it. */
  | 'proxy-error'
  /** Any other status: a 4xx, or a redirect, which is not followed. */
  | 'refused'
  /** 200, but not what was asked for: a page, another JSON, too many broken records. */
  | 'not-json'
  | 'not-as-expected'
  | 'truncated'
  | 'too-large';

/** `why`: a few words for the log and `/health`. `retryAfterMs`: the wait the answer asked for, not capped; null: none. */
export interface Failure {
  readonly ok: false;
  readonly kind: FailureKind;
  readonly why: string;
  readonly retryAfterMs: number | null;
  /** A sentence for the operator alone, if a proxy of theirs may be the cause. It names the proxy. */
  readonly advice?: string;
}

/** What identifies a body's version, for a conditional request. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export type Answer<T> =
  | { readonly ok: true; readonly kind: 'ok'; readonly value: T; readonly validators: Validators }
  | { readonly ok: true; readonly kind: 'not-modified' }
  | Failure;

/** What reading a body gives: a value, or why it is no good. */
export type Consumed<T> = { readonly ok: true; readonly value: T } | Pick<Failure, 'ok' | 'kind' | 'why'>;

/** A failure without a wish for the next try. */
export function failure(kind: FailureKind, why: string, retryAfterMs: number | null = null): Failure {
  return { ok: false, kind, why, retryAfterMs };
}

/** What is said before the details; null: the details say it. */
const HAPPENED: Readonly<Record<FailureKind, string | null>> = {
  unreachable: 'no connection',
  'timed-out': 'no answer in time',
  stopped: null,
  'not-found': 'nothing at this address',
  'not-cached': 'the service has no data yet',
  'internal-error': 'an error inside the service',
  'proxy-error': 'the service is away',
  refused: 'the service refused',
  'not-json': 'the answer is no JSON',
  'not-as-expected': null,
  truncated: 'the answer broke off',
  'too-large': 'the answer is too large',
};

/** Describes a failure to a user: the event, and the detail by which the operator finds the cause. */
export function describeFailure({ kind, why }: Pick<Failure, 'kind' | 'why'>): string {
  const happened = HAPPENED[kind];
  return happened === null ? why : `${happened} (${why})`;
}

/**
 * What a `Retry-After` header asks for, in ms from `now` (epoch ms): seconds or an HTTP date. null: no header, or none
 * that can be read. Never negative; the caller caps it.
 */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
