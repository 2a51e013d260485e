import { randomUUID } from 'node:crypto';
import type { LeaseRest, TargetLease, TargetLeases } from '../../ports/delivery.ts';
import type { Log } from '../../ports/log.ts';
import type { HeldLease } from '../../ports/outbox.ts';
import { ClaimOrder, DEBOUNCE_MS } from '../../routing/claim-rules.ts';
import type { Target } from '../../routing/notice.ts';
import type { Clock } from '../../time/clock.ts';
import { UnreadableRows } from '../mappers/record.ts';
import { withTargets, writeTarget } from '../mappers/target.ts';
import { defineStatement, type Queryable } from './client.ts';
import type { NotifyListener } from './notify-listener.ts';
import { wake } from './outbox/enqueue.ts';

/** Interval of polling without a notification, because a notification may be missed and a holder may die. */
const LEASE_POLL_MS = 1_000;
const LEAST_LEASE_WAIT_MS = 5;
const SWEEP_INTERVAL_MS = 30_000;
/** Longer than any rate limit of a target. */
const IDLE_LEASE_KEPT_MS = 5_000;

const RENEW_INTERVAL_MS = 2_500;
/** Time to send a message. A lease that ends sooner counts as lost. */
const LEAST_TIME_TO_SEND_MS = 3_000;

interface ClaimedRow {
  readonly target: string;
  readonly fence: number;
  readonly gen: number;
  readonly failures: number;
  readonly mustReschedule: boolean;
  readonly ages: readonly number[];
  readonly readyAt: number;
}

interface PostgresTargetLeasesParts {
  readonly db: Queryable;
  readonly notifyListener: Pick<NotifyListener, 'on'>;
  /** A clock with the database's wall time. */
  readonly clock: Clock;
  readonly log: Log;
}

/** Leases in the database, for several processes on one outbox. */
export class PostgresTargetLeases implements TargetLeases {
  readonly #parts: PostgresTargetLeasesParts;
  readonly #holder = randomUUID();
  readonly #leases: HeldLeases;
  readonly #unreadable: UnreadableRows;
  readonly #order = new ClaimOrder();
  #alarm = new AbortController();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(parts: PostgresTargetLeasesParts) {
    this.#parts = parts;
    this.#leases = new HeldLeases(parts);
    this.#unreadable = new UnreadableRows(parts.log);
    parts.notifyListener.on(() => this.#alarm.abort());
  }

  /** Does nothing, because the transaction that enqueued the notices has woken their targets. */
  wake(): void {}

  async reconsider(targets: readonly Target[], isCured = false): Promise<void> {
    const { db, clock } = this.#parts;
    await db.query(RECONSIDER, [targets.map(writeTarget), Math.ceil(clock.now()), isCured]);
  }

  async claim(most: number, signal: AbortSignal): Promise<readonly TargetLease[]> {
    for (;;) {
      await this.#sweep();
      this.#alarm = new AbortController();
      const leases = await this.#claimDue(most);
      if (leases.length > 0 || signal.aborted) return leases;
      await this.#sleep(this.#alarm, signal);
      if (signal.aborted) return [];
    }
  }

  async #claimDue(most: number): Promise<readonly TargetLease[]> {
    const { db, clock } = this.#parts;
    const askedAt = clock.monotonic();
    const now = Math.floor(clock.now());
    const { rows } = await db.query<ClaimedRow>(CLAIM, [this.#holder, now, most, ...this.#order.next()]);
    return withTargets(rows, this.#unreadable).map(
      ({ target, fence, gen, ages, readyAt, failures, mustReschedule }) => {
        const lease = this.#leases.begin({ target, fence }, askedAt);
        const answered = ages.map((age) => askedAt - age);
        return {
          ...{ target, fence },
          state: { answered, failures, mustReschedule },
          lateMs: now - readyAt,
          // Only the row shows notices that arrived after the claim.
          gathersMs: () => 0,
          isSure: () => lease.isSure(),
          release: async (rest) => {
            lease.end();
            await this.#release({ target, fence }, gen, rest);
          },
        };
      },
    );
  }

  async #release(lease: Pick<TargetLease, 'target' | 'fence'>, gen: number, rest: LeaseRest): Promise<void> {
    const { db, clock } = this.#parts;
    const [now, monotonic] = [Math.floor(clock.now()), clock.monotonic()];
    const dueAt = rest.dueAt === null ? null : Math.ceil(rest.dueAt);
    const notBefore = rest.waitMs > 0 ? Math.ceil(now + rest.waitMs) : 0;
    const ages = rest.answered.map((at) => monotonic - at);
    const values = [writeTarget(lease.target), lease.fence, gen, dueAt, notBefore, rest.failures, rest.mustReschedule];
    await db.query(RELEASE, [...values, ages, now]);
  }

