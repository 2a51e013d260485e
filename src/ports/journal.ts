import type { Change, MarketEvent, Trade } from '../market/change.ts';
import type { ItemChoice } from '../market/item/item.ts';
import type { Listing, ShopTrade } from '../market/my-shops/shop-trade.ts';
import type { OfferSample } from '../market/prices/quotes.ts';
import type { PriceSample, TradeGroup } from '../market/prices/trade-group.ts';
import type { Location } from '../market/shops/shop.ts';
import type { StockEvidence } from '../market/shops/stock-evidence.ts';
import type { Routed } from '../routing/notice.ts';
import type { Outbox } from './outbox.ts';
import type { Canvases, CanvasWriter } from './pictures.ts';

/**
 * A time without the stream. `until` is null while it lasts. `why` is a short word such as `closed-1006`, or
 * `EVENTS_NOT_WRITTEN`.
 */
export interface Outage {
  readonly from: number;
  readonly until: number | null;
  readonly why: string;
}

/** A past period, epoch ms. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/**
 * One step of the pipeline: changes and the notices for them, written in one transaction. Trades and auctions among
 * `changes` go into the history; all changes are kept for a week, for replay.
 */
export interface JournalEntry {
  readonly changes: readonly Change[];
  /**
   * Epoch ms at which the leader received the changes from the stream, for followers (see `WrittenEvents`). Absent for
   * changes of a snapshot.
   */
  readonly heardAt?: number;
  readonly notices: readonly Routed[];
  /**
   * The time (epoch ms) at which the snapshot was taken, set with its last changes: from then on a restart begins from
   * this snapshot. Changes of earlier snapshots without such an entry are deleted, now or at the restart.
   */
  readonly snapshotAt?: number;
  /** The complete list of banned paintings. New ids get `at` as first seen, except in the very first list. */
  readonly bans?: { readonly ids: readonly string[]; readonly at: number };
  /** A checkpoint as `saveCheckpoint` saves it, written together with its notices. */
  readonly checkpoint?: { readonly name: string; readonly at: number };
  readonly stream?: StreamTurn;
  /** An outage that is over already, whether or not another is open. */
  readonly gap?: Outage & { readonly until: number };
  /** A period whose changes of shops are reported to no user, because they are unknown. */
  readonly unreportedShops?: Span;
}

/** A change of the stream's state; times in epoch ms. */
export type StreamTurn =
  /** An outage begins. If one is open already, it continues with its own start and reason. */
  | { readonly kind: 'down'; readonly at: number; readonly why: string }
  /** The open outage ends. */
  | { readonly kind: 'up'; readonly at: number };

/** A ban in force. `firstSeenAt` is null if Crier's first list had it. */
export interface Ban {
  readonly id: string;
  readonly firstSeenAt: number | null;
}

/**
 * Writes the service's data. Only the leader does (see `Leadership`). Writes are durable (a resolved one survives kill
 * -9) and ordered; a failed one rejects with `NotWritten` and leaves nothing half written.
 */
export interface IngestWriter extends CanvasWriter {
  /**
   * Writes one step whole, together with others of the same turn of the event loop; resolves when it is durable. A step
   * of many notices takes several turns, and later steps may be durable before it.
   */
  record(entry: JournalEntry): Promise<void>;
  /**
   * Writes the samples of one moment, in small steps. Saves a sample if ask or bid differ from the latest of its
   * identity, or if the stock alone differs for the first time in a UTC day. An identity without a sample counts as
   * gone: no ask and no bid.
   */
  recordPriceSamples(at: number, samples: readonly OfferSample[]): Promise<void>;
  /**
   * Deletes history before `before` (trades by whole buckets), in small steps. Also deletes, after a week, changes,
   * ended notices and messages, and the last deliveries of removed feeds and watches. Changes that `listings` reads are
   * kept for 31 days.
   */
  prune(before: number): Promise<void>;
  /** Saves a moment that must survive a restart, such as the last request for all shops. Durable before it resolves. */
  saveCheckpoint(name: string, at: number): Promise<void>;
}

