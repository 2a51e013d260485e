import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** Maximum number of requests in a window. Routes with the same name and major parameter share a bucket. */
export interface BucketRule {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

export type RateLimitScope = 'user' | 'shared' | 'global';

/** Why a request must wait, and for how long. */
export interface Refusal {
  readonly scope: RateLimitScope;
  readonly retryAfterSeconds: number;
}

interface Window {
  used: number;
  endsAtMs: number;
}

/** Counts requests as Discord does: 50 a second overall, and one bucket for each route name and major parameter. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #requestsPerSecond: number;
  /** Times of the globally counted requests of the last second, oldest first. */
  #recentMs: number[] = [];
  readonly #windows = new Map<string, Window>();
  readonly #blocks = new Map<string, { untilMs: number; scope: RateLimitScope }>();

  constructor(clock: Clock, requestsPerSecond: number) {
    this.#clock = clock;
    this.#requestsPerSecond = requestsPerSecond;
  }

  /**
   * Counts a request in its bucket, and in the global limit unless it is exempt.
   * @returns the refusal, or null if the request may proceed
   */
  take(key: string, rule: BucketRule, countsGlobally: boolean): Refusal | null {
    const blocked = (countsGlobally ? this.#blockOf('global') : null) ?? this.#blockOf(key);
    if (blocked) return blocked;
    const refusal = countsGlobally ? this.#useGlobal() : null;
    if (refusal) return refusal;
    return this.#use(key, rule.limit, rule.windowMs) ? null : this.#refuse(key);
  }

  /** Blocks a bucket, or all requests for `global`, for a while. */
  block(key: string, scope: RateLimitScope, seconds: number): void {
    this.#blocks.set(scope === 'global' ? 'global' : key, { untilMs: this.#clock.now() + seconds * 1_000, scope });
  }

  /** Returns the `X-RateLimit-*` headers of a bucket. */
  headers(key: string, rule: BucketRule): Record<string, string> {
    const window = this.#windows.get(key) ?? { used: 0, endsAtMs: this.#clock.now() };
    return {
      'x-ratelimit-bucket': createHash('md5').update(rule.name).digest('hex'),
      'x-ratelimit-limit': String(rule.limit),
      'x-ratelimit-remaining': String(Math.max(0, rule.limit - window.used)),
      'x-ratelimit-reset': (window.endsAtMs / 1_000).toFixed(3),
      'x-ratelimit-reset-after': this.#secondsUntil(window.endsAtMs).toFixed(3),
    };
  }

  /** Counts in a sliding second. Fixed seconds would allow twice the limit around their boundary. */
  #useGlobal(): Refusal | null {
    const now = this.#clock.now();
    this.#recentMs = this.#recentMs.filter((atMs) => now - atMs < 1_000);
    if (this.#recentMs.length >= this.#requestsPerSecond) {
      return { scope: 'global', retryAfterSeconds: this.#secondsUntil((this.#recentMs[0] ?? now) + 1_000) };
    }
    this.#recentMs.push(now);
    return null;
  }

  #use(key: string, limit: number, windowMs: number): boolean {
    const now = this.#clock.now();
    const current = this.#windows.get(key);
    const window = current && current.endsAtMs > now ? current : { used: 0, endsAtMs: now + windowMs };
    this.#windows.set(key, window);
    if (window.used >= limit) return false;
    window.used += 1;
    return true;
  }

  #blockOf(key: string): Refusal | null {
    const block = this.#blocks.get(key);
    if (!block || block.untilMs <= this.#clock.now()) return null;
    return { scope: block.scope, retryAfterSeconds: this.#secondsUntil(block.untilMs) };
  }

  #refuse(key: string): Refusal {
    return { scope: 'user', retryAfterSeconds: this.#secondsUntil(this.#windows.get(key)?.endsAtMs ?? 0) };
  }

  #secondsUntil(atMs: number): number {
    return Math.ceil(Math.max(0, atMs - this.#clock.now())) / 1_000;
  }
}
