import type { Outcome } from '../ports/delivery.ts';
import type { Target } from '../routing/notice.ts';
import {
  CATCH_UP_MS,
  isLasting,
  nextRetryMs,
  REFUSAL_KEPT_MS,
  type RetriedRefusal,
} from '../routing/retried-refusal.ts';
import type { DeliveryParts } from './parts.ts';

/**
 * The unlisted refusal of one target: saved at the first one, ended by any other answer to the message, which stays
 * sealed until then. The saved state therefore needs a look only where a sealed message is sent again.
 */
export class TargetRefusal {
  readonly #target: Target;
  readonly #parts: DeliveryParts;
  #known: RetriedRefusal | null = null;

  constructor(target: Target, parts: DeliveryParts) {
    this.#target = target;
    this.#parts = parts;
  }

  /** Whether a lasting refusal has ended, as far as it was read: its backlog is summed up in digests. */
  get isCatchingUp(): boolean {
    return this.#known?.endedAt !== undefined;
  }

  /** Reads whether the target catches up, which outlives turns and restarts. Rejects with the store's error. */
  async readCatchingUp(): Promise<boolean> {
    await this.read();
    return this.isCatchingUp;
  }

  /** The backlog is sent. Rejects with the store's error. */
  async endCatchingUp(): Promise<void> {
    if (!this.isCatchingUp) return;
    await this.#parts.retriedRefusals.end(this.#target);
    this.#known = null;
  }

  /** Reads the saved state. Rejects with the store's error. */
  async read(): Promise<void> {
    this.#known ??= await this.#parts.retriedRefusals.of(this.#target);
  }

  /**
   * Until when what waits for a paused target is kept, epoch ms; null if no retries preceded the pause, or that is
   * over.
   */
  async keptUntil(): Promise<number | null> {
    await this.read();
    if (this.#known === null || this.isCatchingUp) return null;
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
      const goesOn = before !== null && before.pausedAt === null && before.endedAt === undefined;
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

  /**
   * Ends the refusal.
   * @param how Discord's answer to the message, or `unwanted` if its feeds and watches were removed
   */
  async end(how: 'unwanted' | Outcome['kind']): Promise<void> {
    if (this.#known === null || (this.isCatchingUp && how !== 'refused')) return;
    const { clock, log, retriedRefusals } = this.#parts;
    const { code, since } = this.#known;
    const now = clock.now();
    const hasBacklog = how !== 'refused' && isLasting({ since }, now);
    const ended = hasBacklog ? { code, since, pausedAt: null, endedAt: now } : null;
    try {
      if (ended === null) await retriedRefusals.end(this.#target);
      else await retriedRefusals.put(this.#target, ended, CATCH_UP_MS);
    } catch (err) {
      log.error({ err, target: this.#target }, 'Could not save that a refusal has ended');
    }
    this.#known = ended;
    const refusedSeconds = Math.round((now - since) / 1_000);
    if (how === 'delivered')
      log.info({ target: this.#target, code, refusedSeconds }, 'Discord takes messages of a target again');
  }

  #put(refusal: RetriedRefusal): Promise<void> {
    return this.#parts.retriedRefusals.put(this.#target, refusal, REFUSAL_KEPT_MS);
  }
}