  async #sweep(): Promise<void> {
    const { db, clock } = this.#parts;
    if (clock.monotonic() - this.#sweptAt < SWEEP_INTERVAL_MS) return;
    this.#sweptAt = clock.monotonic();
    await db.query(SWEEP, [Math.floor(clock.now()), IDLE_LEASE_KEPT_MS]);
  }

  async #sleep(alarm: AbortController, signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#parts;
    const { rows } = await db.query<{ readyAt: number | null }>(NEXT_READY);
    const waitMs = (rows[0]?.readyAt ?? Number.POSITIVE_INFINITY) - clock.now();
    const ring = () => alarm.abort();
    signal.addEventListener('abort', ring, { once: true });
    try {
      if (!signal.aborted)
        await clock.sleep(Math.min(Math.max(waitMs, LEAST_LEASE_WAIT_MS), LEASE_POLL_MS), alarm.signal);
    } finally {
      signal.removeEventListener('abort', ring);
    }
  }
}

type LeaseParts = Pick<PostgresTargetLeasesParts, 'db' | 'clock' | 'log'>;

interface RenewedLease {
  readonly held: HeldLease;
  /** End of the lease in monotonic ms. The monotonic clock continues while a process is stopped. */
  until: number;
}

/** The leases that this process holds. It renews them until their end. */
class HeldLeases {
  readonly #parts: LeaseParts;
  readonly #held = new Map<number, RenewedLease>();
  #empty = new AbortController();
  #isRenewing = false;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
  }

  /**
   * Renews a lease from now on.
   * @param askedAt time at which the claim was sent, in monotonic ms
   * @returns `isSure`, which says whether no other process can get the lease within the next seconds, and `end`
   */
  begin(held: HeldLease, askedAt: number): { isSure(): boolean; end(): void } {
    const lease = { held, until: askedAt + LEASE_MS };
    this.#held.set(held.fence, lease);
    if (!this.#isRenewing) void this.#renew();
    return {
      isSure: () => this.#held.has(held.fence) && lease.until - this.#parts.clock.monotonic() > LEAST_TIME_TO_SEND_MS,
      end: () => {
        this.#held.delete(held.fence);
        if (this.#held.size === 0) this.#empty.abort();
      },
    };
  }

  async #renew(): Promise<void> {
    const { clock, log } = this.#parts;
    this.#isRenewing = true;
    while (this.#held.size > 0) {
      this.#empty = new AbortController();
      await clock.sleep(RENEW_INTERVAL_MS, this.#empty.signal);
      if (this.#held.size > 0)
        await this.#renewAll().catch((err) => log.debug({ err }, 'Could not renew target leases'));
    }
    this.#isRenewing = false;
  }

  async #renewAll(): Promise<void> {
    const { db, clock } = this.#parts;
    const askedAt = clock.monotonic();
    const leases = [...this.#held.values()];
    const values = [leases.map(({ held }) => writeTarget(held.target)), leases.map(({ held }) => held.fence)];
    const { rows } = await db.query<{ fence: number }>(RENEW, values);
    const renewed = new Set(rows.map(({ fence }) => fence));
    for (const lease of leases) {
      if (renewed.has(lease.held.fence)) lease.until = askedAt + LEASE_MS;
      // Another process has claimed the lease.
      else this.#held.delete(lease.held.fence);
    }
  }
}

/** Duration of a lease that its holder does not renew. */
export const LEASE_MS = 10_000;

const LEASED_UNTIL = `clock_timestamp() + interval '${LEASE_MS} ms'`;
const IS_FREE = '(lease_until IS NULL OR lease_until < clock_timestamp())';

/** Ready leases of a kind of target, the longest ready first. `$2`: now. */
const readyLeases = (kind: string, most: string) =>
  `SELECT target, ready_at FROM target_leases WHERE left(target, 1) = left(${kind}, 1) AND due_at IS NOT NULL AND ready_at <= $2::bigint
     AND ${IS_FREE} ORDER BY ready_at LIMIT ${most} FOR UPDATE SKIP LOCKED`;

/**
 * Keeps `due_at`, so that another process finds the work of a dead holder. Later notices begin a new debounce. `$2`:
 * now; `$4`, `$5`: the kinds of targets in the order of their claim.
 */
export const CLAIM = defineStatement(
  'claim-leases',
  `WITH first AS MATERIALIZED (${readyLeases('$4::text', '$3::bigint')}),
   second AS MATERIALIZED (${readyLeases('$5::text', '$3::bigint - (SELECT count(*) FROM first)')}),
   ready AS MATERIALIZED (SELECT 1 AS place, * FROM first UNION ALL SELECT 2, * FROM second),
   claimed AS (
     UPDATE target_leases SET holder = $1, fence = nextval('lease_fences'), lease_until = ${LEASED_UNTIL}, burst_at = NULL, quiet_until = 0
     FROM ready WHERE target_leases.target = ready.target
     RETURNING target_leases.target, fence, gen, failures, must_reschedule, ready.place, ready.ready_at,
       ARRAY(SELECT $2::bigint - extract(epoch FROM at)::float8 * 1000 FROM unnest(answered) AS at ORDER BY at) AS ages)
   SELECT target, fence, gen, failures, must_reschedule AS "mustReschedule", ages, ready_at AS "readyAt" FROM claimed ORDER BY place, ready_at`,
);

/** The time at which the next free lease is ready. */
export const NEXT_READY = defineStatement(
  'next-lease',
  `SELECT min(ready_at) AS "readyAt" FROM (VALUES ('c'), ('u')) AS kind (first), LATERAL (
     SELECT ready_at FROM target_leases WHERE left(target, 1) = kind.first AND due_at IS NOT NULL AND lease_until IS NULL
     ORDER BY ready_at LIMIT 1) AS lease`,
);

/** Locks rows in the same order as `enqueueParts`, to avoid deadlocks. */
export const RENEW = defineStatement(
  'renew-leases',
  `WITH held AS MATERIALIZED (
     SELECT target_leases.target FROM target_leases JOIN unnest($1::text[], $2::bigint[]) AS mine (target, fence) USING (target, fence)
     WHERE holder IS NOT NULL ORDER BY target_leases.target FOR NO KEY UPDATE OF target_leases)
   UPDATE target_leases SET lease_until = ${LEASED_UNTIL} FROM held WHERE target_leases.target = held.target RETURNING fence`,
);

/** Keeps the times that notices since the claim (another `gen`) have set. `$9`: now. */
export const RELEASE = defineStatement(
  'release-lease',
  `UPDATE target_leases SET holder = NULL, lease_until = NULL,
     due_at = CASE WHEN gen = $3 THEN $4::bigint ELSE least(due_at, $4::bigint) END,
     not_before = $5::bigint,
     quiet_until = CASE WHEN gen = $3 THEN 0 ELSE quiet_until END,
     burst_at = CASE WHEN gen <> $3 THEN burst_at WHEN $4::bigint <= $9::bigint THEN 0 END,
     failures = $6, must_reschedule = $7 OR (gen <> $3 AND must_reschedule),
     answered = ARRAY(SELECT to_timestamp(($9::bigint - age) / 1000) FROM unnest($8::float8[]) AS age)
   WHERE target = $1 AND fence = $2 AND holder IS NOT NULL`,
);

export const RECONSIDER = `
  WITH woken AS (
    INSERT INTO target_leases AS lease (target, due_at, quiet_until, burst_at, must_reschedule)
    SELECT DISTINCT target, $2::bigint, $2::bigint + ${DEBOUNCE_MS}, $2::bigint, true FROM unnest($1::text[]) AS target ORDER BY target
    ON CONFLICT (target) DO UPDATE SET must_reschedule = true,
      not_before = CASE WHEN $3::boolean THEN 0 ELSE lease.not_before END, ${wake('$2::bigint')})
  SELECT pg_notify('due', '')`;

/** Deletes idle leases whose rate limit is over. `$1`: now; `$2`: the duration of the limit in ms. */
export const SWEEP = `
  DELETE FROM target_leases WHERE target IN (
    SELECT target FROM target_leases WHERE due_at IS NULL AND lease_until IS NULL
      AND NOT EXISTS (SELECT FROM unnest(answered) AS at WHERE at > to_timestamp(($1::bigint - $2::bigint) / 1000.0))
    FOR UPDATE SKIP LOCKED)`;
