import type { GlobalRateLimiter } from '../ports/delivery.ts';
import type { Clock } from '../time/clock.ts';
import { type Bucket, fullBucket, GLOBAL_RATE, takeTurn } from './token-bucket.ts';

const NEVER = new AbortController().signal;

/** The global rate limiter of a bot with one process. */
export class GlobalRateLimiterInMemory implements GlobalRateLimiter {
  readonly #clock: Clock;
  #bucket: Bucket;
  #heldUntil = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#bucket = fullBucket(GLOBAL_RATE, clock.monotonic());
  }

  async hold(ms: number): Promise<void> {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.monotonic() + ms);
  }

  async pass(signal = NEVER): Promise<void> {
    do {
      await this.#released(signal);
      const turn = takeTurn(this.#bucket, GLOBAL_RATE, this.#clock.monotonic());
      this.#bucket = turn.bucket;
      if (turn.waitMs > 0) await this.#clock.sleep(turn.waitMs, signal);
      // A hold that began meanwhile voids the turn: else all who waited would leave together at its end.
    } while (this.#heldMs() > 0 && !signal.aborted);
  }

  #heldMs(): number {
    return this.#heldUntil - this.#clock.monotonic();
  }

  async #released(signal: AbortSignal): Promise<void> {
    while (this.#heldMs() > 0 && !signal.aborted) await this.#clock.sleep(this.#heldMs(), signal);
  }
}
