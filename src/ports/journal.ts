import type { Change } from '../market/change.ts';
import type { Trade } from '../market/event.ts';
import type { ItemChoice } from '../market/item/item.ts';
import type { PriceSample, TradeGroup } from '../market/prices/trade-group.ts';
import type { DeliveredPrice } from '../routing/better-price.ts';
import type { Held, Notice, Routed, Target } from '../routing/notice.ts';

/** A time without the stream. `until` null: still going on. `why`: a short word such as `closed-1006`, or `EVENTS_NOT_WRITTEN`. */
export interface Outage {
  readonly from: number;
  readonly until: number | null;
  readonly why: string;
}

/** A time that is over; epoch ms. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/**
 * One step of the pipeline, written in one transaction: what happened and who is to hear of it. Trades and auctions
 * among `changes` go into the history; all of them are kept for a week, to be replayed.
 */
export interface JournalEntry {
  readonly changes: readonly Change[];
  readonly notices: readonly Routed[];
  /**
   * Set with the last changes of a snapshot: from now on, a restart starts from this one. Epoch ms of its taking. Changes
   * of snapshots that never came so far are forgotten, now or at the restart.
   */
  readonly snapshotAt?: number;
  /** The whole list of banned paintings; new ids get `at` as first seen, except in the very first list. */
  readonly bans?: { readonly ids: readonly string[]; readonly at: number };
  /** A moment as `saveCheckpoint` keeps it, with the notices that tell of it. */
  readonly checkpoint?: { readonly name: string; readonly at: number };
  readonly stream?: StreamTurn;
  /** An outage that is over already, whether or not another is open. */
  readonly gap?: Outage & { readonly until: number };
  /** What changed in shops in that time is told to nobody: it was not known any more. */
  readonly untoldShops?: Span;
}

/**
 * What became of the stream; epoch ms. `down`: an outage begins, or the one that is open goes on as it began. `up`: the open
 * one ends.
 */
export type StreamTurn =
  | { readonly kind: 'down'; readonly at: number; readonly why: string }
  | { readonly kind: 'up'; readonly at: number };

/** What a write of the journal rejects with. `entryAtFault`: this could never be written; else it may be when tried again. */
export interface WriteFault extends Error {
  readonly entryAtFault: boolean;
}

/** A pause that Discord's answer forced on a target. */
export interface Pause {
  readonly target: Target;
  readonly code: number;
  readonly at: number;
}

/**
 * The best unit price that a message tells a watch of. `beats`: the last price delivered before, in diamonds, where this one is
 * so much better that it did not wait for the cool-down; null: it broke none.
 */
export interface BestPrice extends DeliveredPrice {
  readonly beats: number | null;
}

/** By the watch's id. Feeds, and watches whose messages name no price, have none. */
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

/**
 * What sealing does with the notices it looked at. Those of `notices`, which the message is of, and of `dropped` wait no longer;
 * those of `narrowed` wait on, for fewer feeds or watches: the ones that they name here.
 */
export interface Seal {
  readonly target: Target;
  readonly body: string;
  readonly notices: readonly Notice[];
  readonly dropped: readonly { readonly notice: Notice; readonly why: string }[];
  readonly narrowed?: readonly Notice[];
  readonly best?: BestPrices;
  readonly at: number;
}

/** A notice of the last week, and what became of it. `end` null: it still waits. `message` null: it was dropped, `why` says it. */
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
  | { readonly kind: 'set-aside'; readonly why: string; readonly at: number };

/**
 * What waits to be delivered. `depth`: notices that are due, and unsettled messages, over all targets; `waitingSince`: since when
 * the oldest of them, epoch ms, null: none. `later`: notices that are not due yet. `refused`: messages of the last day that
 * Discord did not take.
 */
export interface Queue {
  readonly depth: number;
  readonly waitingSince: number | null;
  readonly later: number;
  readonly refused: number;
  readonly lastDeliveryAt: number | null;
}

/** A ban in force. `firstSeenAt` null: it was there when Crier first looked. */
export interface Ban {
  readonly id: string;
  readonly firstSeenAt: number | null;
}

/**
 * What happened, durable (a resolved write survives kill -9) and in order. Asynchronous, so that it can move to a
 * worker. A failed write rejects with a `WriteFault` and leaves nothing half written.
 */
export interface Journal {
  /** Writes one step whole, with others that come in the same turn of the event loop; resolves when it is durable. */
  record(entry: JournalEntry): Promise<void>;
  /** The snapshot a restart starts from, epoch ms of its taking; null: none yet. */
  snapshotAt(): Promise<number | null>;

