import type { DeliveredPrice } from '../routing/better-price.ts';
import type { Held, Notice, Routed, Target } from '../routing/notice.ts';
import type { RetriedRefusal } from '../routing/retried-refusal.ts';

/** A pause that Discord's answer forced on a target. */
export interface Pause {
  readonly target: Target;
  readonly code: number;
  readonly at: number;
}

/**
 * The best unit price that a message names to a watch. `beats`: the last price delivered before, in diamonds, where
 * this one is so much better that it did not wait for the cool-down; null: it broke none.
 */
export interface BestPrice extends DeliveredPrice {
  readonly beats: number | null;
}

/**
 * When a message of a feed or watch was last delivered, epoch ms, and the best unit price in it; null: it named none.
 */
export interface LastDelivery {
  readonly at: number;
  readonly price: DeliveredPrice | null;
}

/** By the watch's id, and for deals by the `shopPriceKey`. Watches whose messages name no price have none. */
export type BestPrices = Readonly<Record<string, BestPrice>>;

/** A message that is fixed: its rows, target, nonce and body never change again, so that a retry cannot repeat it. */
export interface Sealed {
  readonly id: number;
  readonly target: Target;
  /** At most 25 characters. */
  readonly nonce: string;
  readonly body: string;
  /** The feeds and watches whose message it is. */
  readonly subscriptionIds: readonly string[];
  readonly sealedAt: number;
}

/** A claimed lease of a target. Each claim has a higher `fence`. */
export interface HeldLease {
  readonly target: Target;
  readonly fence: number;
}

/**
 * The effect of sealing on the notices it looked at. Notices of the message (`notices`) and `dropped` ones wait no longer.
 * Those of `narrowed` wait on for fewer feeds or watches, which they name here.
 */
export interface Seal {
  readonly target: Target;
  /** At most 25 characters, never used before. */
  readonly nonce: string;
  readonly body: string;
  readonly notices: readonly Notice[];
  readonly dropped: readonly { readonly notice: Notice; readonly why: string }[];
  readonly narrowed?: readonly Notice[];
  readonly best?: BestPrices;
  /** Epoch ms. The message reports each new outage of the stream that ended until then; null: it reports none. */
  readonly gapsKnownUntil?: number | null;
  readonly at: number;
  /** That of the target. Rejects with `LeaseLost`. A store of one process looks at no fence, here and below. */
  readonly lease?: HeldLease;
}

/**
 * A notice of the last week, and what became of it. `end` null: it still waits. `message` null: it was dropped, `why`
 * says it.
 */
export interface PastNotice {
  readonly notice: Notice;
  readonly end: { readonly at: number; readonly why: string | null; readonly message: PastMessage | null } | null;
}

/** `settledAt` null: still under way. `why`: Discord's refusal; null with a `messageId`: delivered. */
export interface PastMessage {
  readonly settledAt: number | null;
  readonly messageId: string | null;
  readonly why: string | null;
  readonly best: BestPrices;
}

/** How a sealed message ended. */
export type Settlement =
  | { readonly kind: 'delivered'; readonly messageId: string; readonly at: number }
  | { readonly kind: 'undelivered'; readonly why: string; readonly at: number };

/**
 * The backlog of targets that are not paused. `depth`: notices that are due, and unsettled messages. `waitingSince`:
 * since when the oldest of them waits, epoch ms, or null if there is none. `later`: notices that are not due yet.
 * `refused`: messages of the last day that Discord did not take.
 */
export interface Queue {
  readonly depth: number;
  readonly waitingSince: number | null;
  readonly later: number;
  readonly refused: number;
  readonly lastDeliveryAt: number | null;
}