/** Trades from before `until` (epoch ms), when Crier began to distinguish the kinds of their type. */
export interface MixedHistory {
  readonly until: number;
  readonly trades: readonly TradeGroup[];
}

/** Reads the journal. */
export interface History {
  /** Returns when the snapshot from which a restart begins was taken, epoch ms, or null if there is none yet. */
  snapshotAt(): Promise<number | null>;
  /**
   * Returns outages that touch [since, now], oldest first. An outage left open by a killed process stays open until the
   * stream is up.
   */
  outages(since: number): Promise<readonly Outage[]>;
  /**
   * Returns periods that ended since `since` (epoch ms), oldest first, whose changes of shops were reported to no user.
   */
  unreportedShops(since: number): Promise<readonly Span[]>;
  bans(): Promise<readonly Ban[]>;

  /**
   * Returns trades and auctions of an item (every variant, or one by key) with `from <= at < to`, by bucket. Exact at
   * both ends, because only whole buckets are summed. For one variant, trades that `mixedHistory` returns are left out.
   */
  history(choice: ItemChoice, from: number, to: number): Promise<readonly TradeGroup[]>;
  /**
   * Returns the trades with `from <= at < to` at the shops of an owner, oldest first, and the trades without an owner
   * at places where shops of the owner stand or stood.
   * @param uuid as `playerKey` writes it
   * @param places where shops of the owner stand now
   */
  shopTrades(uuid: string, places: readonly Location[], from: number, to: number): Promise<readonly ShopTrade[]>;
  /**
   * Returns each place of an owner where a shop was listed, or got other goods or another side, at or after `from` (31
   * days back at most), in any order.
   * @param uuid as `playerKey` writes it
   */
  listings(uuid: string, from: number): Promise<readonly Listing[]>;
  /**
   * Returns trades with `from <= at < to` that an earlier Crier counted together with other kinds of the type, by
   * bucket, or null if there is no such period. Each price may be of any of these kinds: a chart shows them separately,
   * and no figure includes them.
   */
  mixedHistory(
    item: { readonly type: string; readonly key: string },
    from: number,
    to: number,
  ): Promise<MixedHistory | null>;
  /**
   * Counts how often players paid shops each unit price, with `from <= at < to`, in any order. Payments by shops are
   * left out.
   */
  pricesPaid(
    choice: ItemChoice,
    from: number,
    to: number,
  ): Promise<readonly Pick<TradeGroup, 'unitPrice' | 'trades'>[]>;
  /** Returns the times of the `limit` earliest trades and auctions with `from <= at < to`, epoch ms, in order. */
  earliestTrades(from: number, to: number, limit: number): Promise<readonly number[]>;
  /** Returns every item that was traded or auctioned at or after `from`. */
  traded(from: number): Promise<readonly { readonly key: string; readonly type: string }[]>;
  /**
   * Counts trades and auctions of each identity of the type, by its key, from the beginning of the bucket of `from` on.
   * Keys without any are absent.
   */
  tradeCounts(type: string, from: number): Promise<ReadonlyMap<string, number>>;
  /** Returns every item type that was ever traded, auctioned or sampled. */
  types(): Promise<readonly string[]>;
  /**
   * Returns an identity's price samples with `from <= at < to`, oldest first, after the last one before `from`, which
   * still held then.
   */
  priceSamples(key: string, from: number, to: number): Promise<readonly PriceSample[]>;
  /**
   * Returns the moment (epoch ms) until which an earlier Crier compared the shops, or null if none did. It counted
   * stock differently, so `changes` and `latestChanges` leave out its changes of shops: they are no evidence of the
   * alerts that a feed or watch would have had.
   */
  oldShopsUntil(): Promise<number | null>;
  /**
   * Returns changes of items of a type, containers of them included, at or after `from` (a week back at most), oldest
   * first.
   */
  changes(type: string, from: number): Promise<readonly Change[]>;
  /** Returns the latest `limit` changes at or after `from` (a week back at most), oldest first. */
  latestChanges(from: number, limit: number): Promise<readonly Change[]>;
  /** Returns the latest `limit` trades and auctions at or after `from` (a week back at most), oldest first. */
  latestEvents(from: number, limit: number): Promise<readonly MarketEvent[]>;
  /** Returns players' purchases at shops at or after `from` (a week back at most), oldest first. */
  purchases(from: number): Promise<readonly Trade[]>;
}

