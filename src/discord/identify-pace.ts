import { type APIGatewayBotInfo, type IIdentifyThrottler, SimpleIdentifyThrottler } from 'discord.js';
import { Backoff } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';

const HOUR_MS = 60 * 60_000;
const GAP = new Backoff({ firstMs: 5_000, capMs: 5 * 60_000, jitter: 0 });

/**
 * Keeps the IDENTIFYs of a shard apart, farther with each one of the last hour: some 400 in a day at most. Discord resets the
 * token after 1,000, and discord.js sends one every 15 s where the gateway takes them and never says READY.
 */
export class IdentifyPace {
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly #sentAt = new Map<number, readonly number[]>();

  constructor(clock: Pick<Clock, 'monotonic' | 'sleep'>) {
    this.#clock = clock;
  }

  /** Resolves when the shard may send one, which is taken as sent; rejects when the signal aborts before. */
  async pass(shardId: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.monotonic();
    const lately = (this.#sentAt.get(shardId) ?? []).filter((at) => now - at < HOUR_MS);
    const gapMs = lately.length === 0 ? 0 : GAP.after(lately.length - 1).longestMs;
    const waitMs = (lately.at(-1) ?? now) + gapMs - now;
    if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
    signal.throwIfAborted();
    this.#sentAt.set(shardId, [...lately, this.#clock.monotonic()]);
  }

  /** What discord.js asks before an IDENTIFY: this pace, then Discord's own for shards that start together. */
  async throttler(manager: { fetchGatewayInformation(): Promise<APIGatewayBotInfo> }): Promise<IIdentifyThrottler> {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    const together = new SimpleIdentifyThrottler(limit.max_concurrency);
    return {
      waitForIdentify: async (shardId, signal) => {
        await this.pass(shardId, signal);
        await together.waitForIdentify(shardId, signal);
      },
    };
  }
}
