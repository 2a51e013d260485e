import { LeaseLost } from '../faults/store-faults.ts';
import { Condition } from '../log/condition.ts';
import type { LeaseRest, Outcome, TargetLease } from '../ports/delivery.ts';
import type { Sealed } from '../ports/outbox.ts';
import { TARGET_PAUSED } from '../routing/notice.ts';
import { Backoff, retry } from '../time/retry.ts';
import { reschedule } from './due-notices.ts';
import { OutcomeRecorder, TargetRefusal } from './outcome-recorder.ts';
import type { DeliveryParts } from './parts.ts';
import { sealNext } from './seal.ts';
import { addAnswer, waitForTurnMs } from './target-rate-limit.ts';

const SEND_RETRY = new Backoff({ firstMs: 1_000, capMs: 5 * 60_000, jitter: 0.25 });
/** Wait before asking Discord again at a target whose pause could not be saved. */
const RETRY_PAUSE_MS = 10 * 60_000;
/** Short waits, because an attempt costs little and a recovered store should be used soon. */
const OUTBOX_RETRY = new Backoff({ firstMs: 1_000, capMs: 2_000, jitter: 0.25 });
/** A follower receives the leader's latest market within this time. */
const FOLLOWER_LAG_MS = 300;
/**
 * Limits how long a turn holds its lease for notices that did not fit into a user's last message and ignore cool-downs.
 */
const LONGEST_HELD_TURN_MS = 60_000;

/** Callbacks and state of the delivery for a turn. */
export interface TurnEvents {
  readonly unauthorized: (why: string) => void;
  /** Called when Discord refuses requests from this address for `ms` milliseconds. */
  readonly addressRefused: (ms: number) => void;
  /** Returns whether Discord refuses this address now. */
  readonly isAddressRefused: () => boolean;
  /** The backlog exceeds Discord's rate. */
  readonly isLate: boolean;
  /** Called when the turn has passed the global rate limiter or failed. Other targets then need not wait for it. */
  readonly waitEnded: () => void;
}

/** The end of a step. */
type TurnStep =
  /** The turn has more to do at once. */
  | 'on'
  | { readonly waitMs: number }
  /** The target is paused until `sleepsUntil` (epoch ms), or until it is resumed. */
  | { readonly sleepsUntil: number }
  /** Nothing is due. */
  | 'done'
  /** This process may not go on, or its lease is nearly over. */
  | 'leave';

type Retry = Extract<Outcome, { kind: 'retry' }>;

/** A turn at one target: it sends one message, sealed first. For a user it also sends the notices that did not fit. */
export class TargetTurn {
  readonly #lease: TargetLease;
  readonly #parts: DeliveryParts;
  readonly #events: TurnEvents;
  readonly #stop: AbortSignal;
  readonly #outcomes: OutcomeRecorder;
  readonly #refusal: TargetRefusal;
  #answered: LeaseRest['answered'];
  #failures: number;
  #mustReschedule: boolean;
  #carriedOver: ReadonlySet<number> = new Set();

  constructor(lease: TargetLease, parts: DeliveryParts, events: TurnEvents, stop: AbortSignal) {
    this.#lease = lease;
    this.#parts = parts;
    this.#events = events;
    this.#stop = stop;
    this.#outcomes = new OutcomeRecorder(lease, parts);
    this.#refusal = new TargetRefusal(lease.target, parts);
    this.#answered = lease.state.answered;
    this.#failures = lease.state.failures;
    this.#mustReschedule = lease.state.mustReschedule;
  }

