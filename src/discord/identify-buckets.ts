import type { Identifies } from '../ports/fleet.ts';
import type { Clock } from '../time/clock.ts';
import { SerialQueue } from '../time/serial-queue.ts';

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
