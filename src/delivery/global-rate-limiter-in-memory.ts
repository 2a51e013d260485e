import type { GlobalRateLimiter } from '../ports/delivery.ts';
import type { SendHolds } from '../ports/discord-limits.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';
import { HOUR_MS } from '../time/durations.ts';

/**
 * Discord takes 50 requests a second of a bot, commands included. Fewer leave here, because they arrive closer together
 * than they left.
 */
const BURST_REQUESTS = 5;
const REQUESTS_PER_SECOND = 40;
const NEVER_ABORTED = new AbortController().signal;

/** The global rate limiter of a bot with one process: a token bucket. */
export class GlobalRateLimiterInMemory implements GlobalRateLimiter {
  readonly #clock: Clock;
  /** Free tokens. Below 0 it is the number of future tokens that waiting requests have taken already. */
  #tokens = BURST_REQUESTS;
  #filledAt: number;
  #heldUntil = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#filledAt = clock.monotonic();
  }

  async hold(ms: number): Promise<void> {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.monotonic() + ms);
  }

  async pass(signal = NEVER_ABORTED): Promise<void> {
    do {
      while (this.#heldMs() > 0 && !signal.aborted) await this.#clock.sleep(this.#heldMs(), signal);
      const waitMs = this.#takeToken();
      if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
      // A hold that began meanwhile voids the token. Otherwise all waiting requests would leave together at its end.
    } while (this.#heldMs() > 0 && !signal.aborted);
  }

  /** @returns ms until the caller's token is available */
  #takeToken(): number {
    const now = this.#clock.monotonic();
    this.#tokens = Math.min(BURST_REQUESTS, this.#tokens + ((now - this.#filledAt) * REQUESTS_PER_SECOND) / 1_000) - 1;
    this.#filledAt = now;
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens * 1_000) / REQUESTS_PER_SECOND);
  }

  #heldMs(): number {
    return this.#heldUntil - this.#clock.monotonic();
  }
}

/** Shorter holds are not saved: they end before the next process has started. */
const SHORTEST_SAVED_HOLD_MS = 1_000;
/** Limits a saved hold, because the clock that wrote it may have been wrong. */
const LONGEST_SAVED_HOLD_MS = HOUR_MS;

/** Saves the bot's holds through restarts, and resumes one that is still in force. */
export async function persistHolds(
  rateLimiter: GlobalRateLimiter,
  holds: SendHolds,
  clock: Pick<Clock, 'now'>,
  log: Log,
): Promise<GlobalRateLimiter> {
  const leftMs = Math.min(((await holds.until('bot')) ?? 0) - clock.now(), LONGEST_SAVED_HOLD_MS);
  if (leftMs > 0) {
    log.warn({ waitMs: leftMs }, 'Requests still held since an earlier run, as Discord demanded');
    await rateLimiter.hold(leftMs);
  }
  return {
    pass: (signal) => rateLimiter.pass(signal),
    async hold(ms) {
      await rateLimiter.hold(ms);
      if (ms >= SHORTEST_SAVED_HOLD_MS) await holds.keep('bot', clock.now() + ms, ms);
    },
  };
}
