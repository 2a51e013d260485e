/** The kind of a failed request. */
export type FailureKind =
  /** No connection: refused, no such name, certificate not trusted, or reset before an answer. */
  | 'unreachable'
  | 'timed-out'
  /** Crier stopped the request. */
  | 'stopped'
  | 'not-found'
  /** The service's own codes of a 500. */
  | 'not-cached'
  | 'internal-error'
  /** A 5xx of the proxy in front of the service. */
  | 'proxy-error'
  /** Any other status: a 4xx, or a redirect, which is not followed. */
  | 'refused'
  /** A 200 with another content than expected: a page, another JSON, or too many broken records. */
  | 'not-json'
  | 'not-as-expected'
  | 'truncated'
  | 'too-large';

/**
 * A failed request. `why` is a few words for the log and `/health`. `retryAfterMs` is the wait that the answer demands,
 * not capped, or null.
 */
export interface Failure {
  readonly ok: false;
  readonly kind: FailureKind;
  readonly why: string;
  readonly retryAfterMs: number | null;
  /** A sentence for the operator if their proxy may be the cause. It names the proxy. */
  readonly advice?: string;
}

/** The version of a body, for a conditional request. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export type HttpAnswer<T> =
  | { readonly ok: true; readonly kind: 'ok'; readonly value: T; readonly validators: Validators }
  | { readonly ok: true; readonly kind: 'not-modified' }
  | Failure;

/** The result of reading a body: a value, or the reason why it is invalid. */
export type Consumed<T> = { readonly ok: true; readonly value: T } | Pick<Failure, 'ok' | 'kind' | 'why'>;

/** Returns a failure, by default without a demanded wait. */
export function failure(kind: FailureKind, why: string, retryAfterMs: number | null = null): Failure {
  return { ok: false, kind, why, retryAfterMs };
}

/** The phrase before the details, or null if the details suffice. */
const FAILURE_PHRASES: Readonly<Record<FailureKind, string | null>> = {
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

/**
 * Describes a failure to a user: the event, and the detail by which the operator finds the cause.
 * @param peer the host that was asked
 */
export function describeFailure({ kind, why }: Pick<Failure, 'kind' | 'why'>, peer = 'the service'): string {
  const phrase = FAILURE_PHRASES[kind];
  return phrase === null ? why : `${phrase.replace('the service', peer)} (${why})`;
}

/**
 * Returns the wait that a `Retry-After` header (seconds or an HTTP date) demands, in ms from `now` (epoch ms), or null
 * if it is missing or unreadable. Never negative; the caller caps it.
 */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