  /** Works until the lease is released, or until `stop` aborts. The rest stays in the journal. Never rejects. */
  async run(): Promise<void> {
    const { clock, random, log } = this.#parts;
    const { target } = this.#lease;
    const failing = new Condition({
      log,
      level: 'error',
      begins: 'Delivery to a target failed, retrying',
      ends: 'Delivery to a target works again',
    });
    await retry(() => this.#work(), {
      backoff: OUTBOX_RETRY,
      random,
      // After an abort, one more attempt releases the lease.
      clock: { sleep: (ms) => clock.sleep(ms, this.#stop) },
      isRetryable: () => !this.#stop.aborted,
      condition: {
        set: (error) => {
          this.#events.waitEnded();
          failing.set(error, { target });
        },
        clear: () => failing.clear({ target }),
      },
    }).catch((error) => failing.set(error, { target }));
  }

  /** Resolves when the lease is released or lost. */
  async #work(): Promise<void> {
    for (;;) {
      const step = this.#stop.aborted ? 'leave' : await this.#step().catch(leaveIfLost);
      if (step === 'on') continue;
      if (step === 'done') return this.#leave(await this.#nextDueAt(), 0);
      if (step === 'leave') return this.#leave(this.#parts.clock.now(), 0);
      if ('sleepsUntil' in step) return this.#leave(step.sleepsUntil, 0);
      if (this.#carriedOver.size === 0 || step.waitMs > LONGEST_HELD_TURN_MS)
        return this.#leave(this.#parts.clock.now(), step.waitMs);
      await this.#parts.clock.sleep(step.waitMs, this.#stop);
    }
  }

  /** Sends one message, if one is due. */
  async #step(): Promise<TurnStep> {
    const { target } = this.#lease;
    const { journal, isPaused } = this.#parts;
    await this.#outcomes.finish();
    if (!this.#lease.isSure()) return 'leave';
    if (await isPaused(target)) return this.#whilePaused();
    const [waiting] = await journal.sealed(target);
    if (waiting !== undefined) return (await this.#waitForTurn()) ?? this.#sendAgain(waiting);
    const gathersMs = this.#lease.gathersMs();
    if (gathersMs > 0) return { waitMs: gathersMs };
    if (this.#mustReschedule) await reschedule(this.#lease, this.#parts);
    this.#mustReschedule = false;
    const dueAt = await this.#nextDueAt();
    if (dueAt === null || dueAt > this.#parts.clock.now()) {
      await this.#refusal.endCatchingUp();
      return 'done';
    }
    // Seal only a message that can leave at once. Until then a later event can still withdraw its notices.
    return (await this.#waitForTurn()) ?? this.#seal();
  }

  /** Keeps the backlog of a target that was paused after retries, until its resume. Drops the backlog of any other. */
  async #whilePaused(): Promise<TurnStep> {
    const sleepsUntil = await this.#refusal.keptUntil();
    if (sleepsUntil !== null) return { sleepsUntil };
    await this.#outcomes.abandon(TARGET_PAUSED);
    await this.#refusal.end('refused');
    return 'done';
  }

  async #seal(): Promise<TurnStep> {
    const sealing = await sealNext(
      this.#lease,
      {
        carriedOver: this.#carriedOver,
        isLate: this.#events.isLate,
        isCatchingUp: () => this.#refusal.readCatchingUp(),
      },
      this.#parts,
    );
    const isPerson = this.#lease.target.kind === 'user';
    this.#carriedOver = sealing.kind === 'sealed' && isPerson ? sealing.carriedOver : new Set();
    if (sealing.kind === 'behind') return { waitMs: FOLLOWER_LAG_MS };
    if (sealing.kind !== 'sealed') return sealing.kind === 'nothing-due' ? 'done' : 'on';
    const sent = await this.#send(sealing.message);
    // Targets that wait longer go next, unless only this process knows which notices the user's next message holds.
    const isToYield = this.#carriedOver.size === 0 && !this.#refusal.isCatchingUp;
    return sent === 'on' && isToYield ? 'done' : sent;
  }

  /**
   * Waits for the target's rate limit, then for the global one.
   * @returns null if a message may leave
   */
  async #waitForTurn(): Promise<TurnStep | null> {
    const waitMs = waitForTurnMs(this.#answered, this.#parts.clock.monotonic());
    if (waitMs > 0) return { waitMs };
    await this.#parts.rateLimiter.pass(this.#stop);
    this.#events.waitEnded();
    if (this.#stop.aborted || this.#events.isAddressRefused()) return 'leave';
    return this.#lease.isSure() ? null : 'leave';
  }

  /** Sends a message that was sealed earlier, unchanged, or drops it if all its feeds and watches were removed. */
  async #sendAgain(message: Sealed): Promise<TurnStep> {
    await this.#refusal.read();
    const ids = message.subscriptionIds;
    const asked = await this.#parts.subscriptions.lookup(this.#lease.target, ids);
    if (ids.length === 0 || ids.some((id) => asked.get(id) !== undefined)) return this.#send(message);
    await this.#refusal.end('unwanted');
    await this.#outcomes.discard(message);
    return 'on';
  }

  async #send(message: Sealed): Promise<TurnStep> {
    if (!this.#lease.isSure()) return 'leave';
    const outcome = await this.#parts.messenger.send(message);
    this.#parts.counts.add('messages', outcome.kind);
    this.#answered = addAnswer(this.#answered, this.#parts.clock.monotonic());
    if (outcome.kind === 'retry') return this.#waitForRetry(outcome);
    this.#failures = 0;
    if (outcome.kind === 'unauthorized') this.#events.unauthorized(outcome.why);
    else {
      // The refusal ends before the outcome is saved. A crash in between sends the same nonce again, so Discord drops
      // the second message.
      await this.#refusal.end(outcome.kind);
      await this.#outcomes.settle(message, outcome);
      if (outcome.kind === 'delivered') await outcome.publish?.();
    }
    return 'on';
  }

  async #waitForRetry(retry: Retry): Promise<TurnStep> {
    const ofTargetMs = await this.#waitForRetryMs(retry);
    if (retry.unlistedCode === undefined) return { waitMs: ofTargetMs };
    const waitMs = await this.#refusal.note(retry.unlistedCode, retry.why);
    if (waitMs !== null) return { waitMs };
    if (!(await this.#outcomes.pause(retry.unlistedCode, retry.why))) return { waitMs: RETRY_PAUSE_MS };
    await this.#refusal.notePaused();
    return 'on';
  }

  async #waitForRetryMs({ waitMs, everywhere, why, unlistedCode }: Retry): Promise<number> {
    const { log, random, rateLimiter } = this.#parts;
    if (everywhere === 'address') {
      // A hold of the address is no failure of this target: when it ends, all targets are sent to at once. Another
      // process may send sooner from its own address.
      this.#events.addressRefused(waitMs);
      return SEND_RETRY.waitMs(random());
    }
    this.#failures += 1;
    const retryInMs = SEND_RETRY.after(this.#failures - 1).waitMs(random(), waitMs);
    if (this.#failures === 1 && unlistedCode === undefined)
      log.warn(
        { target: this.#lease.target, why, retryInMs, everywhere },
        'Discord did not accept a message, retrying',
      );
    if (everywhere === 'bot') await rateLimiter.hold(waitMs);
    return retryInMs;
  }

  #nextDueAt(): Promise<number | null> {
    return this.#parts.journal.nextDueAt(this.#lease.target);
  }

  async #leave(dueAt: number | null, waitMs: number): Promise<void> {
    await this.#lease.release({
      // Targets that are due by now go first.
      dueAt: dueAt && Math.max(dueAt, this.#parts.clock.now()),
      waitMs,
      answered: this.#answered,
      failures: this.#failures,
      mustReschedule: this.#mustReschedule,
    });
  }
}

/**
 * Releases the lease in any case. If another process has ended only its message, this process still holds the lease,
 * and no other would work on it.
 */
function leaveIfLost(error: unknown): TurnStep {
  if (error instanceof LeaseLost) return 'leave';
  throw error;
}
