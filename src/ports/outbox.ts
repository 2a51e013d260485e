import type { DeliveredPrice } from '../routing/better-price.ts';
import type { HoldReason, Notice, Routed, Target } from '../routing/notice.ts';
import type { RetriedRefusal } from '../routing/retried-refusal.ts';

/** A pause of a target that Discord refuses. */
export interface Pause {
  readonly target: Target;
  readonly code: number;
  readonly at: number;
}

/** The best unit price in a message for a watch. */
export interface BestPrice extends DeliveredPrice {
  /**
   * The last delivered price (diamonds), if this one was so much better that it did not wait for the cool-down; null if
   * it broke none.
   */
  readonly beats: number | null;
}

/**
 * The last delivery of a feed or watch. `at` is epoch ms; `price` is the best unit price in it, or null if it named
 * none.
 */
export interface LastDelivery {
  readonly at: number;
  readonly price: DeliveredPrice | null;
}

/**
 * Best prices by the watch's id, and for deals by the `shopPriceKey`. Watches whose messages name no price have none.
 */
export type BestPrices = Readonly<Record<string, BestPrice>>;

/**
 * A sealed message. Its notices, target, nonce and body never change again, so that a retry cannot repeat it in other
 * words.
 */
export interface Sealed {
  readonly id: number;
  readonly target: Target;
  /** At most 25 characters. */
  readonly nonce: string;
  readonly body: string;
  /** The feeds and watches that the message is for. */
  readonly subscriptionIds: readonly string[];
  readonly sealedAt: number;
}

/** A claimed lease of a target. Each claim has a higher `fence`. */
export interface HeldLease {
  readonly target: Target;
  readonly fence: number;
}

/**
 * The effect of sealing on the notices it judged. Those in the message (`notices`) and the `dropped` ones wait no
 * longer; those of `narrowed` wait on, but only for the feeds or watches that they name here.
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
  /** Epoch ms until which the message reports each new outage of the stream, or null if it reports none. */
  readonly gapsKnownUntil?: number | null;
  readonly at: number;
  /** The target's lease. Rejects with `LeaseLost`. A store of one process ignores fences, here and below. */
  readonly lease?: HeldLease;
}

/**
 * A notice of the last week and its end: null while it waits. Its `message` is null if it was dropped, and `why` gives
 * the reason.
 */
export interface PastNotice {
  readonly notice: Notice;
  readonly end: { readonly at: number; readonly why: string | null; readonly message: PastMessage | null } | null;
}

/**
 * `settledAt` is null while the message is under way. `why` is Discord's refusal; null with a `messageId` means
 * delivered.
 */
export interface PastMessage {
  readonly settledAt: number | null;
  readonly messageId: string | null;
  readonly why: string | null;
  readonly best: BestPrices;
}

/** The end of a sealed message. */
export type Settlement =
  | { readonly kind: 'delivered'; readonly messageId: string; readonly at: number }
  | { readonly kind: 'undelivered'; readonly why: string; readonly at: number };

/** The backlog of targets that are not paused. */
export interface Queue {
  /** Notices that are due, and unsettled messages. */
  readonly depth: number;
  /** Epoch ms since when the oldest of them waits, or null if there is none. */
  readonly waitingSince: number | null;
  /** Notices that are not due yet. */
  readonly later: number;
  /** Messages of the last day that Discord rejected. */
  readonly refused: number;
  readonly lastDeliveryAt: number | null;
}

/** Notices that wait for delivery, and their ends. Every process works on it, each at targets of its own. */
export interface Outbox {
  /** Enqueues notices. Those of the stream and of snapshots come with `IngestWriter.record`. */
  enqueue(notices: readonly Routed[]): Promise<void>;
  /**
   * Returns targets with waiting notices or sealed, unsettled messages. `dueAt` is that of the earliest notice, or 0 if
   * a sealed message waits.
   */
  waitingTargets(): Promise<readonly { readonly target: Target; readonly dueAt: number; readonly count: number }[]>;
  /** Returns due notices of a target, oldest first. */
  waiting(target: Target, now: number, limit: number): Promise<readonly Notice[]>;
  /** Returns the earliest `dueAt` of the target's waiting notices, or null if there are none. */
  nextDueAt(target: Target): Promise<number | null>;
  /**
   * Moves notices' due time and saves the reason. They wait on for only those feeds and watches that they name here.
   * Rejects with `LeaseLost`.
   * @param held null if only the window of a gathering feed changed
   */
  postpone(
    notices: readonly Pick<Notice, 'id' | 'subscriptionIds'>[],
    dueAt: number,
    held: HoldReason | null,
    lease?: HeldLease,
  ): Promise<void>;
  /** Seals a message in one transaction. */
  seal(seal: Seal): Promise<Sealed>;
  /** Ends notices without a message (their watch is gone, or the target is paused). Rejects with `LeaseLost`. */
  drop(dropped: Seal['dropped'], at: number, lease?: HeldLease): Promise<void>;
  /** Returns unsettled sealed messages of a target, oldest first. */
  sealed(target: Target): Promise<readonly Sealed[]>;
  /**
   * Saves the outcome of a message, and for a delivered one the last delivery and best price of its feeds and watches.
   * Saves it even if another process holds the lease now, but rejects with `LeaseLost` if that process has saved
   * another outcome.
   */
  settle(id: number, settlement: Settlement): Promise<void>;
  /**
   * Ends a message of several notices without a delivery, in one transaction. The notices wait again and name it as
   * `splitFrom`.
   * @returns whether the message is split now; false if it has one notice, or has ended otherwise
   */
  split(id: number, at: number): Promise<boolean>;
  /**
   * Returns last deliveries by the id of the feed or watch, or by `shopPriceKey` for a shop's price in deals. Those
   * without a delivery are absent. Prices of shops are kept for a week.
   */
  lastDelivered(sourceIds: readonly string[]): Promise<ReadonlyMap<string, LastDelivery>>;
  /**
   * Returns `gapsKnownUntil` of the target's last delivered message that has one, or null if there is none or it is
   * pruned.
   */
  gapsKnownUntil(target: Target): Promise<number | null>;
  queue(now: number): Promise<Queue>;
  /**
   * Returns a target's notices (those of one feed or watch, if named), including ended ones of the last week, newest
   * first.
   */
  noticesOf(target: Target, limit: number, subscriptionId?: string): Promise<readonly PastNotice[]>;
  /** Moves the waiting notices of this feed or watch alone to another target. */
  move(subscriptionId: string, from: Target, to: Target): Promise<void>;
  /**
   * Deletes the notices, messages and deliveries of a target and of these feeds and watches. `Pauses.resume` ends a
   * pause.
   */
  forget(target: Target, subscriptionIds: readonly string[]): Promise<void>;

  /** Returns the pauses, oldest first. `Pauses` writes them. */
  pauses(): Promise<readonly Pause[]>;
}

/** Targets that Discord refused for good. All calls reject with the store's error. */
export interface Pauses {
  /** @returns Discord's JSON error code, or null if the target is not paused */
  codeOf(target: Target): Promise<number | null>;
  pause(pause: Pause): Promise<void>;
  resume(target: Target): Promise<void>;
}

/**
 * Refusals of an unlisted code that delivery retries, by target, kept through restarts. All calls reject with the
 * store's error.
 */
export interface RetriedRefusals {
  /** @returns the refusal, or null if there is none or it has expired */
  of(target: Target): Promise<RetriedRefusal | null>;
  /** Saves or replaces a refusal for so long; durable when it resolves. */
  put(target: Target, refusal: RetriedRefusal, forMs: number): Promise<void>;
  end(target: Target): Promise<void>;
}
