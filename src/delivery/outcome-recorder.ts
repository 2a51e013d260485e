import type { Outcome } from '../ports/delivery.ts';
import type { HeldLease, Sealed, Settlement } from '../ports/outbox.ts';
import { type Target, UNWANTED } from '../routing/notice.ts';
import {
  CATCH_UP_MS,
  isLasting,
  nextRetryMs,
  REFUSAL_KEPT_MS,
  type RetriedRefusal,
} from '../routing/retried-refusal.ts';
import { dropDue } from './due-notices.ts';
import type { DeliveryParts } from './parts.ts';

type Final = Exclude<Outcome, { kind: 'retry' | 'unauthorized' }>;

/**
 * Saves the outcomes of one target's messages. An outcome that could not be saved stays in memory, so that nothing is
 * sent twice.
 */
export class OutcomeRecorder {
  readonly #lease: HeldLease;
  readonly #parts: DeliveryParts;
  #open: { readonly id: number; readonly settlement: Settlement; readonly outcome: Final } | null = null;

  constructor(lease: HeldLease, parts: DeliveryParts) {
    this.#lease = lease;
    this.#parts = parts;
  }

  /**
   * Saves the outcome that is not saved yet. A message of several notices whose content was refused is split. Rejects
   * while the journal fails.
   */
  async finish(): Promise<void> {
    if (this.#open === null) return;
    const { id, settlement, outcome } = this.#open;
    const { journal, log } = this.#parts;
    const { target } = this.#lease;
    const isOfContent = outcome.kind === 'rejected' && outcome.isOfContent === true;
    const isSplit = isOfContent && (await journal.split(id, settlement.at));
    if (!isSplit) await journal.settle(id, settlement);
    this.#open = null;
    if (outcome.kind !== 'rejected') return;
    const { why } = outcome;
    if (isSplit) log.warn({ target, why }, 'Content filter refused a merged message, sending its notices one by one');
    else log.error({ target, why }, 'Discord rejected a message, dropping it');
  }

  async settle(message: Sealed, outcome: Final): Promise<void> {
    const at = this.#parts.clock.now();
    const settlement =
      outcome.kind === 'delivered'
        ? ({ kind: 'delivered', messageId: outcome.messageId, at } as const)
        : ({ kind: 'undelivered', why: outcome.why, at } as const);
    this.#open = { id: message.id, settlement, outcome };
    if (outcome.kind === 'refused') await this.pause(outcome.code, outcome.why);
    await this.finish();
    if (outcome.kind === 'delivered') await this.#finishOnce(message.subscriptionIds);
    if (outcome.kind === 'refused') await this.abandon(outcome.why);
  }

  /** Drops a sealed message whose feeds and watches were removed. */
  async discard({ id }: Sealed): Promise<void> {
    await this.#parts.journal.settle(id, { kind: 'undelivered', why: UNWANTED, at: this.#parts.clock.now() });
  }

  /** Drops the sealed messages and the due notices of the target. */
  async abandon(why: string): Promise<void> {
    for (const { id } of await this.#parts.journal.sealed(this.#lease.target)) {
      await this.#parts.journal.settle(id, { kind: 'undelivered', why, at: this.#parts.clock.now() });
    }
    await dropDue(this.#lease, why, this.#parts);
  }

  /** Removes `once` watches that were delivered. */
  async #finishOnce(deliveredIds: readonly string[]): Promise<void> {
    const { subscriptions, onOnceDelivered, log } = this.#parts;
    const lookup = await subscriptions.lookup(this.#lease.target, deliveredIds);
    for (const id of deliveredIds) {
      const subscription = lookup.get(id);
      if (subscription === undefined || subscription.type === 'feed' || subscription.repeat !== 'once') continue;
      try {
        await onOnceDelivered(subscription);
      } catch (error) {
        log.warn({ err: error, watch: id }, 'Could not remove a one-time watch after its alert');
      }
    }
  }

  /** @returns whether the pause was saved; if not, the next message asks Discord once more */
  async pause(code: number, why: string): Promise<boolean> {
    const { clock, log, pauseRefused, subscriptions } = this.#parts;
    const { target } = this.#lease;
    const at = clock.now();
    log.warn({ target, code, why }, 'Discord refuses messages of a target, pausing it');
    try {
      await pauseRefused({ target, code, at }, await subscriptions.of(target));
      return true;
    } catch (error) {
      log.error({ err: error, target }, 'Could not pause a target, retrying with its next message');
      return false;
    }
  }
}

/**
 * The unlisted refusal of one target: saved at the first one, ended by any other answer to the message, which stays
 * sealed until then. The saved state is therefore read only if a sealed message is sent again.
 */
export class TargetRefusal {
  readonly #target: Target;
  readonly #parts: DeliveryParts;
  #known: RetriedRefusal | null = null;

  constructor(target: Target, parts: DeliveryParts) {
    this.#target = target;
    this.#parts = parts;
  }

  /** Returns whether a lasting refusal has ended, as far as it was read: its backlog is summed up in digests. */
  get isCatchingUp(): boolean {
    return this.#known?.endedAt !== undefined;
  }

  /** Reads whether the target catches up, which outlives turns and restarts. Rejects with the store's error. */
  async readCatchingUp(): Promise<boolean> {
    await this.read();
    return this.isCatchingUp;
  }

  /** Deletes the refusal after its backlog was sent. Rejects with the store's error. */
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
   * Returns until when (epoch ms) a paused target's backlog is kept, or null if no retries preceded the pause or that
   * time is over.
   */
  async keptUntil(): Promise<number | null> {
    await this.read();
    if (this.#known === null || this.isCatchingUp) return null;
    const until = (this.#known.pausedAt ?? this.#known.since) + REFUSAL_KEPT_MS;
    return until > this.#parts.clock.now() ? until : null;
  }

  /**
   * Saves a refusal.
   * @returns ms until the next attempt, or null if the target has been retried for six hours
   */
  async note(code: number, why: string): Promise<number | null> {
    const { clock, random, log } = this.#parts;
    const now = clock.now();
    try {
      await this.read();
      const before = this.#known;
      // A refusal that led to a pause has ended with the resume.
      const goesOn = before !== null && before.pausedAt === null && before.endedAt === undefined;
      this.#known = { code, since: goesOn ? before.since : now, pausedAt: null };
      if (!goesOn || before.code !== code) await this.#put(this.#known);
      if (!goesOn) log.warn({ target: this.#target, why }, 'Discord refuses messages of a target, retrying');
    } catch (err) {
      log.error({ err, target: this.#target }, 'Could not save that Discord refuses messages of a target');
    }
    return nextRetryMs(this.#known ?? { since: now }, now, random());
  }

  /** Saves that the retries ended in a pause. Rejects with the store's error. */
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
      log.info({ target: this.#target, code, refusedSeconds }, 'Discord accepts messages of a target again');
  }

  #put(refusal: RetriedRefusal): Promise<void> {
    return this.#parts.retriedRefusals.put(this.#target, refusal, REFUSAL_KEPT_MS);
  }
}
