import { once } from 'node:events';
import type { GivenSharding, Identifies, ShardBlock, ShardBlocks, Sharding } from '../../ports/fleet.ts';
import { Backoff } from '../../time/backoff.ts';
import type { Clock } from '../../time/clock.ts';
import { SerialQueue } from '../../time/serial-queue.ts';

/** Shards of the bot that one client runs. */
export interface Shards {
  /** Their numbers, from 0. */
  readonly shards: readonly number[];
  /** Of how many. */
  readonly total: number;
}

/** Those of a block. @param number from 0 */
export function shardsOf(number: number, { total, perBlock }: Sharding): Shards {
  const first = number * perBlock;
  return { shards: Array.from({ length: Math.min(perBlock, total - first) }, (_, n) => first + n), total };
}

/** All blocks of shards, for the one process that there is. */
export class AllShardBlocks implements ShardBlocks {
  readonly #free: ShardBlock[] = [];

  async agree({ total, perBlock }: GivenSharding, recommended: number): Promise<Sharding> {
    const sharding = { total: total ?? recommended, perBlock };
    const lost = new AbortController().signal;
    for (let number = 0; number * perBlock < sharding.total; number += 1) {
      this.#free.push({ number, lost, release: async () => undefined });
    }
    return sharding;
  }

  async take(signal: AbortSignal): Promise<ShardBlock | null> {
    if (signal.aborted) return null;
    const block = this.#free.shift();
    if (block !== undefined) return block;
    await once(signal, 'abort');
    return null;
  }

  standsBy(): boolean {
    return false;
  }
}

/** Discord's 5 s, and what the later of two may be faster on its way. */
const GAP_MS = 5_500;

/** The shards that wait for each other. */
interface Bucket {
  readonly queue: SerialQueue;
  freeAt: number;
}

/** Keeps the IDENTIFYs of one process apart, which are all there are. */
export class IdentifyBuckets implements Identifies {
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly #buckets = new Map<number, Bucket>();

  constructor(clock: Pick<Clock, 'monotonic' | 'sleep'>) {
    this.#clock = clock;
  }

  pass(shardId: number, maxConcurrency: number, signal: AbortSignal): Promise<void> {
    const bucket = this.#bucketOf(shardId % maxConcurrency);
    return bucket.queue.run(async () => {
      const waitMs = bucket.freeAt - this.#clock.monotonic();
      if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
      signal.throwIfAborted();
      bucket.freeAt = this.#clock.monotonic() + GAP_MS;
    });
  }

  #bucketOf(number: number): Bucket {
    const bucket = this.#buckets.get(number) ?? { queue: new SerialQueue(), freeAt: 0 };
    this.#buckets.set(number, bucket);
    return bucket;
  }
}

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
