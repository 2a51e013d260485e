import type { Change, MarketEvent, Trade } from '../market/change.ts';
import type { ItemChoice } from '../market/item/item.ts';
import type { OfferSample } from '../market/prices/quotes.ts';
import type { PriceSample, TradeGroup } from '../market/prices/trade-group.ts';
import type { StockEvidence } from '../market/shops/stock-evidence.ts';
import type { Routed } from '../routing/notice.ts';
import type { Outbox } from './outbox.ts';
import type { Canvases, CanvasWriter } from './pictures.ts';

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
  /** When the stream brought its changes, epoch ms, for processes that follow (see `WrittenEvents`); absent: they come of a snapshot. */
  readonly heardAt?: number;
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

/** A ban in force. `firstSeenAt` null: it was there when Crier first looked. */
export interface Ban {
  readonly id: string;
  readonly firstSeenAt: number | null;
}

/**
 * What the service tells, written down by whoever takes it in: one process at a time (see `Leadership`). Durable (a resolved write
 * survives kill -9) and in order. A failed write rejects with `NotWritten` and leaves nothing half written.
 */
export interface IngestWriter extends CanvasWriter {
  /**
   * Writes one step whole, with others that come in the same turn of the event loop; resolves when it is durable. A step of
   * many notices takes several turns, and later ones may be durable before it.
   */
  record(entry: JournalEntry): Promise<void>;
  /**
   * Writes the samples of one moment, where ask or bid differ from the latest of their identity, or the stock alone for the
   * first time in a UTC day; an identity not named is gone (nothing asked, nothing bid). In small steps.
   */
  recordPriceSamples(at: number, samples: readonly OfferSample[]): Promise<void>;
  /**
   * Drops history before `before` (trades by whole buckets), and after a week changes, notices and messages that ended, and when feeds and
   * watches last told that are gone; in small steps.
   */
  prune(before: number): Promise<void>;
  /** A moment that must survive a restart, such as the last request for all shops. Durable before it resolves. */
  saveCheckpoint(name: string, at: number): Promise<void>;
}

/** Trades from before `until`, epoch ms, when Crier began to tell the kinds of their type apart. */
export interface MixedHistory {
  readonly until: number;
  readonly trades: readonly TradeGroup[];
}

/** What was written, for whoever asks. */
export interface History {
  /** The snapshot a restart starts from, epoch ms of its taking; null: none yet. */
  snapshotAt(): Promise<number | null>;
  /** Outages that touch [since, now], oldest first. An outage left open by a killed process stays open until the stream is up. */
  outages(since: number): Promise<readonly Outage[]>;
  /** Times that ended since then (epoch ms), oldest first, of which changes in shops were told to nobody. */
  untoldShops(since: number): Promise<readonly Span[]>;
  bans(): Promise<readonly Ban[]>;

