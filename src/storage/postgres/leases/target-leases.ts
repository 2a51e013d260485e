import { randomUUID } from 'node:crypto';
import type { LeaseRest, TargetLease, TargetLeases } from '../../../ports/delivery.ts';
import type { Log } from '../../../ports/log.ts';
import { ClaimOrder } from '../../../routing/claim-order.ts';
import type { Target } from '../../../routing/notice.ts';
import type { Clock } from '../../../time/clock.ts';
import { withTargets, writeTarget } from '../../mappers/target.ts';
import { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import type { Queryable } from '../client.ts';
import type { NotifyListener } from '../notify-listener.ts';
import { Leases } from './renew-leases.ts';
import { CLAIM, NEXT_READY, RECONSIDER, RELEASE, SWEEP } from './sql.ts';

/** How often it looks by itself: what is told may be missed, and a holder may end. */
const POLL_MS = 1_000;
const LEAST_WAIT_MS = 5;
const SWEEP_MS = 30_000;
/** Longer than any pace of a target is kept in mind. */
const KEPT_MS = 5_000;

interface ClaimedRow {
  readonly target: string;
  readonly fence: number;
  readonly gen: number;
  readonly failures: number;
  readonly mustReschedule: boolean;
  readonly ages: readonly number[];
  readonly readyAt: number;
}

export interface PostgresTargetLeasesParts {
  readonly db: Queryable;
  readonly notifyListener: Pick<NotifyListener, 'on'>;
  /** Its wall time is the same for all processes. */
  readonly clock: Clock;
  readonly log: Log;
}

/** The leases of an outbox that several processes work on. */
export class PostgresTargetLeases implements TargetLeases {
  readonly #parts: PostgresTargetLeasesParts;
  readonly #holder = randomUUID();
  readonly #leases: Leases;
  readonly #unreadable: UnreadableRows;
  readonly #order = new ClaimOrder();
  #alarm = new AbortController();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(parts: PostgresTargetLeasesParts) {
    this.#parts = parts;
    this.#leases = new Leases(parts);
    this.#unreadable = new UnreadableRows(parts.log);
    parts.notifyListener.on(() => this.#alarm.abort());
  }

  /** Whoever told has done so in the transaction of the notices. */
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
          // What comes meanwhile stands in the row alone; it is told with the rest, or gathers after the release.
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
