import type { FleetState, FleetValue, Identifies } from '../../../ports/fleet.ts';
import type { Clock } from '../../../time/clock.ts';
import { SerialQueue } from '../../../time/serial-queue.ts';
import type { Queryable } from '../client.ts';

const PUT = `INSERT INTO fleet_state (name, json, at) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET json = excluded.json, at = excluded.at`;
const ALL = `SELECT name, json, extract(epoch FROM clock_timestamp() - at)::float8 * 1000 AS "ageMs" FROM fleet_state
  WHERE starts_with(name, $1) ORDER BY name`;

/** The fleet's state in the database. Readers poll it. */
export class PostgresFleetState implements FleetState {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async put(name: string, value: unknown): Promise<void> {
    await this.#db.query({ name: 'put-fleet-state', text: PUT }, [name, JSON.stringify(value)]);
  }

  async all(prefix: string): Promise<ReadonlyMap<string, FleetValue>> {
    const { rows } = await this.#db.query<{ name: string; json: string; ageMs: number }>(
      { name: 'read-fleet-state', text: ALL },
      [prefix],
    );
    return new Map(rows.map(({ name, json, ageMs }) => [name, { value: JSON.parse(json), ageMs }]));
  }

  async remove(name: string): Promise<void> {
    await this.#db.query('DELETE FROM fleet_state WHERE name = $1', [name]);
  }
}

/** Discord's 5 s, and a margin for a later IDENTIFY that travels faster. */
const GAP_MS = 5_500;
/** Shortest pause between two tries. Another process may take the slot first, again and again. */
const LEAST_WAIT_MS = 50;
/**
 * A slot that is confirmed later than this is discarded: the process stalled, and the gap to the next IDENTIFY may be
 * used up.
 */
const STALE_MS = 2_000;
/** Pause between two tries while PostgreSQL is unreachable or refuses writes. */
const AWAY_MS = 1_000;

/** Takes the slot only once it is due, so that a process that dies while it waits delays no other. */
const PASS = `INSERT INTO identifies AS i (bucket, next_at) VALUES ($1, to_timestamp(($2::float8 + ${GAP_MS}) / 1000))
  ON CONFLICT (bucket) DO UPDATE SET next_at = excluded.next_at WHERE i.next_at <= to_timestamp($2::float8 / 1000)`;
const WAIT =
  'SELECT extract(epoch FROM next_at)::float8 * 1000 - $2::float8 AS "waitMs" FROM identifies WHERE bucket = $1';

/** Spaces the IDENTIFYs of all processes, one bucket at a time. */
export class PostgresIdentifies implements Identifies {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #queues = new Map<number, SerialQueue>();

  /** @param clock whose wall time is the same for all processes */
  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Retries for as long as PostgreSQL fails, because discord.js gives a shard up after any error. */
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

  /** @returns 0 if the slot was taken, else ms until the next try */
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
      return AWAY_MS; // other writers log the cause
    }
  }
}
