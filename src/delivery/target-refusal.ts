import type { Outcome } from '../ports/messenger.ts';
import type { Target } from '../routing/notice.ts';
import { isLasting, nextRetryMs, REFUSAL_KEPT_MS, type RetriedRefusal } from '../routing/retried-refusal.ts';
import type { DeliveryParts } from './parts.ts';

/**
 * The unlisted refusal of one target: saved at the first one, ended by any other answer to the message, which stays
 * sealed until then. The saved state therefore needs a look only where a sealed message is sent again.
 */
export class TargetRefusal {
  readonly #target: Target;
  readonly #parts: DeliveryParts;
  #known: RetriedRefusal | null = null;
  #isCatchingUp = false;

  constructor(target: Target, parts: DeliveryParts) {
    this.#target = target;
    this.#parts = parts;
  }

  /** Whether a lasting refusal has ended in this turn: its backlog is summed up in digests. */
  get isCatchingUp(): boolean {
    return this.#isCatchingUp;
  }

  /** Reads the saved state. Rejects with the store's error. */
  async read(): Promise<void> {
    this.#known ??= await this.#parts.retriedRefusals.of(this.#target);
  }

  /** Until when what waits for a paused target is kept, epoch ms; null if no retries preceded the pause, or that is over. */
  async keptUntil(): Promise<number | null> {
    await this.read();
    if (this.#known === null) return null;
    const until = (this.#known.pausedAt ?? this.#known.since) + REFUSAL_KEPT_MS;
    return until > this.#parts.clock.now() ? until : null;
  }

  /** Notes a refusal. @returns ms until the next attempt, or null if the target has been retried for six hours */
  async note(code: number, why: string): Promise<number | null> {
    const { clock, random, log } = this.#parts;
    const now = clock.now();
    try {
      await this.read();
      const before = this.#known;
      // One that led to a pause has ended with the resume.
      const goesOn = before !== null && before.pausedAt === null;
      this.#known = { code, since: goesOn ? before.since : now, pausedAt: null };
      if (!goesOn || before.code !== code) await this.#put(this.#known);
      if (!goesOn) log.warn({ target: this.#target, why }, 'Discord refuses messages of a target, retrying');
    } catch (err) {
      log.error({ err, target: this.#target }, 'Could not save that Discord refuses messages of a target');
    }
    return nextRetryMs(this.#known ?? { since: now }, now, random());
  }

  /** The retries are over, and the pause is saved. Rejects with the store's error. */
  async notePaused(): Promise<void> {
    if (this.#known === null) return;
    this.#known = { ...this.#known, pausedAt: this.#parts.clock.now() };
    await this.#put(this.#known);
  }

  /** Discord has answered the message otherwise, or nobody wants it any more. */
  async end(how: 'put away' | Outcome['kind']): Promise<void> {
    if (this.#known === null) return;
    const { clock, log, retriedRefusals } = this.#parts;
    const { code, since } = this.#known;
    try {
      await retriedRefusals.end(this.#target);
    } catch (err) {
      log.error({ err, target: this.#target }, 'Could not save that a refusal has ended');
    }
    this.#isCatchingUp = isLasting({ since }, clock.now());
    this.#known = null;
    const refusedSeconds = Math.round((clock.now() - since) / 1_000);
    if (how === 'delivered')
      log.info({ target: this.#target, code, refusedSeconds }, 'Discord takes messages of a target again');
  }

  #put(refusal: RetriedRefusal): Promise<void> {
    return this.#parts.retriedRefusals.put(this.#target, refusal, REFUSAL_KEPT_MS);
  }
}