/** Moments (epoch ms) and numbers by name. They survive a restart and a power cut. */
export interface Checkpoints {
  /** @returns the moment that `IngestWriter.saveCheckpoint` saved last, or null if there is none */
  checkpoint(name: string): Promise<number | null>;
  /** Saves all of the numbers, or none. Any process may call it. The numbers are durable when it resolves. */
  saveNumbers(numbers: Readonly<Record<string, number>>): Promise<void>;
  /** @returns the number that was saved last, or null if there is none */
  savedNumber(name: string): Promise<number | null>;
  /** Returns the saved numbers whose names begin with `prefix`, keyed by the name without it. */
  savedNumbers(prefix: string): Promise<ReadonlyMap<string, number>>;
  /** Deletes the moments and the numbers of these names. Any process may call it. Durable when it resolves. */
  removeCheckpoints(names: readonly string[]): Promise<void>;
}

/** Checkpoints of the leader, which saves moments and reads them. */
export type IngestCheckpoints = Pick<Checkpoints, 'checkpoint'> & Pick<IngestWriter, 'saveCheckpoint'>;

/** The journal without the leader's `IngestWriter`, for every process. */
export interface SharedJournal extends Outbox, History, Checkpoints {
  readonly canvases: Canvases;
  /** Returns in a few words why the latest write failed, or why written data cannot be copied to its place, or null. */
  trouble(): string | null;
}

/**
 * Everything that one store holds of events and their notices. Each part of Crier takes only the interfaces that it
 * needs.
 */
export interface Journal extends IngestWriter, SharedJournal {
  close(): Promise<void>;
}

/** An event of the stream as the leader wrote it. `heardAt` is epoch ms of the leader. */
export interface WrittenEvent {
  readonly event: MarketEvent;
  readonly heardAt: number;
}

/** The stream's events for followers, each once, in the order of their writing. */
export interface WrittenEvents {
  /**
   * Returns some of the events after `place`, and the `place` for the next call; none once all are read.
   * @param place returned by an earlier call, or null to begin with events received at `from` (epoch ms) or a little
   *   before
   */
  read(
    place: number | null,
    from: number,
  ): Promise<{ readonly events: readonly WrittenEvent[]; readonly place: number }>;
}

/** The banned paintings as last fetched. */
export interface BanSnapshot {
  readonly bans: readonly Ban[];
  /** Epoch ms of the last successful answer. */
  readonly heardAt: number;
  /** Reason of the latest attempt's failure, or null if it succeeded. */
  readonly trouble: string | null;
}

export interface BanLookup {
  /**
   * Asks the service if the list is older than a minute, for 2 s at most.
   * @returns null if no list was ever fetched
   */
  list(): Promise<BanSnapshot | null>;
  /** Returns the bans as last fetched, without asking, for autocomplete. */
  known(): readonly Ban[];
}

/** Saves the evidence for STOCK_UNIT over a restart. */
export interface KeptStockEvidence {
  /** @returns null if none was saved, or if it cannot be read */
  read(): Promise<StockEvidence | null>;
  /**
   * Durable before it resolves.
   * @throws NotSaved
   */
  keep(evidence: StockEvidence): Promise<void>;
}
