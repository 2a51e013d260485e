import type { Identifies } from '../ports/identifies.ts';
import { Backoff } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';
import { SerialQueue } from '../time/serial-queue.ts';

const HOUR_MS = 60 * 60_000;
const GAP = new Backoff({ firstMs: 5_000, capMs: 5 * 60_000, jitter: 0 });
/** Discord's 5 s, and what the later of two may be faster on its way. */
const BUCKET_MS = 5_500;

/** The shards that wait for each other. */
interface Bucket {
  readonly queue: SerialQueue;
  freeAt: number;
}

/**
 * Keeps the IDENTIFYs of a shard apart, farther with each one of the last hour: some 400 in a day at most. Discord resets the
 * token after 1,000, and discord.js sends one every 15 s where the gateway takes them and never says READY. For the clients of
 * one process, which are all there are.
 */
export class IdentifyPace implements Identifies {
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly #sentAt = new Map<number, readonly number[]>();
  readonly #buckets = new Map<number, Bucket>();

  constructor(clock: Pick<Clock, 'monotonic' | 'sleep'>) {
    this.#clock = clock;
  }

  async pass(shardId: number, maxConcurrency: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.monotonic();
    const lately = (this.#sentAt.get(shardId) ?? []).filter((at) => now - at < HOUR_MS);
    const gapMs = lately.length === 0 ? 0 : GAP.after(lately.length - 1).longestMs;
    await this.#sleepUntil((lately.at(-1) ?? now) + gapMs, signal);
    const bucket = this.#bucketOf(shardId % maxConcurrency);
    await bucket.queue.run(async () => {
      await this.#sleepUntil(bucket.freeAt, signal);
      const sentAt = this.#clock.monotonic();
      bucket.freeAt = sentAt + BUCKET_MS;
      this.#sentAt.set(shardId, [...lately, sentAt]);
    });
  }

  async #sleepUntil(at: number, signal: AbortSignal): Promise<void> {
    const waitMs = at - this.#clock.monotonic();
    if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
    signal.throwIfAborted();
  }

  #bucketOf(number: number): Bucket {
    const bucket = this.#buckets.get(number) ?? { queue: new SerialQueue(), freeAt: 0 };
    this.#buckets.set(number, bucket);
    return bucket;
  }
}
