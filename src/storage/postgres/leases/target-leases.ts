import { randomUUID } from 'node:crypto';
import type { LeaseRest, TargetLease, TargetLeases } from '../../../ports/delivery.ts';
import type { Log } from '../../../ports/log.ts';
import type { HeldLease } from '../../../ports/outbox.ts';
import { ClaimOrder } from '../../../routing/claim-rules.ts';
import type { Target } from '../../../routing/notice.ts';
import type { Clock } from '../../../time/clock.ts';
import { withTargets, writeTarget } from '../../mappers/target.ts';
import { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import type { Queryable } from '../client.ts';
import type { NotifyListener } from '../notify-listener.ts';
import { CLAIM, LEASE_MS, NEXT_READY, RECONSIDER, RELEASE, RENEW, SWEEP } from './sql.ts';

/** Interval of the look without a notification: one may be missed, and a holder may die. */
const POLL_MS = 1_000;
const LEAST_WAIT_MS = 5;
const SWEEP_MS = 30_000;
/** Longer than any rate limit of a target. */
const KEPT_MS = 5_000;

const RENEW_MS = 2_500;
/** Time to send a message: a lease that ends sooner counts as lost. */
const LEAST_LEFT_MS = 3_000;

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
  /** Its wall time is the database's. */
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

  /** Does nothing: the transaction that enqueued the notices has woken their targets. */
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
          // The row alone knows of notices that arrived after the claim.
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
    if (clock.monotonic() - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = clock.monotonic();
    await db.query(SWEEP, [Math.floor(clock.now()), KEPT_MS]);
  }

  async #sleep(alarm: AbortController, signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#parts;
    const { rows } = await db.query<{ readyAt: number | null }>(NEXT_READY);
    const waitMs = (rows[0]?.readyAt ?? Number.POSITIVE_INFINITY) - clock.now();
    const ring = () => alarm.abort();
    signal.addEventListener('abort', ring, { once: true });
    try {
      if (!signal.aborted) await clock.sleep(Math.min(Math.max(waitMs, LEAST_WAIT_MS), POLL_MS), alarm.signal);
    } finally {
      signal.removeEventListener('abort', ring);
    }
  }
}

type LeaseParts = Pick<PostgresTargetLeasesParts, 'db' | 'clock' | 'log'>;

interface RenewedLease {
  readonly held: HeldLease;
  /** Ms of the monotonic clock, which goes on while a process is stopped. */
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
   * @param askedAt when the claim was sent, ms of the monotonic clock
   * @returns `isSure`: no other process can have it within the next seconds
   */
  begin(held: HeldLease, askedAt: number): { isSure(): boolean; end(): void } {
    const lease = { held, until: askedAt + LEASE_MS };
    this.#held.set(held.fence, lease);
    if (!this.#isRenewing) void this.#renew();
    return {
      isSure: () => this.#held.has(held.fence) && lease.until - this.#parts.clock.monotonic() > LEAST_LEFT_MS,
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
      await clock.sleep(RENEW_MS, this.#empty.signal);
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
      // Another process has claimed it.
      else this.#held.delete(lease.held.fence);
    }
  }
}
