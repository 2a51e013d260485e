import { anyError } from '../api-error.ts';
import type { RateLimitScope } from './rate-limits.ts';

/** The effect of a fault instead of (or after) the real response. */
export type FaultEffect =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: unknown;
      readonly html?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'rate-limit'; readonly scope: RateLimitScope; readonly retryAfterSeconds: number }
  /** Closes the connection without a response. */
  | { readonly kind: 'cut' }
  /** Keeps the connection open without a response. */
  | { readonly kind: 'silence' }
  /** Delays the real response. */
  | { readonly kind: 'slow'; readonly waitMs: number };

export interface Fault {
  readonly effect: FaultEffect;
  /** Whether Discord carries out the request before the fault hides the response. */
  readonly afterAccepting: boolean;
}

interface When {
  readonly afterAccepting?: boolean;
}

/** Responds with a 5xx. With `afterAccepting` the message exists, but the sender does not learn it. */
export function serverError({ status = 500, afterAccepting = false }: When & { status?: number } = {}): Fault {
  return {
    effect: { kind: 'answer', status, body: { message: `${status}: Server Error`, code: 0 } },
    afterAccepting,
  };
}

/** Responds with the HTML page of a proxy instead of JSON. */
export function htmlPage({ status = 502, afterAccepting = false }: When & { status?: number } = {}): Fault & {
  readonly effect: { readonly kind: 'answer' };
} {
  const html = `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`;
  return { effect: { kind: 'answer', status, body: null, html }, afterAccepting };
}

/** Responds as to a banned address: 429 without any X-RateLimit header, and without Retry-After unless given. */
export function addressBan({ retryAfterSeconds }: { retryAfterSeconds?: number } = {}): Fault {
  const page = htmlPage({ status: 429 });
  if (retryAfterSeconds === undefined) return page;
  return { ...page, effect: { ...page.effect, headers: { 'retry-after': String(retryAfterSeconds) } } };
}

/** Responds with a 429 of Discord. The bucket, or all requests for `global`, stays blocked for that time. */
export function rateLimited(limit: { scope: RateLimitScope; retryAfterSeconds: number }): Fault {
  return { effect: { kind: 'rate-limit', ...limit }, afterAccepting: false };
}

/**
 * Responds with one of Discord's JSON errors by its code, published or not.
 * @param options.status replaces the usual status of the code, which is 403 for a code without a published name
 */
export function refused(code: number, { status }: { status?: number } = {}): Fault {
  const error = anyError(code, status);
  return { effect: { kind: 'answer', status: error.status, body: error.body() }, afterAccepting: false };
}

/** Responds with 401: the token is no longer valid. */
export function unauthorized(): Fault {
  return {
    effect: { kind: 'answer', status: 401, body: { message: '401: Unauthorized', code: 0 } },
    afterAccepting: false,
  };
}

export function cut({ afterAccepting = false }: When = {}): Fault {
  return { effect: { kind: 'cut' }, afterAccepting };
}

export function silence({ afterAccepting = false }: When = {}): Fault {
  return { effect: { kind: 'silence' }, afterAccepting };
}

export function slow(waitMs: number): Fault {
  return { effect: { kind: 'slow', waitMs }, afterAccepting: true };
}

/** Selects the requests that a fault applies to. `path` is compared without `/api/v10`. */
export interface FaultTarget {
  readonly method?: string;
  readonly path?: string | RegExp;
  readonly where?: (request: { method: string; path: string; body: unknown }) => boolean;
}

/** A fault that waits for matching requests. */
export interface PlannedFault {
  /** Number of requests that it has hit so far. */
  readonly hits: number;
  cancel(): void;
}

interface Plan {
  readonly target: FaultTarget;
  readonly fault: Fault;
  left: number;
  hits: number;
}

/** The planned faults, each for a limited number of matching requests. */
export class Faults {
  readonly #plans = new Set<Plan>();

  plan(target: FaultTarget, fault: Fault, times: number): PlannedFault {
    const plan = { target, fault, left: times, hits: 0 };
    this.#plans.add(plan);
    return {
      get hits() {
        return plan.hits;
      },
      cancel: () => void this.#plans.delete(plan),
    };
  }

  /**
   * Takes the fault planned for a request and uses it up.
   * @returns the fault, or null if none is planned
   */
  take(request: { method: string; path: string; body: unknown }): Fault | null {
    const plan = [...this.#plans].find(({ target }) => fits(target, request));
    if (!plan) return null;
    plan.hits += 1;
    plan.left -= 1;
    if (plan.left <= 0) this.#plans.delete(plan);
    return plan.fault;
  }
}

function fits({ method, path, where }: FaultTarget, request: { method: string; path: string; body: unknown }): boolean {
  if (method !== undefined && method !== request.method) return false;
  if (typeof path === 'string' && path !== request.path) return false;
  if (path instanceof RegExp && !path.test(request.path)) return false;
  return where === undefined || where(request);
}