/** What waits to be told, and what became of it: every process works on it, each at targets of its own. */
export interface Outbox {
  /** Enqueues notices; those of the stream and of snapshots come with `IngestWriter.record`. */
  enqueue(notices: readonly Routed[]): Promise<void>;
  /**
   * Targets with waiting notices or sealed, unsettled messages. `dueAt`: of the earliest notice; 0 if a sealed one
   * waits.
   */
  waitingTargets(): Promise<readonly { readonly target: Target; readonly dueAt: number; readonly count: number }[]>;
  /** Waiting notices of a target that are due, oldest first. */
  waiting(target: Target, now: number, limit: number): Promise<readonly Notice[]>;
  /** Earliest `dueAt` of the target's waiting notices; null: none. */
  nextDueAt(target: Target): Promise<number | null>;
  /**
   * Moves notices' due time, and notes why; null: only the window of a gathering feed changed. They wait on for those
   * feeds and watches alone that they name here. Rejects with `LeaseLost`.
   */
  postpone(
    notices: readonly Pick<Notice, 'id' | 'subscriptionIds'>[],
    dueAt: number,
    held: Held | null,
    lease?: HeldLease,
  ): Promise<void>;
  /** Fixes a message in one transaction. */
  seal(seal: Seal): Promise<Sealed>;
  /** Takes notices out without a message (their watch is gone, the target is paused). Rejects with `LeaseLost`. */
  drop(dropped: Seal['dropped'], at: number, lease?: HeldLease): Promise<void>;
  /** Sealed messages of a target that are not settled, oldest first. */
  sealed(target: Target): Promise<readonly Sealed[]>;
  /**
   * Saves the outcome of a message, and for a delivered one the last delivery and best price of its feeds and watches.
   * It is saved even if another process has the lease now. Rejects with `LeaseLost` if that process has saved another
   * outcome.
   */
  settle(id: number, settlement: Settlement): Promise<void>;
  /**
   * Ends a message of several notices without a delivery, in one transaction. The notices wait again, naming it as
   * `splitFrom`.
   * @returns whether the message is split now; false if it is of one notice, or has ended otherwise
   */
  split(id: number, at: number): Promise<boolean>;
  /**
   * By the id of the feed or watch, or the `shopPriceKey` of one for deals and a shop; those of which no message was
   * ever delivered are missing. Prices of shops are kept for a week.
   */
  lastDelivered(sourceIds: readonly string[]): Promise<ReadonlyMap<string, LastDelivery>>;
  /**
   * `gapsKnownUntil` of the last delivered message of a target that has one; null: there is none, or it is not kept any
   * more.
   */
  gapsKnownUntil(target: Target): Promise<number | null>;
  queue(now: number): Promise<Queue>;
  /**
   * A target's notices (those of one feed or watch, if named), ended ones of the last week included, the newest first.
   */
  noticesOf(target: Target, limit: number, subscriptionId?: string): Promise<readonly PastNotice[]>;
  /** Moves the waiting notices of this feed or watch alone to another target. */
  move(subscriptionId: string, from: Target, to: Target): Promise<void>;
  /**
   * Deletes the notices, messages and deliveries of a target and of these feeds and watches. `Pauses.resume` ends a
   * pause.
   */
  forget(target: Target, subscriptionIds: readonly string[]): Promise<void>;

  /** Lists the pauses, the oldest first. `Pauses` writes them. */
  pauses(): Promise<readonly Pause[]>;
}

/** Targets that Discord refused for good. All reject with the store's error. */
export interface Pauses {
  /** Discord's JSON error code; null: the target is not paused. */
  codeOf(target: Target): Promise<number | null>;
  pause(pause: Pause): Promise<void>;
  resume(target: Target): Promise<void>;
}

/**
 * Refusals of unknown kind that delivery retries, by target, kept through restarts. All reject with the store's error.
 */
export interface RetriedRefusals {
  /** @returns the refusal, or null if there is none, or if its time is over */
  of(target: Target): Promise<RetriedRefusal | null>;
  /** Saves or replaces a refusal for so long; durable when it resolves. */
  put(target: Target, refusal: RetriedRefusal, forMs: number): Promise<void>;
  end(target: Target): Promise<void>;
}
