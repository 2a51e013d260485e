import type { Log } from '../../../ports/log.ts';
import type { HeldLease } from '../../../ports/outbox.ts';
import type { Clock } from '../../../time/clock.ts';
import { writeTarget } from '../../mappers/target.ts';
import type { Queryable } from '../client.ts';
import { LEASE_MS, RENEW } from './sql.ts';

const RENEW_MS = 2_500;
/** What a message has to leave in: a lease that ends sooner is as good as over. */
const LEAST_LEFT_MS = 3_000;

interface RenewedLease {
  readonly held: HeldLease;
  /** Of the monotonic clock: it goes on where a process is stopped for a while. */
  until: number;
}

/** The leases that this process holds, renewed for as long as it does. */
export class Leases {
  readonly #parts: { readonly db: Queryable; readonly clock: Clock; readonly log: Log };
  readonly #held = new Map<number, RenewedLease>();
  #empty = new AbortController();
  #isRenewing = false;

  constructor(parts: { readonly db: Queryable; readonly clock: Clock; readonly log: Log }) {
    this.#parts = parts;
  }

  /** `askedAt`: when it was asked for, of the monotonic clock. `isSure`: nobody else has it for the next seconds. */
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
        await this.#renewAll().catch((err) => log.debug({ err }, 'What this process works at could not be renewed'));
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
      // A turn that never gives a lost lease back is not asked for it again.
      else this.#held.delete(lease.held.fence);
    }
  }
}
