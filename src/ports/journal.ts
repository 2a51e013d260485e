import type { MarketEvent } from '../market/event.ts';
import type { ItemChoice } from '../market/item.ts';
import type { Shop } from '../market/shop.ts';
import type { Notice, Routed, Target } from '../routing/notice.ts';

/** A past trade or auction, as history keeps it. `unitPrice` is `paid / count`. `shop*` null: unknown (auctions; no single shop there). */
export interface PastTrade {
  readonly at: number;
  readonly kind: MarketEvent['kind'];
  readonly key: string;
  readonly count: number;
  readonly paid: number;
  readonly shopId: number | null;
}

/** A time without the stream. `until` null: still going on. `why`: a short word such as `closed-1006`. */
export interface Outage {
  readonly from: number;
  readonly until: number | null;
  readonly why: string;
}

/** One step of the pipeline, written in one transaction: what happened and who is to be told of it. */
export interface Entry {
  readonly events: readonly { readonly event: MarketEvent; readonly shop: Shop | null }[];
  readonly notices: readonly Routed[];
  /** Set when the changes come from a snapshot: from now on, a restart starts from this one. Epoch ms of its taking. */
  readonly snapshotAt?: number;
}

/** A pause that Discord's answer forced on a target. */
export interface Pause {
  readonly target: Target;
  readonly code: number;
  readonly at: number;
}

/** A message that is fixed: its rows, target, nonce and body never change again, so that a retry cannot repeat it. */
export interface Sealed {
  readonly id: number;
  readonly target: Target;
  /** At most 25 characters. */
  readonly nonce: string;
  readonly body: string;
  readonly sealedAt: number;
}

/** What sealing does with the notices it looked at. Every notice of `told` and `dropped` leaves the waiting line. */
export interface Seal {
  readonly target: Target;
  readonly body: string;
  readonly told: readonly Notice[];
  readonly dropped: readonly { readonly notice: Notice; readonly why: string }[];
  readonly at: number;
}

/** How a sealed message ended. */
export type Settlement =
  | { readonly kind: 'delivered'; readonly messageId: string; readonly at: number }
  | { readonly kind: 'set-aside'; readonly why: string; readonly at: number };

/** A ban in force. `firstSeenAt` null: it was there when Crier first looked. */
export interface Ban {
  readonly id: string;
  readonly firstSeenAt: number | null;
}

/**
 * What happened, durable (a resolved write survives kill -9) and in order. Asynchronous, so that it can move to a
 * worker. A failed write rejects and leaves nothing half written.
 */
export interface Journal {
  /** Writes one step whole; resolves when it is durable. Group-committed within 20 ms. */
  record(entry: Entry): Promise<void>;
  /** The snapshot a restart starts from, epoch ms of its taking; null: none yet. */
  snapshotAt(): Promise<number | null>;

  /** Targets with waiting notices or sealed, unsettled messages. `dueAt`: of the earliest notice; 0 if a sealed one waits. */
  waitingTargets(): Promise<readonly { readonly target: Target; readonly dueAt: number; readonly count: number }[]>;
  /** Waiting notices of a target that are due, oldest first. */
  waiting(target: Target, now: number, limit: number): Promise<readonly Notice[]>;
  /** Earliest `dueAt` of the target's waiting notices; null: none. */
  nextDueAt(target: Target): Promise<number | null>;
  /** Moves notices' due time (cool-down, quiet hours). */
  postpone(noticeIds: readonly number[], dueAt: number): Promise<void>;
  /** Fixes a message in one transaction and gives it its nonce; also marks each told source's last telling. */
  seal(seal: Seal): Promise<Sealed>;
  /** Takes notices out without a message (their watch is gone, the target is paused). */
  drop(dropped: Seal['dropped'], at: number): Promise<void>;
  /** Sealed messages of a target that are not settled, oldest first. */
  sealed(target: Target): Promise<readonly Sealed[]>;
  settle(id: number, settlement: Settlement): Promise<void>;
  /** When a feed or watch was last told of (sealed), epoch ms; null: never. */
  lastToldAt(sourceId: string): Promise<number | null>;
  /** Waiting notices and unsettled messages over all targets, and the last delivery's time. */
  queue(): Promise<{ readonly depth: number; readonly lastDeliveryAt: number | null }>;

  pauses(): Promise<readonly Pause[]>;
  pause(pause: Pause): Promise<void>;
  unpause(target: Target): Promise<void>;

  outageBegan(at: number, why: string): Promise<void>;
  outageEnded(at: number): Promise<void>;
  /** Outages that touch [since, now], oldest first. An outage left open by a killed process stays open until `outageEnded`. */
  outages(since: number): Promise<readonly Outage[]>;

  /** Trades and auctions of an item (every variant, or one by key) with `from <= at < to`, oldest first. */
  trades(choice: ItemChoice, from: number, to: number): Promise<readonly PastTrade[]>;
  /** Drops history before `before`, in small steps. */
  prune(before: number): Promise<void>;

  /** Takes in the whole list of bans; new ids get `at` as first seen, except in the very first list. */
  recordBans(ids: readonly string[], at: number): Promise<void>;
  bans(): Promise<readonly Ban[]>;

  /** A moment that must survive a restart, such as the last request for all shops. Durable before it resolves. */
  mark(name: string, at: number): Promise<void>;
  marked(name: string): Promise<number | null>;

  close(): Promise<void>;
}
