import type { GlobalRateLimiter } from '../../ports/delivery.ts';
import type { Clock } from '../../time/clock.ts';
import type { Queryable } from './client.ts';
import { isConnectionLost } from './connection-retries.ts';

/**
 * Discord accepts 50 requests a second. A permit may be used up to `STALE_PERMIT_MS` after it was granted, so one
 * second may see the permits of 1.25 s: 5 + 32 * 1.25 = 45. The other five are for requests without a permit, such as
 * those of a start.
 */
const BURST_PERMITS = 5;
const PERMITS_PER_SECOND = 32;
const LEAST_PERMIT_WAIT_MS = 5;
/** Limits the delay of permits. A later permit is stale, since other processes have sent requests meanwhile. */
const STALE_PERMIT_MS = 250;
/** Interval of attempts while PostgreSQL is unreachable. No request passes meanwhile. */
const PERMIT_RETRY_MS = 1_000;

/**
 * Takes at most `$2` permits at `$1` (epoch ms), and returns the wait for the next one. Permits are never reserved in
 * advance, so that a hold need not revoke any.
 */
const TAKE_PERMITS = {
  name: 'take-permits',
  text: `WITH now AS (SELECT to_timestamp($1::float8 / 1000) AS now),
   locked AS MATERIALIZED (
     SELECT tokens, at, held_until, greatest(at, now) AS later, now FROM global_rate_limit, now WHERE name = 'discord' FOR UPDATE OF global_rate_limit),
   filled AS MATERIALIZED (
     SELECT least(${BURST_PERMITS}, tokens + ${PERMITS_PER_SECOND} * extract(epoch FROM later - at)::float8) AS tokens, later, held_until, now FROM locked),
   given AS MATERIALIZED (
     SELECT *, CASE WHEN held_until > now THEN 0 ELSE least($2::float8, floor(tokens)) END AS turns FROM filled)
   UPDATE global_rate_limit SET tokens = given.tokens - given.turns, at = given.later FROM given WHERE name = 'discord'
   RETURNING given.turns, CASE WHEN given.held_until > given.now THEN extract(epoch FROM given.held_until - given.now)::float8 * 1000
     ELSE (1 - (given.tokens - given.turns)) * 1000 / ${PERMITS_PER_SECOND} END AS "waitMs"`,
};

const HOLD_PERMITS = `UPDATE global_rate_limit SET held_until = greatest(held_until, to_timestamp($1::float8 / 1000)) WHERE name = 'discord'`;

interface Waiter {
  readonly go: () => void;
  readonly fail: (error: unknown) => void;
}

/** The global rate limiter of a bot with several processes. */
export class PostgresGlobalRateLimiter implements GlobalRateLimiter {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #waiters = new Set<Waiter>();
  #empty = new AbortController();
  #isServing = false;

  /** @param clock a clock with the database's wall time */
  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async hold(ms: number): Promise<void> {
    await this.#db.query(HOLD_PERMITS, [this.#clock.now() + ms]);
  }

  async pass(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    const { promise, resolve: go, reject: fail } = Promise.withResolvers<void>();
    const waiter = { go, fail };
    const leave = () => {
      this.#remove(waiter);
      go();
    };
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiters.add(waiter);
    if (!this.#isServing) void this.#serve();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #remove(waiter: Waiter): void {
    this.#waiters.delete(waiter);
    if (this.#waiters.size === 0) this.#empty.abort();
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    while (this.#waiters.size > 0) {
      this.#empty = new AbortController();
      try {
        const waitMs = await this.#serveSome();
        if (this.#waiters.size > 0) await this.#clock.sleep(waitMs, this.#empty.signal);
      } catch (error) {
        for (const waiter of this.#waiters) waiter.fail(error);
        this.#waiters.clear();
      }
    }
    this.#isServing = false;
  }

  /** @returns the wait for the next permit in ms */
  async #serveSome(): Promise<number> {
    try {
      const askedAt = this.#clock.monotonic();
      const values = [this.#clock.now(), Math.min(this.#waiters.size, BURST_PERMITS)];
      const { rows } = await this.#db.query<{ turns: number; waitMs: number }>(TAKE_PERMITS, values);
      const { turns = 0, waitMs = PERMIT_RETRY_MS } = rows[0] ?? {};
      const given = this.#clock.monotonic() - askedAt > STALE_PERMIT_MS ? Math.min(turns, 1) : turns;
      for (const waiter of [...this.#waiters].slice(0, given)) {
        this.#remove(waiter);
        waiter.go();
      }
      return Math.max(Math.ceil(waitMs), LEAST_PERMIT_WAIT_MS);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return PERMIT_RETRY_MS;
    }
  }
}
