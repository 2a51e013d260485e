import { once } from 'node:events';
import TinyQueue from 'tinyqueue';
import type { LeaseRest, LeaseState, TargetLease, TargetLeases } from '../ports/delivery.ts';
import type { Outbox } from '../ports/outbox.ts';
import { type Burst, ClaimOrder, debouncedUntil } from '../routing/claim-rules.ts';
import { type Target, targetKey } from '../routing/notice.ts';
import type { Clock } from '../time/clock.ts';
import { waitForForgottenMs } from './target-rate-limit.ts';

/** Limits each sleep, so that a jump of the wall clock is noticed. */
const LONGEST_SLEEP_MS = 60_000;
/** Smaller changes are drift, not a clock that was set back. */
const LEAST_SET_BACK_MS = 1_000;
const NEW_LEASE_STATE: LeaseState = { answered: [], failures: 0, mustReschedule: false };
/** A burst whose debounce is over, for notices that are due already. */
const ELAPSED_BURST: Burst = { first: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY };

/** The state of a target. `notBefore` and `scheduledAt` are monotonic; `wakes` counts arrivals of notices. */
interface TargetRow {
  readonly target: Target;
  dueAt: number | null;
  notBefore: number;
  burst: Burst | null;
  wakes: number;
  isHeld: boolean;
  scheduledAt: number;
  state: LeaseState;
}

/** A time at which a row is examined. Stale if the row was scheduled again since. */
interface Scheduled {
  readonly at: number;
  readonly row: TargetRow;
}

type Schedule = TinyQueue<Scheduled>;

const newSchedule = (): Schedule => new TinyQueue<Scheduled>([], (a, b) => a.at - b.at);

/** The leases of an outbox on which one process alone works. */
export class TargetLeasesInMemory implements TargetLeases {
  readonly #outbox: Pick<Outbox, 'waitingTargets'>;
  readonly #clock: Clock;
  readonly #rows = new Map<string, TargetRow>();
  readonly #due = { channel: newSchedule(), user: newSchedule() };
  readonly #order = new ClaimOrder();
  #state: 'new' | 'reading' | 'read' = 'new';
  #alarm = new AbortController();
  /** Milliseconds by which the wall clock is ahead of the monotonic one. */
  #aheadMs: number;

  constructor(outbox: Pick<Outbox, 'waitingTargets'>, clock: Clock) {
    this.#outbox = outbox;
    this.#clock = clock;
    this.#aheadMs = clock.now() - clock.monotonic();
  }

  /** Returns the number of targets with waiting notices, or with a send that still counts for their rate limit. */
  get size(): number {
    return this.#rows.size;
  }

  wake(targets: readonly Target[]): void {
    if (this.#state !== 'new') for (const target of targets) this.#wake(this.#rowOf(target));
  }

  async reconsider(targets: readonly Target[], isCured = false): Promise<void> {
    if (this.#state === 'new') return;
    for (const target of targets) this.#reconsider(this.#rowOf(target), isCured);
  }

  async claim(most: number, signal: AbortSignal): Promise<readonly TargetLease[]> {
    if (this.#state !== 'read') await this.#read();
    for (;;) {
      this.#noticeSetBack();
      const leases: TargetLease[] = [];
      for (const kind of this.#order.next()) leases.push(...this.#claim(this.#due[kind], most - leases.length));
      if (leases.length > 0 || signal.aborted) return leases;
      await this.#sleep(signal);
      if (signal.aborted) return [];
    }
  }

  async #read(): Promise<void> {
    this.#state = 'reading';
    for (const { target, dueAt } of await this.#outbox.waitingTargets()) {
      const row = this.#rowOf(target);
      row.dueAt = Math.min(row.dueAt ?? dueAt, dueAt);
      if (!row.isHeld) this.#schedule(row);
    }
    this.#state = 'read';
  }

  /**
   * Reconsiders all targets after the wall clock was set back. Due notices would otherwise wait until it has caught up.
   */
  #noticeSetBack(): void {
    const before = this.#aheadMs;
    this.#aheadMs = this.#clock.now() - this.#clock.monotonic();
    if (before - this.#aheadMs < LEAST_SET_BACK_MS) return;
    for (const row of this.#rows.values()) this.#reconsider(row);
  }

  #reconsider(row: TargetRow, isCured = false): void {
    if (isCured) row.notBefore = 0;
    row.state = { ...row.state, mustReschedule: true };
    this.#wake(row);
  }

  #rowOf(target: Target): TargetRow {
    const key = targetKey(target);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row: TargetRow = {
      target,
      dueAt: null,
      notBefore: 0,
      burst: null,
      wakes: 0,
      isHeld: false,
      scheduledAt: Number.POSITIVE_INFINITY,
      state: NEW_LEASE_STATE,
    };
    this.#rows.set(key, row);
    return row;
  }

  #wake(row: TargetRow): void {
    const now = this.#clock.now();
    const last = this.#clock.monotonic();
    const isDue = row.dueAt !== null && row.dueAt <= now;
    const goesOn = row.burst !== null && (isDue || debouncedUntil(row.burst) > last);
    row.burst = { first: goesOn && row.burst ? row.burst.first : last, last };
    row.dueAt = Math.min(row.dueAt ?? now, now);
    row.wakes += 1;
    if (!row.isHeld) this.#schedule(row);
  }

  /** Returns when the row may be claimed, or deleted if nothing is due. Monotonic, as is `now`. */
  #readyAt({ dueAt, notBefore, burst, state }: TargetRow, now: number): number {
    if (dueAt === null) return now + waitForForgottenMs(state.answered, now);
    const due = now + dueAt - this.#clock.now();
    return Math.max(due, notBefore, burst === null ? Number.NEGATIVE_INFINITY : debouncedUntil(burst));
  }

