import { Condition } from '../log/condition.ts';
import type { TargetLease } from '../ports/delivery.ts';
import type { Log } from '../ports/log.ts';
import type { Target } from '../routing/notice.ts';
import type { Clock } from '../time/clock.ts';
import { within } from '../time/deadline.ts';
import { Backoff, retry } from '../time/retry.ts';
import type { DeliveryParts } from './parts.ts';
import { TargetTurn } from './target-turn.ts';

/** Limits turns in parallel, because Discord may be slow. */
const MOST_TURNS = 64;
/** Limits turns that wait for the rate limiter, because they no longer follow the order in which leases are claimed. */
const MOST_WAITING_TURNS = 8;
const CLAIM_RETRY = new Backoff({ firstMs: 1_000, capMs: 1_000, jitter: 0 });

/** Sends the notices of the outbox to Discord. */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #stop = new AbortController();
  readonly #backlog: BacklogMonitor;
  readonly #outbox: Condition;
  readonly #turns = new Set<Promise<void>>();
  readonly #waiting = new Set<TargetLease>();
  /** Resolves when a turn has ended or has passed the rate limiter. */
  #moved = Promise.withResolvers<void>();
  #working: Promise<void> | null = null;
  /** Monotonic time until which Discord refuses this address. */
  #refusedUntil = 0;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#backlog = new BacklogMonitor(parts.clock, parts.log);
    this.#outbox = new Condition({
      log: parts.log,
      level: 'error',
      begins: 'Outbox unreachable, retrying',
      ends: 'Outbox reachable again',
    });
  }

  /**
   * Starts claiming leases; called once Discord is ready. Messages that were sealed before the restart are sent first,
   * unchanged.
   */
  start(): void {
    if (!this.#stop.signal.aborted) this.#working ??= this.#work();
  }

  /** Reports new notices for these targets. No effect before `start`, which finds them. */
  wake(targets: readonly Target[]): void {
    this.#parts.leases.wake(targets);
  }

  /**
   * Like `wake`, after the feeds, watches or quiet hours of these targets have changed: notices that they postponed are
   * judged again. `isCured` is as in `TargetLeases`.
   */
  reconsider(targets: readonly Target[], isCured = false): void {
    this.#parts.leases.reconsider(targets, isCured).catch((err) => {
      this.#parts.log.error({ err, targets }, 'Could not reschedule postponed notices, judging them when they are due');
    });
  }

  /** Finishes messages in flight, within the deadline. The rest stays in the journal for the next start. */
  async stop(deadlineMs: number): Promise<void> {
    this.#stop.abort();
    await within(deadlineMs, this.#ended(), this.#parts.clock);
  }

  /** Resolves after all turns, including those of leases that were claimed during the stop. */
  async #ended(): Promise<void> {
    await this.#working;
    await Promise.all(this.#turns);
  }

  /** Begins turns until `stop`. */
  async #work(): Promise<void> {
    const { signal } = this.#stop;
    const { clock } = this.#parts;
    while (!signal.aborted) {
      for (const lease of await this.#claim()) this.#begin(lease);
      while (this.#turns.size >= MOST_TURNS || this.#waiting.size > MOST_WAITING_TURNS / 2) await this.#moved.promise;
      while (this.#isAddressRefused() && !signal.aborted)
        await clock.sleep(this.#refusedUntil - clock.monotonic(), signal);
    }
  }

  /** @returns no leases if `stop` ends the wait */
  async #claim(): Promise<readonly TargetLease[]> {
    const { signal } = this.#stop;
    const { leases, clock } = this.#parts;
    const most = Math.min(MOST_TURNS - this.#turns.size, MOST_WAITING_TURNS - this.#waiting.size);
    try {
      return await retry(() => leases.claim(most, signal), {
        backoff: CLAIM_RETRY,
        clock,
        signal,
        condition: this.#outbox,
      });
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
  }

  #begin(lease: TargetLease): void {
    const events = {
      unauthorized: (why: string) => this.#giveUp(why),
      addressRefused: (ms: number) => {
        this.#refusedUntil = Math.max(this.#refusedUntil, this.#parts.clock.monotonic() + ms);
      },
      isAddressRefused: () => this.#isAddressRefused(),
      isLate: this.#backlog.note(lease.lateMs),
      waitEnded: () => this.#move(lease),
    };
    const turn = new TargetTurn(lease, this.#parts, events, this.#stop.signal).run().then(() => {
      this.#turns.delete(turn);
      this.#move(lease);
    });
    this.#turns.add(turn);
    this.#waiting.add(lease);
  }

  /** Notes that the lease no longer waits for the rate limiter. */
  #move(lease: TargetLease): void {
    this.#waiting.delete(lease);
    this.#moved.resolve();
    this.#moved = Promise.withResolvers();
  }

  #isAddressRefused(): boolean {
    return this.#refusedUntil > this.#parts.clock.monotonic();
  }

  #giveUp(why: string): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    this.#parts.log.error({ why }, 'Discord rejected the token, nothing more is sent');
    this.#parts.onUnauthorized(why);
  }
}

/** A lease that waited longer to be claimed is late. Waits that Discord demands of one target do not count. */
const LATE_CLAIM_MS = 30_000;
/** A lease that waited for less than this long was claimed in time. */
const IN_TIME_MS = 5_000;
/**
 * A backlog is over at a lease in time, if none was late for so long. One lease in time is no proof: leases of channels
 * go first, and are in time during a backlog too.
 */
const BACKLOG_OVER_AFTER_MS = 10_000;
/** A burst is sent within a minute; a longer backlog is logged. */
const LOGGED_AFTER_MS = 60_000;

/** Tracks whether more alerts wait than the bot may send. Logs a lasting backlog once, and its end. */
export class BacklogMonitor {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #backlog: Condition;
  /** Monotonic time of the first claim. Leases that were due earlier waited for Crier, not for Discord. */
  #since: number | null = null;
  #lateSince: number | null = null;
  #lastLateAt = 0;

  constructor(clock: Pick<Clock, 'monotonic'>, log: Log) {
    this.#clock = clock;
    this.#backlog = new Condition({
      log,
      begins:
        'Alerts exceed the Discord rate of one bot (50 requests a second), delivering late; ' +
        'lower WATCHES_PER_USER or FEEDS_PER_GUILD',
      ends: 'Alerts within the Discord rate again',
    });
  }

  /**
   * Records the wait of a claimed lease.
   * @param readyForMs ms between a lease's readiness and its claim
   * @returns whether it is late
   */
  note(readyForMs: number): boolean {
    const now = this.#clock.monotonic();
    this.#since ??= now;
    const lateMs = Math.min(readyForMs, now - this.#since);
    if (lateMs >= LATE_CLAIM_MS) {
      this.#lateSince ??= now;
      this.#lastLateAt = now;
    } else if (lateMs < IN_TIME_MS && now - this.#lastLateAt >= BACKLOG_OVER_AFTER_MS) {
      this.#lateSince = null;
      this.#backlog.clear();
    }
    const isLasting = this.#lateSince !== null && now - this.#lateSince >= LOGGED_AFTER_MS;
    if (isLasting && !this.#backlog.isSet) this.#backlog.set(undefined, { lateSeconds: Math.round(lateMs / 1_000) });
    return lateMs >= LATE_CLAIM_MS;
  }
}
