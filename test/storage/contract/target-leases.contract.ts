import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LeaseRest, TargetLease, TargetLeases } from '../../../src/ports/delivery.ts';
import type { Outbox } from '../../../src/ports/outbox.ts';
import type { Routed, Target } from '../../../src/routing/notice.ts';
import type { Clock } from '../../../src/time/clock.ts';

/** Two processes may share the leases: `other` is the second's, or the same again where there is but one. */
export interface OpenedLeases {
  readonly leases: TargetLeases;
  readonly other: TargetLeases;
  readonly outbox: Pick<Outbox, 'enqueue' | 'nextDueAt' | 'waiting' | 'drop'>;
  readonly clock: Clock;
  /** Lets so many ms go by. */
  pass(ms: number): Promise<void>;
}

const RESTED: LeaseRest = { dueAt: null, waitMs: 0, answered: [], failures: 0, mustReschedule: false };
const GATHERED_MS = 1_600;

export const channel = (id: number): Target => ({ kind: 'channel', id: String(id) });
const person = (id: number): Target => ({ kind: 'user', id: String(id) });

/** The contract of every store of leases. */
export function targetLeasesContract(name: string, open: () => Promise<OpenedLeases>): void {
  describe(`TargetLeases: ${name}`, () => {
    it('has a target claimed by one at a time', async () => {
      const opened = await open();
      await tell(opened, channel(1));
      await opened.pass(GATHERED_MS);
      const claimed = [await claimNow(opened.leases), await claimNow(opened.other)].flat();
      expect(claimed.map(({ target }) => target)).toEqual([channel(1)]);
    });

    it('gathers what comes close together', async () => {
      const opened = await open();
      await tell(opened, channel(1));
      await opened.pass(500);
      await tell(opened, channel(1));
      await opened.pass(500);
      expect(await claimNow(opened.leases)).toEqual([]);
      await opened.pass(250);
      expect(await claimNow(opened.leases)).toHaveLength(1);
    });

    it('does not gather for ever', async () => {
      const opened = await open();
      for (let told = 0; told < 4; told += 1) {
        await tell(opened, channel(1));
        await opened.pass(400);
      }
      expect(await claimNow(opened.leases)).toHaveLength(1);
    });

    it('is waited for, until told to stop', async () => {
      const opened = await open();
      const stop = new AbortController();
      const claimed: TargetLease[] = [];
      let isOver = false;
      const waiting = opened.leases.claim(9, stop.signal).then((leases) => {
        claimed.push(...leases);
        isOver = true;
      });
      await tell(opened, channel(1));
      while (!isOver) await opened.pass(100);
      await waiting;
      expect(claimed.map(({ target }) => target)).toEqual([channel(1)]);
      const again = opened.leases.claim(9, stop.signal);
      stop.abort();
      expect(await again).toEqual([]);
    });

    it('gives the longest due first, and no more than are asked for', async () => {
      const opened = await open();
      for (const id of [3, 1, 2]) {
        await tell(opened, channel(id));
        await opened.pass(GATHERED_MS);
      }
      const first = await claimNow(opened.leases, 2);
      const rest = await claimNow(opened.leases, 2);
      expect([...first, ...rest].map(({ target }) => target.id)).toEqual(['3', '1', '2']);
    });

    it('gives those of channels first, and every fourth time those of people', async () => {
      const opened = await open();
      for (const id of [1, 2, 3, 4]) await tell(opened, person(id));
      await opened.pass(GATHERED_MS);
      for (const id of [5, 6, 7, 8]) await tell(opened, channel(id));
      await opened.pass(GATHERED_MS);
      const kinds: string[] = [];
      for (let claim = 0; claim < 8; claim += 1) {
        kinds.push(...(await claimNow(opened.leases, 1)).map(({ target }) => target.kind));
      }
      // Which of the four it is hangs on how often was claimed before.
      expect(kinds.slice(0, 4).toSorted()).toEqual(['channel', 'channel', 'channel', 'user']);
      expect(kinds.slice(4).toSorted()).toEqual(['channel', 'user', 'user', 'user']);
    });

    it('tells how long a lease was ready before it was claimed', async () => {
      const opened = await open();
      await tell(opened, channel(1));
      await opened.pass(GATHERED_MS);
      await opened.pass(40_000);
      const [lease] = await claimNow(opened.leases);
      expect(lease?.lateMs).toBeGreaterThanOrEqual(40_000);
      expect(lease?.lateMs).toBeLessThanOrEqual(40_000 + GATHERED_MS);
    });

    it('has nothing where nothing is due yet', async () => {
      const { leases, clock, pass, ...opened } = await open();
      await opened.outbox.enqueue([{ ...sample(channel(1)), dueAt: clock.now() + 3_600_000 }]);
      leases.wake([channel(1)]);
      await pass(GATHERED_MS);
      for (const lease of await claimNow(leases)) {
        const dueAt = await opened.outbox.nextDueAt(lease.target);
        await lease.release({ ...RESTED, dueAt });
      }
      expect(await claimNow(leases)).toEqual([]);
    });

    it('is given again at its next due time, with what it kept', async () => {
      const opened = await open();
      const { leases, other, clock, pass } = opened;
      await tell(opened, channel(1));
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

    it('is not given before the time that Discord asked for, whatever comes', async () => {
      const opened = await open();
      const { leases, clock, pass } = opened;
      await tell(opened, channel(1));
      await pass(GATHERED_MS);
      const [lease] = await claimNow(leases);
      await lease?.release({ ...RESTED, dueAt: clock.now(), waitMs: 4_000 });
      await tell(opened, channel(1));
      await pass(GATHERED_MS);
      expect(await claimNow(leases)).toEqual([]);
      await pass(2_500);
      expect(await claimNow(leases)).toHaveLength(1);
    });

    it('is given at once where the cause of a refusal is cured, and its wait goes on where it is not', async () => {
      const opened = await open();
      const { leases, clock, pass } = opened;
      await tell(opened, channel(1));
      await pass(GATHERED_MS);
      const [lease] = await claimNow(leases);
      await lease?.release({ ...RESTED, dueAt: clock.now(), waitMs: 600_000 });
      await leases.reconsider([channel(1)]);
      await pass(GATHERED_MS);
      expect(await claimNow(leases)).toEqual([]);
      await leases.reconsider([channel(1)], true);
      await pass(GATHERED_MS);
      expect(await claimNow(leases)).toHaveLength(1);
    });

    it('is judged anew where feeds or watches changed, also while it is held', async () => {
      const opened = await open();
      const { leases, pass } = opened;
      await claimNow(leases);
      await leases.reconsider([channel(1)]);
      await pass(GATHERED_MS);
      const [lease] = await claimNow(leases);
      expect(lease?.state.mustReschedule).toBe(true);
      await leases.reconsider([channel(1)]);
      await lease?.release(RESTED);
      await pass(GATHERED_MS);
      const [again] = await claimNow(leases);
      expect(again?.state.mustReschedule).toBe(true);
      await again?.release(RESTED);
      await pass(GATHERED_MS);
      expect(await claimNow(leases)).toEqual([]);
    });

    it('loses no notice, however tellers and workers come between each other', async () => {
      const opened = await open();
      const { outbox, pass } = opened;
      const act = fc.oneof(
        fc.record({ kind: fc.constant('tell' as const), id: fc.integer({ min: 1, max: 3 }) }),
        fc.record({
          kind: fc.constantFrom('claim' as const, 'look' as const, 'release' as const),
          id: fc.constantFrom(0, 1),
        }),
        fc.record({ kind: fc.constant('pass' as const), id: fc.constantFrom(300, 800) }),
      );
      const acts = fc.array(act, { maxLength: 25 });
      await fc.assert(
        fc.asyncProperty(acts, async (steps) => {
          const workers = [new Worker(opened.leases, opened), new Worker(opened.other, opened)] as const;
          for (const { kind, id } of steps) {
            if (kind === 'tell') await tell(opened, channel(id));
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

/** Works as delivery does, step by step. */
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

  async look(): Promise<void> {
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
    for (const [lease, dueAt] of this.#held) await lease.release({ ...RESTED, dueAt });
    this.#held.clear();
  }

  async finish(): Promise<void> {
    await this.claim();
    await this.look();
    await this.release();
  }
}

let happenings = 0;

function sample(target: Target): Routed {
  happenings += 1;
  return { cause: { kind: 'expiring', at: happenings, expiresAt: 0 }, target, subscriptionIds: ['w'], dueAt: 0 };
}

export async function tell({ leases, outbox, clock }: OpenedLeases, target: Target): Promise<void> {
  await outbox.enqueue([{ ...sample(target), dueAt: clock.now() }]);
  leases.wake([target]);
}

/** What may be claimed at this moment. */
export function claimNow(leases: TargetLeases, most = 9): Promise<readonly TargetLease[]> {
  return leases.claim(most, AbortSignal.abort());
}
