import type { Sealed } from '../ports/outbox.ts';
import { type Burst, debouncedUntil } from '../routing/debounce.ts';
import type { Target } from '../routing/notice.ts';
import { Backoff } from '../time/backoff.ts';
import type { GlobalRateLimit } from './global-rate-limit.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import type { DeliveryParts } from './parts.ts';
import { reschedule } from './reschedule.ts';
import { sealNext } from './seal.ts';
import { addAnswer, type RecentAnswers, waitForForgottenMs, waitForTurnMs } from './target-rate-limit.ts';

const RETRY = new Backoff({ firstMs: 1_000, capMs: 5 * 60_000, jitter: 0.25 });
/** A disk that is well again is used at once: trying costs next to nothing. */
const LONGEST_JOURNAL_WAIT_MS = 2_000;
/** Sleeps are cut to this, so that a wall clock that jumped is noticed. */
const LONGEST_SLEEP_MS = 60_000;

/** What the delivery hears of a queue. `left`: called in the moment it ends because nothing waits. */
export interface TargetQueueEvents {
  readonly left: () => void;
  readonly unauthorized: (why: string) => void;
}

/** The way to one target: one message at a time, sealed before it is sent, at the target's pace. */
export class TargetQueue {
  readonly #target: Target;
  readonly #parts: DeliveryParts;
  readonly #globalLimit: GlobalRateLimit;
  readonly #events: TargetQueueEvents;
  readonly #outcomes: OutcomeRecorder;
  readonly #stop = new AbortController();
  #alarm = new AbortController();
  #answered: RecentAnswers = [];
  #burst: Burst | null = null;
  #carriedOver: ReadonlySet<number> = new Set();
  #mustReschedule = false;
  #failures = 0;

  constructor(target: Target, parts: DeliveryParts, globalLimit: GlobalRateLimit, events: TargetQueueEvents) {
    this.#target = target;
    this.#parts = parts;
    this.#globalLimit = globalLimit;
    this.#events = events;
    this.#outcomes = new OutcomeRecorder(target, parts);
  }

  /** Something new waits for this target. */
  wake(): void {
    const last = this.#parts.clock.monotonic();
    this.#burst = { first: this.#burst?.first ?? last, last };
    this.#alarm.abort();
  }

  /** The feeds or watches here have changed: what was put off on their account is judged anew. */
  reconsider(): void {
    this.#mustReschedule = true;
    this.wake();
  }

  /** Ends the queue after what is in flight; the rest stays in the journal. */
  stop(): void {
    this.#stop.abort();
    this.#alarm.abort();
  }

  /** Works until nothing waits any more, or until `stop`. Never rejects. */
  async run(): Promise<void> {
    let journalFailures = 0;
    let empty = false;
    while (!empty && !this.#stop.signal.aborted) {
      try {
        empty = await this.#step();
        journalFailures = 0;
      } catch (error) {
        journalFailures += 1;
        if (journalFailures === 1)
          this.#parts.log.error({ err: error, target: this.#target }, 'the outbox cannot be worked on');
        const waitMs = RETRY.after(journalFailures - 1).waitMs(this.#parts.random());
        await this.#sleep(Math.min(waitMs, LONGEST_JOURNAL_WAIT_MS));
      }
    }
  }

  /** Sends one message, if there is one. True: the queue has left. */
  async #step(): Promise<boolean> {
    await this.#outcomes.finish();
    if (await this.#parts.isPaused(this.#target)) {
      this.#burst = null;
      await this.#outcomes.abandon('target paused');
      return this.#waitForNext();
    }
    const [waiting] = await this.#parts.journal.sealed(this.#target);
    if (waiting !== undefined) {
      if (await this.#waitForTurn()) await this.#send(waiting);
      return false;
    }
    await this.#waitForQuiet();
    if (this.#stop.signal.aborted) return false;
    if (this.#mustReschedule) await this.#reschedule();
    if (!(await this.#isDue())) return this.#waitForNext();
    // Sealed only when it can leave at once: what happens while it waits for its turn can still take it back.
    if (!(await this.#waitForTurn())) return false;
    const sealing = await sealNext(this.#target, this.#carriedOver, this.#parts);
    this.#carriedOver = sealing.kind === 'sealed' ? sealing.carriedOver : new Set();
    if (sealing.kind === 'sealed') await this.#send(sealing.message);
    return sealing.kind === 'nothing-due' ? this.#waitForNext() : false;
  }

  /** What changes while this goes on asks for another. */
  async #reschedule(): Promise<void> {
    this.#mustReschedule = false;
    try {
      await reschedule(this.#target, this.#parts);
    } catch (error) {
      this.#mustReschedule = true;
      throw error;
    }
  }

  async #isDue(): Promise<boolean> {
    const dueAt = await this.#parts.journal.nextDueAt(this.#target);
    return dueAt !== null && dueAt <= this.#parts.clock.now();
  }

  /** Waits until a message may leave: the target's pace, then the limit over all targets. False: stopped meanwhile. */
  async #waitForTurn(): Promise<boolean> {
    const waitMs = waitForTurnMs(this.#answered, this.#parts.clock.monotonic());
    if (waitMs > 0) await this.#sleep(waitMs);
    await this.#globalLimit.pass(this.#stop.signal);
    return !this.#stop.signal.aborted;
  }

  async #waitForQuiet(): Promise<void> {
    while (this.#burst !== null && !this.#stop.signal.aborted) {
      const waitMs = debouncedUntil(this.#burst) - this.#parts.clock.monotonic();
      if (waitMs > 0) await this.#sleep(waitMs);
      else this.#burst = null;
    }
  }

  async #send(message: Sealed): Promise<void> {
    const { clock, messenger } = this.#parts;
    const outcome = await messenger.send(message);
    this.#answered = addAnswer(this.#answered, clock.monotonic());
    if (outcome.kind === 'retry') {
      await this.#waitForRetry(outcome);
      return;
    }
    this.#failures = 0;
    if (outcome.kind === 'unauthorized') this.#events.unauthorized(outcome.why);
    else await this.#outcomes.settle(message, outcome);
  }

  async #waitForRetry({
    waitMs,
    everywhere,
    why,
  }: {
    waitMs: number;
    everywhere: boolean;
    why: string;
  }): Promise<void> {
    this.#failures += 1;
    const { log, random } = this.#parts;
    const retryInMs = RETRY.after(this.#failures - 1).waitMs(random(), waitMs);
    if (this.#failures === 1) log.warn({ target: this.#target, why, retryInMs, everywhere }, 'a message is sent again');
    if (everywhere) this.#globalLimit.hold(waitMs);
    await this.#sleep(retryInMs);
  }

  /** Waits for the next due time or a wake; with nothing left at all, leaves once the pace may be forgotten. */
  async #waitForNext(): Promise<boolean> {
    const { journal, clock } = this.#parts;
    this.#alarm = new AbortController();
    if (this.#burst !== null || this.#stop.signal.aborted) return false;
    const dueAt = await journal.nextDueAt(this.#target);
    const forgetMs = waitForForgottenMs(this.#answered, clock.monotonic());
    const waitMs = dueAt === null ? forgetMs : Math.min(Math.max(dueAt - clock.now(), 0), LONGEST_SLEEP_MS);
    if (waitMs > 0) await clock.sleep(waitMs, this.#alarm.signal);
    if (dueAt !== null || this.#burst !== null || this.#stop.signal.aborted) return false;
    this.#events.left();
    return true;
  }

  #sleep(ms: number): Promise<void> {
    return this.#parts.clock.sleep(ms, this.#stop.signal);
  }
}
