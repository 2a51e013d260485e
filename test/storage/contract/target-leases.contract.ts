import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LeaseRest, TargetLease, TargetLeases } from '../../../src/ports/delivery.ts';
import type { Outbox } from '../../../src/ports/outbox.ts';
import type { Routed, Target } from '../../../src/routing/notice.ts';
import type { Clock } from '../../../src/time/clock.ts';

/** Two processes may share the leases. `other` belongs to the second, or is the same for leases of one process. */
export interface OpenedLeases {
  readonly leases: TargetLeases;
  readonly other: TargetLeases;
  readonly outbox: Pick<Outbox, 'enqueue' | 'nextDueAt' | 'waiting' | 'drop'>;
  readonly clock: Clock;
  pass(ms: number): Promise<void>;
}

const IDLE_REST: LeaseRest = { dueAt: null, waitMs: 0, answered: [], failures: 0, mustReschedule: false };
const GATHERED_MS = 1_600;

export const channel = (id: number): Target => ({ kind: 'channel', id: String(id) });
const person = (id: number): Target => ({ kind: 'user', id: String(id) });

export function targetLeasesContract(name: string, open: () => Promise<OpenedLeases>): void {
  describe(`TargetLeases: ${name}`, () => {
    it('leases a target to one claim at a time', async () => {
      const opened = await open();
      await enqueue(opened, channel(1));
      await opened.pass(GATHERED_MS);
      const claimed = [await claimNow(opened.leases), await claimNow(opened.other)].flat();
      expect(claimed.map(({ target }) => target)).toEqual([channel(1)]);
    });

    it('debounces notices that arrive close together', async () => {
      const opened = await open();
      await enqueue(opened, channel(1));
      await opened.pass(500);
      await enqueue(opened, channel(1));
      await opened.pass(500);
      expect(await claimNow(opened.leases)).toEqual([]);
      await opened.pass(250);
      expect(await claimNow(opened.leases)).toHaveLength(1);
    });

    it('limits the debounce', async () => {
      const opened = await open();
      for (let count = 0; count < 4; count += 1) {
        await enqueue(opened, channel(1));
        await opened.pass(400);
      }
      expect(await claimNow(opened.leases)).toHaveLength(1);
    });

    it('is awaited until aborted', async () => {
      const opened = await open();
      const stop = new AbortController();
      const claimed: TargetLease[] = [];
      let isOver = false;
      const waiting = opened.leases.claim(9, stop.signal).then((leases) => {
        claimed.push(...leases);
        isOver = true;
      });
      await enqueue(opened, channel(1));
      while (!isOver) await opened.pass(100);
      await waiting;
      expect(claimed.map(({ target }) => target)).toEqual([channel(1)]);
      const again = opened.leases.claim(9, stop.signal);
      stop.abort();
      expect(await again).toEqual([]);
    });

    it('returns the leases that are due longest, up to the requested number', async () => {
      const opened = await open();
      for (const id of [3, 1, 2]) {
        await enqueue(opened, channel(id));
        await opened.pass(GATHERED_MS);
      }
      const first = await claimNow(opened.leases, 2);
      const rest = await claimNow(opened.leases, 2);
      expect([...first, ...rest].map(({ target }) => target.id)).toEqual(['3', '1', '2']);
    });

    it('returns leases of channels first, and of users every fourth time', async () => {
      const opened = await open();
      for (const id of [1, 2, 3, 4]) await enqueue(opened, person(id));
      await opened.pass(GATHERED_MS);
      for (const id of [5, 6, 7, 8]) await enqueue(opened, channel(id));
      await opened.pass(GATHERED_MS);
      const kinds: string[] = [];
      for (let claim = 0; claim < 8; claim += 1) {
        kinds.push(...(await claimNow(opened.leases, 1)).map(({ target }) => target.kind));
      }
      // The position of the fourth depends on the number of earlier claims.
      expect(kinds.slice(0, 4).toSorted()).toEqual(['channel', 'channel', 'channel', 'user']);
      expect(kinds.slice(4).toSorted()).toEqual(['channel', 'user', 'user', 'user']);
    });

    it('reports how long a lease was ready before its claim', async () => {
      const opened = await open();
      await enqueue(opened, channel(1));
      await opened.pass(GATHERED_MS);
      await opened.pass(40_000);
      const [lease] = await claimNow(opened.leases);
      expect(lease?.lateMs).toBeGreaterThanOrEqual(40_000);
      expect(lease?.lateMs).toBeLessThanOrEqual(40_000 + GATHERED_MS);
    });

    it('returns no lease before its due time', async () => {
      const { leases, clock, pass, ...opened } = await open();
      await opened.outbox.enqueue([{ ...sample(channel(1)), dueAt: clock.now() + 3_600_000 }]);
      leases.wake([channel(1)]);
      await pass(GATHERED_MS);
      for (const lease of await claimNow(leases)) {
        const dueAt = await opened.outbox.nextDueAt(lease.target);
        await lease.release({ ...IDLE_REST, dueAt });
      }
      expect(await claimNow(leases)).toEqual([]);
    });

    it('is returned again at its next due time, with its saved state', async () => {
      const opened = await open();
      const { leases, other, clock, pass } = opened;
      await enqueue(opened, channel(1));
      await pass(GATHERED_MS);
      const [lease] = await claimNow(leases);
      const state = { answered: [clock.monotonic() - 400, clock.monotonic()], failures: 2, mustReschedule: true };
      await lease?.release({ ...state, dueAt: clock.now() + 1_000, waitMs: 0 });
      expect(await claimNow(other)).toEqual([]);
      await pass(1_100);
      const [again] = await claimNow(other);
      expect(again?.state).toMatchObject({ failures: 2, mustReschedule: true });
      const [first = 0, last = 0] = again?.state.answered ?? [];
      expect([Math.round(last - first), last <= clock.monotonic()]).toEqual([400, true]);
    });

    it('is withheld until the retry time of Discord’s rate limit, whatever arrives', async () => {
      const opened = await open();
      const { leases, clock, pass } = opened;
      await enqueue(opened, channel(1));
      await pass(GATHERED_MS);
      const [lease] = await claimNow(leases);
      await lease?.release({ ...IDLE_REST, dueAt: clock.now(), waitMs: 4_000 });
      await enqueue(opened, channel(1));
      await pass(GATHERED_MS);
      expect(await claimNow(leases)).toEqual([]);
      await pass(2_500);
      expect(await claimNow(leases)).toHaveLength(1);
    });

    it('is returned at once after its refusal is fixed, and otherwise waits on', async () => {
      const opened = await open();
      const { leases, clock, pass } = opened;
      await enqueue(opened, channel(1));
      await pass(GATHERED_MS);
      const [lease] = await claimNow(leases);
      await lease?.release({ ...IDLE_REST, dueAt: clock.now(), waitMs: 600_000 });
      await leases.reconsider([channel(1)]);
      await pass(GATHERED_MS);
      expect(await claimNow(leases)).toEqual([]);
      await leases.reconsider([channel(1)], true);
      await pass(GATHERED_MS);
      expect(await claimNow(leases)).toHaveLength(1);
    });

    it('is reconsidered after its feeds or watches changed, even while it is held', async () => {
      const opened = await open();
      const { leases, pass } = opened;
      await claimNow(leases);
      await leases.reconsider([channel(1)]);
      await pass(GATHERED_MS);
      const [lease] = await claimNow(leases);
      expect(lease?.state.mustReschedule).toBe(true);
      await leases.reconsider([channel(1)]);
      await lease?.release(IDLE_REST);
      await pass(GATHERED_MS);
      const [again] = await claimNow(leases);
      expect(again?.state.mustReschedule).toBe(true);
      await again?.release(IDLE_REST);
      await pass(GATHERED_MS);
      expect(await claimNow(leases)).toEqual([]);
    });

    it('loses no notice under any interleaving of writers and workers', async () => {
      const opened = await open();
      const { outbox, pass } = opened;
      const act = fc.oneof(
        fc.record({ kind: fc.constant('enqueue' as const), id: fc.integer({ min: 1, max: 3 }) }),
        fc.record({
          kind: fc.constantFrom('claim' as const, 'drain' as const, 'release' as const),
          id: fc.constantFrom(0, 1),
        }),
        fc.record({ kind: fc.constant('pass' as const), id: fc.constantFrom(300, 800) }),
      );
      const acts = fc.array(act, { maxLength: 25 });
      await fc.assert(
        fc.asyncProperty(acts, async (steps) => {
          const workers = [new Worker(opened.leases, opened), new Worker(opened.other, opened)] as const;
          for (const { kind, id } of steps) {
            if (kind === 'enqueue') await enqueue(opened, channel(id));
            else if (kind === 'pass') await pass(id);
            else await workers[id === 0 ? 0 : 1][kind]();
          }
          for (let turns = 0; turns < 4; turns += 1) {
            await pass(GATHERED_MS);
            for (const worker of workers) await worker.finish();
          }
          const left = await Promise.all([1, 2, 3].map((id) => outbox.nextDueAt(channel(id))));
          expect(left).toEqual([null, null, null]);
        }),
        { numRuns: 20 },
      );
    });
  });
}