  /** Targets with waiting notices or sealed, unsettled messages. `dueAt`: of the earliest notice; 0 if a sealed one waits. */
  waitingTargets(): Promise<readonly { readonly target: Target; readonly dueAt: number; readonly count: number }[]>;
  /** Waiting notices of a target that are due, oldest first. */
  waiting(target: Target, now: number, limit: number): Promise<readonly Notice[]>;
  /** Earliest `dueAt` of the target's waiting notices; null: none. */
  nextDueAt(target: Target): Promise<number | null>;
  /**
   * Moves notices' due time, and notes why; null: only the window of a gathering feed changed. They wait on for those feeds and
   * watches alone that they name here.
   */
  postpone(notices: readonly Pick<Notice, 'id' | 'subscriptionIds'>[], dueAt: number, held: Held | null): Promise<void>;
  /** Fixes a message in one transaction and gives it its nonce. */
  seal(seal: Seal): Promise<Sealed>;
  /** Takes notices out without a message (their watch is gone, the target is paused). */
  drop(dropped: Seal['dropped'], at: number): Promise<void>;
  /** Sealed messages of a target that are not settled, oldest first. */
  sealed(target: Target): Promise<readonly Sealed[]>;
  /** Writes down how a message ended; with a delivered one, when its feeds and watches were last delivered, and their best price. */
  settle(id: number, settlement: Settlement): Promise<void>;
  /** When a message of a feed or watch was last delivered, epoch ms; null: never. */
  lastDeliveredAt(sourceId: string): Promise<number | null>;
  /** The best unit price in a watch's last delivered message; null: none was delivered, or it named none. */
  lastDeliveredPrice(sourceId: string): Promise<DeliveredPrice | null>;
  queue(now: number): Promise<Queue>;
  /** A target's notices (those of one feed or watch, if named), ended ones of the last week included, the newest first. */
  noticesOf(target: Target, limit: number, sourceId?: string): Promise<readonly PastNotice[]>;
  /** What waits for one target because of this source alone waits for another from now on: a feed has moved. */
  move(sourceId: string, from: Target, to: Target): Promise<void>;
  /** Deletes everything that is kept of a target and of these sources: notices, messages and the pause. */
  forget(target: Target, sourceIds: readonly string[]): Promise<void>;

  pauses(): Promise<readonly Pause[]>;
  pause(pause: Pause): Promise<void>;
  unpause(target: Target): Promise<void>;

  /** Outages that touch [since, now], oldest first. An outage left open by a killed process stays open until the stream is up. */
  outages(since: number): Promise<readonly Outage[]>;
  /** Times that ended since then (epoch ms), oldest first, of which changes in shops were told to nobody. */
  untoldShops(since: number): Promise<readonly Span[]>;

  /**
   * Trades and auctions of an item (every variant, or one by key) with `from <= at < to`, in the order of their buckets.
   * Exact at both ends: only whole buckets are read as such.
   */
  history(choice: ItemChoice, from: number, to: number): Promise<readonly TradeGroup[]>;
  /** How many times players paid shops each unit price, `from <= at < to`; in any order. What shops paid them is left out. */
  pricesPaid(
    choice: ItemChoice,
    from: number,
    to: number,
  ): Promise<readonly Pick<TradeGroup, 'unitPrice' | 'trades'>[]>;
  /** Every item that was traded or auctioned at or after `from`. */
  traded(from: number): Promise<readonly { readonly key: string; readonly type: string }[]>;
  /** Every item type that was ever traded, auctioned or sampled. */
  types(): Promise<readonly string[]>;
  /** An identity's price samples of `from <= at < to`, oldest first, with the one before `from` in front, as it still held then. */
  priceSamples(key: string, from: number, to: number): Promise<readonly PriceSample[]>;
  /**
   * Writes the samples of one moment, where ask or bid differ from the latest of their identity, or the stock alone for the
   * first time in a UTC day; an identity not named is gone (nothing asked, nothing bid). In small steps.
   */
  recordPriceSamples(
    at: number,
    samples: readonly (Omit<PriceSample, 'at'> & { readonly key: string; readonly type: string })[],
  ): Promise<void>;
  /** What happened to items of a type, containers of them included, at or after `from` (a week back at most), oldest first. */
  changes(type: string, from: number): Promise<readonly Change[]>;
  /** The latest of all changes at or after `from` (a week back at most), so many at most, oldest first. */
  latestChanges(from: number, limit: number): Promise<readonly Change[]>;
  /** What players bought at shops at or after `from` (a week back at most), oldest first. */
  purchases(from: number): Promise<readonly Trade[]>;
  /** Drops history before `before` (trades by whole buckets), and after a week changes, and notices and messages that ended; in small steps. */
  prune(before: number): Promise<void>;

  bans(): Promise<readonly Ban[]>;

  /** A moment that must survive a restart, such as the last request for all shops. Durable before it resolves. */
  saveCheckpoint(name: string, at: number): Promise<void>;
  checkpoint(name: string): Promise<number | null>;

  /** Numbers that must survive a restart and a power cut, such as how many watches there are; all of them are written, or none. */
  note(numbers: Readonly<Record<string, number>>): Promise<void>;
  /** null: never noted. */
  noted(name: string): Promise<number | null>;

  /** Why the latest write failed, or what was written cannot be copied to its place; in a few words. null: neither. */
  trouble(): string | null;

  close(): Promise<void>;
}
