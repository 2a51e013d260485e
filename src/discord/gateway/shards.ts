import { once } from 'node:events';
import { type APIGatewayBotInfo, type REST, Routes } from 'discord.js';
import type { GivenSharding, Identifies, ShardBlock, ShardBlocks, Sharding } from '../../ports/fleet.ts';
import type { Clock } from '../../time/clock.ts';
import { HOUR_MS } from '../../time/durations.ts';
import { Backoff } from '../../time/retry.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import { NotBefore, NotDiscord } from '../rest/faults.ts';

/** IDENTIFYs that Crier leaves unused each day. Discord resets a bot's token after 1,000. */
const SPARE_IDENTIFIES = 50;
const LEAST_LOGIN_WAIT_MS = 1_000;
const LONGEST_LOGIN_WAIT_MS = 15 * 60_000;
/** Gap between two IDENTIFYs of a bucket. Discord demands 5 s, and network delays can shrink the gap on the way. */
const BUCKET_GAP_MS = 5_500;
/** Gaps between the IDENTIFYs of one shard, longer with each one of the last hour. */
const SHARD_IDENTIFY_GAP = new Backoff({ firstMs: 5_000, capMs: 5 * 60_000, jitter: 0 });

/** The shards that one client runs. */
export interface Shards {
  /** Shard numbers, from 0. */
  readonly shards: readonly number[];
  /** The number of all shards of the bot. */
  readonly total: number;
}

/** Returns the shards of the block with this number, from 0. */
export function shardsOfBlock(number: number, { total, perBlock }: Sharding): Shards {
  const first = number * perBlock;
  return { shards: Array.from({ length: Math.min(perBlock, total - first) }, (_, n) => first + n), total };
}

/** Discord's answer from /gateway/bot before a login. */
export interface GatewayAnswer {
  /** The gateway's wss address. */
  readonly url: string;
  /** The number of shards that Discord recommends. */
  readonly shards: number;
}

/**
 * Checks with Discord whether enough logins are left today.
 *
 * @throws NotBefore if too few logins are left for today; the REST client's errors if Discord does not answer
 */
export async function checkGateway(rest: REST): Promise<GatewayAnswer> {
  const answer = (await rest.get(Routes.gatewayBot())) as Partial<APIGatewayBotInfo>;
  const { url, session_start_limit: budget, shards = 1 } = answer;
  if (typeof url !== 'string') throw new NotDiscord(200);
  if (!budget || budget.remaining > SPARE_IDENTIFIES) return { url, shards };
  const waitMs = Math.min(Math.max(budget.reset_after, LEAST_LOGIN_WAIT_MS), LONGEST_LOGIN_WAIT_MS);
  throw new NotBefore(
    waitMs,
    `Only ${budget.remaining} logins are left for today: Crier waits, so that Discord does not reset the token`,
  );
}

/** Hands out the blocks of shards where a single process runs all of them. */
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

  isStandingBy(): boolean {
    return false;
  }
}

/** Shards that wait for each other to IDENTIFY. Discord's `max_concurrency` is the number of buckets. */
interface Bucket {
  readonly queue: SerialQueue;
  freeAt: number;
}

/** Spaces the IDENTIFYs of each bucket where one process runs all shards. */
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
      bucket.freeAt = this.#clock.monotonic() + BUCKET_GAP_MS;
    });
  }

  #bucketOf(number: number): Bucket {
    const bucket = this.#buckets.get(number) ?? { queue: new SerialQueue(), freeAt: 0 };
    this.#buckets.set(number, bucket);
    return bucket;
  }
}

/**
 * Spaces the IDENTIFYs of each shard for all clients of this process, to some 400 a day at most. discord.js would send
 * one every 15 s if the gateway accepts them and never sends READY. `next` makes shards wait for each other.
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
    const recent = (this.#sentAt.get(shardId) ?? []).filter((at) => now - at < HOUR_MS);
    const gapMs = recent.length === 0 ? 0 : SHARD_IDENTIFY_GAP.after(recent.length - 1).longestMs;
    const waitMs = (recent.at(-1) ?? now) + gapMs - now;
    if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
    signal.throwIfAborted();
    await this.#next.pass(shardId, maxConcurrency, signal);
    this.#sentAt.set(shardId, [...recent, this.#clock.monotonic()]);
  }
}
