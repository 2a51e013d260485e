import type { Outcome } from '../ports/delivery.ts';
import type { HeldLease, Sealed, Settlement } from '../ports/outbox.ts';
import { UNWANTED } from '../routing/notice.ts';
import { dropDue } from './due-notices.ts';
import type { DeliveryParts } from './parts.ts';

type Final = Exclude<Outcome, { kind: 'retry' | 'unauthorized' }>;

/**
 * Saves how the messages of one target ended. An end that could not be saved is kept, so that nothing is sent twice.
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
   * Saves the end that is not saved yet. A message of several notices whose content was refused is split. Rejects while
   * the journal fails.
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
    if (isSplit) log.warn({ target, why }, 'Content filter refused a merged message: sending its events one by one');
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
        log.warn({ err: error, watch: id }, 'Could not remove a watch that tells once');
      }
    }
  }

  /** @returns whether the pause was saved; if not, the next message asks Discord once more */
  async pause(code: number, why: string): Promise<boolean> {
    const { clock, log, pauseRefused, subscriptions } = this.#parts;
    const { target } = this.#lease;
    const at = clock.now();
    log.warn({ target, code, why }, 'Discord refuses a target: paused');
    try {
      await pauseRefused({ target, code, at }, await subscriptions.of(target));
      return true;
    } catch (error) {
      log.error({ err: error, target }, 'Could not pause a target, retrying with its next message');
      return false;
    }
  }
}