  /** Schedules a row. One that is scheduled for an earlier time is examined then. */
  #schedule(row: TargetRow): void {
    const now = this.#clock.monotonic();
    const at = Math.min(this.#readyAt(row, now), now + LONGEST_SLEEP_MS);
    if (row.scheduledAt <= at) return;
    row.scheduledAt = at;
    const due = this.#due[row.target.kind];
    due.push({ at, row });
    if (due.peek()?.row === row) this.#alarm.abort();
  }

  #claim(due: Schedule, most: number): readonly TargetLease[] {
    const leases: TargetLease[] = [];
    const now = this.#clock.monotonic();
    for (let first = due.peek(); first !== undefined && leases.length < most; first = due.peek()) {
      const { at, row } = first;
      if (at > now) break;
      due.pop();
      if (at !== row.scheduledAt) continue;
      row.scheduledAt = Number.POSITIVE_INFINITY;
      if (row.isHeld) continue;
      const readyAt = this.#readyAt(row, now);
      if (readyAt > now) this.#schedule(row);
      else if (row.dueAt === null) this.#rows.delete(targetKey(row.target));
      else leases.push(this.#hold(row, now - readyAt));
    }
    return leases;
  }

  #hold(row: TargetRow, lateMs: number): TargetLease {
    const { target, state, wakes: seen } = row;
    row.isHeld = true;
    row.burst = null;
    row.state = { ...state, mustReschedule: false };
    return {
      target,
      state,
      lateMs,
      fence: 0,
      gathersMs: () => (row.burst === null ? 0 : Math.max(0, debouncedUntil(row.burst) - this.#clock.monotonic())),
      isSure: () => true,
      release: async (rest) => this.#release(row, rest, seen),
    };
  }

  #release(row: TargetRow, { dueAt, waitMs, answered, failures, mustReschedule }: LeaseRest, seen: number): void {
    row.isHeld = false;
    row.notBefore = waitMs > 0 ? this.#clock.monotonic() + waitMs : 0;
    row.state = { answered, failures, mustReschedule: mustReschedule || row.state.mustReschedule };
    if (row.wakes === seen) {
      row.dueAt = dueAt;
      row.burst = dueAt !== null && dueAt <= this.#clock.now() ? ELAPSED_BURST : null;
    }
    this.#schedule(row);
    this.#noticeSetBack();
  }

  async #sleep(signal: AbortSignal): Promise<void> {
    const alarm = new AbortController();
    this.#alarm = alarm;
    const ring = () => alarm.abort();
    signal.addEventListener('abort', ring, { once: true });
    try {
      const { channel, user } = this.#due;
      const at = Math.min(...[channel, user].map((due) => due.peek()?.at ?? Number.POSITIVE_INFINITY));
      if (at === Number.POSITIVE_INFINITY) await once(alarm.signal, 'abort');
      else await this.#clock.sleep(Math.max(0, at - this.#clock.monotonic()), alarm.signal);
    } finally {
      signal.removeEventListener('abort', ring);
    }
  }
}