/** Takes the steps of a delivery one at a time. */
class Worker {
  readonly #leases: TargetLeases;
  readonly #opened: OpenedLeases;
  readonly #held = new Map<TargetLease, number | null>();

  constructor(leases: TargetLeases, opened: OpenedLeases) {
    this.#leases = leases;
    this.#opened = opened;
  }

  async claim(): Promise<void> {
    for (const lease of await claimNow(this.#leases)) this.#held.set(lease, this.#opened.clock.now());
  }

  async drain(): Promise<void> {
    const { outbox, clock } = this.#opened;
    for (const lease of this.#held.keys()) {
      const due = await outbox.waiting(lease.target, clock.now(), 99);
      await outbox.drop(
        due.map((notice) => ({ notice, why: 'seen' })),
        clock.now(),
        lease,
      );
      this.#held.set(lease, await outbox.nextDueAt(lease.target));
    }
  }

  async release(): Promise<void> {
    for (const [lease, dueAt] of this.#held) await lease.release({ ...IDLE_REST, dueAt });
    this.#held.clear();
  }

  async finish(): Promise<void> {
    await this.claim();
    await this.drain();
    await this.release();
  }
}

let samples = 0;

function sample(target: Target): Routed {
  samples += 1;
  return { cause: { kind: 'expiring', at: samples, expiresAt: 0 }, target, subscriptionIds: ['w'], dueAt: 0 };
}

export async function enqueue({ leases, outbox, clock }: OpenedLeases, target: Target): Promise<void> {
  await outbox.enqueue([{ ...sample(target), dueAt: clock.now() }]);
  leases.wake([target]);
}

/** Claims the leases that are due now. */
export function claimNow(leases: TargetLeases, most = 9): Promise<readonly TargetLease[]> {
  return leases.claim(most, AbortSignal.abort());
}
