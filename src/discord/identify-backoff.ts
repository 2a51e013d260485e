import type { Identifies } from '../ports/fleet.ts';
import { Backoff } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';

const HOUR_MS = 60 * 60_000;
const GAP = new Backoff({ firstMs: 5_000, capMs: 5 * 60_000, jitter: 0 });

/**
 * Keeps the IDENTIFYs of a shard apart, farther with each one of the last hour: some 400 in a day at most. Discord resets the
 * token after 1,000, and discord.js sends one every 15 s where the gateway takes them and never says READY. For all clients of
 * this process; what shards must wait for each other is left to `next`.
 */
export class IdentifyBackoff implements Identifies {
  readonly #next: Identifies;
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly #sentAt = new Map<number, readonly number[]>();

  constructor(next: Identifies, clock: Pick<Clock, 'monotonic' | 'sleep'>) {
    this.#next = next;
    this.#clock = clock;
  }

  async pass(shardId: number, maxConcurrency: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.monotonic();
    const lately = (this.#sentAt.get(shardId) ?? []).filter((at) => now - at < HOUR_MS);
    const gapMs = lately.length === 0 ? 0 : GAP.after(lately.length - 1).longestMs;
    const waitMs = (lately.at(-1) ?? now) + gapMs - now;
    if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
    signal.throwIfAborted();
    await this.#next.pass(shardId, maxConcurrency, signal);
    this.#sentAt.set(shardId, [...lately, this.#clock.monotonic()]);
  }
}
