import type { Identifies } from '../../../ports/fleet.ts';
import type { Clock } from '../../../time/clock.ts';
import { SerialQueue } from '../../../time/serial-queue.ts';
import type { Queryable } from '../client.ts';

/** Discord's 5 s, and what the later of two may be faster on its way. */
const GAP_MS = 5_500;
/** Another process may be faster once more. */
const LEAST_WAIT_MS = 50;
/** A turn that comes later than this after it was asked for is void: this process stood still, and the next is as good as here. */
const STALE_MS = 2_000;
/** To be asked again of a PostgreSQL that is away, or takes no writes just now. */
const AWAY_MS = 1_000;

/** Nobody takes a turn before it comes: of who is gone meanwhile nothing stays that others would wait for. */
const PASS = `INSERT INTO identifies AS i (bucket, next_at) VALUES ($1, to_timestamp(($2::float8 + ${GAP_MS}) / 1000))
  ON CONFLICT (bucket) DO UPDATE SET next_at = excluded.next_at WHERE i.next_at <= to_timestamp($2::float8 / 1000)`;
const WAIT =
  'SELECT extract(epoch FROM next_at)::float8 * 1000 - $2::float8 AS "waitMs" FROM identifies WHERE bucket = $1';

/** Keeps the IDENTIFYs of all processes apart. */
export class PostgresIdentifies implements Identifies {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #queues = new Map<number, SerialQueue>();

  /** @param clock whose wall time is the same for all processes */
  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** However long PostgreSQL fails: discord.js takes any error for a shard that is not wanted any more, and leaves it. */
  pass(shardId: number, maxConcurrency: number, signal: AbortSignal): Promise<void> {
    const bucket = shardId % maxConcurrency;
    const queue = this.#queues.get(bucket) ?? new SerialQueue();
    this.#queues.set(bucket, queue);
    return queue.run(async () => {
      signal.throwIfAborted();
      for (let waitMs = await this.#take(bucket); waitMs > 0; waitMs = await this.#take(bucket)) {
        await this.#clock.sleep(waitMs, signal);
        signal.throwIfAborted();
      }
    });
  }

  /** 0: taken. Else how long to wait before the next try. */
  async #take(bucket: number): Promise<number> {
    const values = [bucket, this.#clock.now()];
    const askedAt = this.#clock.monotonic();
    try {
      const { count } = await this.#db.query({ name: 'pass-identify', text: PASS }, values);
      const isStale = this.#clock.monotonic() - askedAt > STALE_MS;
      if (count > 0) return isStale ? LEAST_WAIT_MS : 0;
      const { rows } = await this.#db.query<{ waitMs: number }>(WAIT, values);
      return Math.max(rows[0]?.waitMs ?? 0, LEAST_WAIT_MS);
    } catch {
      return AWAY_MS; // who writes beside it says what is wrong
    }
  }
}
