import type { TargetLease } from '../ports/delivery.ts';
import type { Target } from '../routing/notice.ts';
import { within } from '../time/within.ts';
import type { DeliveryParts } from './parts.ts';
import { Rush } from './rush.ts';
import { TargetTurn } from './target-turn.ts';

/** Targets that are worked at side by side: Discord may be slow. */
const MOST_TURNS = 64;
/** Limits targets that wait for the rate limiter, since the order in which leases are claimed no longer applies to them. */
const MOST_WAITING = 8;
const AFTER_FAILURE_MS = 1_000;

/** Brings notices from the outbox to Discord. */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #stop = new AbortController();
  readonly #rush: Rush;
  readonly #turns = new Set<Promise<void>>();
  readonly #waiting = new Set<TargetLease>();
  /** A turn has ended, or waits no more. */
  #moved = Promise.withResolvers<void>();
  #working: Promise<void> | null = null;
  /** Until when Discord refuses this address; of the monotonic clock. */
  #refusedUntil = 0;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#rush = new Rush(parts.clock, parts.log);
  }

  /** Begins, once Discord is ready: first the messages that were sealed before the restart, unchanged. */
  start(): void {
    if (!this.#stop.signal.aborted) this.#working ??= this.#work();
  }

  /** New notices are written down for these targets; before `start` this does nothing, they are found then. */
  wake(targets: readonly Target[]): void {
    this.#parts.leases.wake(targets);
  }

  /**
   * Like `wake`, after the feeds, watches or quiet hours of these targets have changed: what they put off is judged
   * again. `isCured`: as in `TargetLeases`.
   */
  reconsider(targets: readonly Target[], isCured = false): void {
    this.#parts.leases.reconsider(targets, isCured).catch((err) => {
      this.#parts.log.error(
        { err, targets },
        'What was put off is judged by the new settings only when its time comes',
      );
    });
  }

  /** Finishes what is in flight, at most so long; all else stays in the journal for the next start. */
  async stop(deadlineMs: number): Promise<void> {
    this.#stop.abort();
    await within(deadlineMs, this.#ended(), this.#parts.clock);
  }

  /** With what was claimed as it was told to stop. */
  async #ended(): Promise<void> {
    await this.#working;
    await Promise.all(this.#turns);
  }

  /** Until `stop`; never rejects. */
  async #work(): Promise<void> {
    const { signal } = this.#stop;
    const { leases, clock, log } = this.#parts;
    for (let failures = 0; !signal.aborted; ) {
      try {
        const most = Math.min(MOST_TURNS - this.#turns.size, MOST_WAITING - this.#waiting.size);
        for (const lease of await leases.claim(most, signal)) this.#begin(lease);
        if (failures > 0) log.info({ failures }, 'What waits to be sent is known again');
        failures = 0;
      } catch (err) {
        log[failures === 0 ? 'error' : 'debug'](
          { err },
          'What waits to be sent cannot be asked of the store: it is tried again',
        );
        failures += 1;
        await clock.sleep(AFTER_FAILURE_MS, signal);
      }
      while (this.#turns.size >= MOST_TURNS || this.#waiting.size > MOST_WAITING / 2) await this.#moved.promise;
      while (this.#isAddressRefused() && !signal.aborted)
        await clock.sleep(this.#refusedUntil - clock.monotonic(), signal);
    }
  }

  #begin(lease: TargetLease): void {
    const events = {
      unauthorized: (why: string) => this.#giveUp(why),
      addressRefused: (ms: number) => {
        this.#refusedUntil = Math.max(this.#refusedUntil, this.#parts.clock.monotonic() + ms);
      },
      isAddressRefused: () => this.#isAddressRefused(),
      isLate: this.#rush.note(lease.lateMs),
      waitsNoMore: () => this.#move(lease),
    };
    const turn = new TargetTurn(lease, this.#parts, events, this.#stop.signal).run().then(() => {
      this.#turns.delete(turn);
      this.#move(lease);
    });
    this.#turns.add(turn);
    this.#waiting.add(lease);
  }

  /** It waits no more. */
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
    this.#parts.log.error({ why }, 'Discord no longer accepts the token: nothing more is sent');
    this.#parts.onUnauthorized(why);
  }
}