  /**
   * Trades and auctions of an item (every variant, or one by key) with `from <= at < to`, in the order of their
   * buckets. Exact at both ends: only whole buckets are read as such. For one variant, trades that `mixedHistory`
   * returns are left out.
   */
  history(choice: ItemChoice, from: number, to: number): Promise<readonly TradeGroup[]>;
  /**
   * Trades of `from <= at < to` that an earlier Crier counted together with other kinds of the type, in the order of
   * their buckets, or null if there is no such time. A price among them may be of any of these kinds: a chart shows
   * them apart, and no figure rests on them.
   */
  mixedHistory(
    item: { readonly type: string; readonly key: string },
    from: number,
    to: number,
  ): Promise<MixedHistory | null>;
  /** How many times players paid shops each unit price, `from <= at < to`; in any order. What shops paid them is left out. */
  pricesPaid(
    choice: ItemChoice,
    from: number,
    to: number,
  ): Promise<readonly Pick<TradeGroup, 'unitPrice' | 'trades'>[]>;
  /** Every item that was traded or auctioned at or after `from`. */
  traded(from: number): Promise<readonly { readonly key: string; readonly type: string }[]>;
  /**
   * How many trades and auctions of each identity of the type there were, by its key, from the beginning of the bucket
   * of `from` on. Keys without any are absent.
   */
  tradeCounts(type: string, from: number): Promise<ReadonlyMap<string, number>>;
  /** Every item type that was ever traded, auctioned or sampled. */
  types(): Promise<readonly string[]>;
  /** An identity's price samples of `from <= at < to`, oldest first, with the one before `from` in front, as it still held then. */
  priceSamples(key: string, from: number, to: number): Promise<readonly PriceSample[]>;
  /**
   * Until when an earlier Crier compared the shops, epoch ms, or null if none did. It counted stock otherwise, so that
   * its changes of shops are no evidence of what a feed or watch would have reported: `changes` and `latestChanges`
   * leave them out.
   */
  oldShopsUntil(): Promise<number | null>;
  /** What happened to items of a type, containers of them included, at or after `from` (a week back at most), oldest first. */
  changes(type: string, from: number): Promise<readonly Change[]>;
  /** The latest of all changes at or after `from` (a week back at most), so many at most, oldest first. */
  latestChanges(from: number, limit: number): Promise<readonly Change[]>;
  /** The latest trades and auctions at or after `from` (a week back at most), so many at most, oldest first. */
  latestEvents(from: number, limit: number): Promise<readonly MarketEvent[]>;
  /** What players bought at shops at or after `from` (a week back at most), oldest first. */
  purchases(from: number): Promise<readonly Trade[]>;
}

/** Moments (epoch ms) and numbers by name. They survive a restart and a power cut. */
export interface Checkpoints {
  /** @returns the moment that `IngestWriter.saveCheckpoint` saved last, or null if there is none */
  checkpoint(name: string): Promise<number | null>;
  /** Saves numbers, all of them or none. Any process may; durable when it resolves. */
  saveNumbers(numbers: Readonly<Record<string, number>>): Promise<void>;
  /** @returns the number that was saved last, or null if there is none */
  savedNumber(name: string): Promise<number | null>;
}

/** Checkpoints for the process that ingests: it saves moments and reads them. */
export type IngestCheckpoints = Pick<Checkpoints, 'checkpoint'> & Pick<IngestWriter, 'saveCheckpoint'>;

/** Events and their notices, for every process: without the leader's `IngestWriter`. */
export interface SharedJournal extends Outbox, History, Checkpoints {
  readonly canvases: Canvases;
  /** Why the latest write failed, or what was written cannot be copied to its place; in a few words. null: neither. */
  trouble(): string | null;
}

/** What happened and who is to be told, in one store, by whose parts of it each takes what it needs. */
export interface Journal extends IngestWriter, SharedJournal {
  close(): Promise<void>;
}

/** An event of the stream as the leader wrote it down. `heardAt`: when it was heard, epoch ms of the leader. */
export interface WrittenEvent {
  readonly event: MarketEvent;
  readonly heardAt: number;
}

/** What the stream has brought, for processes that do not lead: each event once, in the order in which they were written. */
export interface WrittenEvents {
  /**
   * What was written behind `place`, a number that an earlier answer gave, and where the next answer goes on; some at a time, none once all
   * are read. `place` null: the answer begins with what was heard at `from`, epoch ms, or a little before.
   */
  read(
    place: number | null,
    from: number,
  ): Promise<{ readonly events: readonly WrittenEvent[]; readonly place: number }>;
}

/** The banned paintings as last heard. */
export interface BanSnapshot {
  readonly bans: readonly Ban[];
  /** Epoch ms of the last good answer. */
  readonly heardAt: number;
  /** Why the latest try failed, null: it did not. */
  readonly trouble: string | null;
}

export interface BanLookup {
  /** Asks the service if the list is older than a minute, for 2 s at most; null: never heard yet. */
  list(): Promise<BanSnapshot | null>;
  /** The bans as last heard, without asking, for autocomplete. */
  known(): readonly Ban[];
}

/** Keeps the evidence for STOCK_UNIT over a restart. */
export interface KeptStockEvidence {
  /** Null if none was kept, or it cannot be read. */
  read(): Promise<StockEvidence | null>;
  /** Durable before it resolves. @throws NotSaved */
  keep(evidence: StockEvidence): Promise<void>;
}
