import type { Change, MarketEvent } from '../market/change.ts';
import type { Identity } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import type { SavedSnapshot, Snapshot } from '../market/shops/snapshot.ts';
import type { JournalEntry, StreamTurn } from '../ports/journal.ts';
import type { Router } from '../ports/router.ts';
import type { TakenSnapshot } from '../ports/status.ts';
import type { Cause, Routed, Target } from '../routing/notice.ts';
import type { MatchContext, WorthOf } from '../routing/shop-news.ts';
import { goodsToJudge } from '../routing/under-worth.ts';
import { inSlices, TimeSlice } from '../time/cooperate.ts';
import type { CurrentMarket } from './current-market.ts';
import { WriteQueue, type WriteQueueParts } from './write-queue.ts';

/** Ids of repeated records that are named to the log. */
const SAMPLES = 5;
/**
 * Worths read at once: a remote store answers them in parallel, and few enough that its connections stay free for
 * others.
 */
const WORTHS_AT_ONCE = 8;
/** Changes of a snapshot written at once; the transaction that makes it count holds its notices alone. */
const CHUNK = 200;
/** Targets woken at once, in a fraction of a ms. */
const WOKEN_AT_ONCE = 50;

export interface PipelineParts extends WriteQueueParts {
  readonly clock: WriteQueueParts['clock'];
  readonly router: Router;
  /**
   * Reads the worth of goods, in diamonds for one; null: no worth.
   * @throws Error if the trades cannot be read; the snapshot is then tried again
   */
  readonly worthOf: (identity: Identity) => Promise<number | null>;
  /** By the canvas id of a painting. */
  readonly isBanned: (canvas: string) => boolean;
  readonly current: CurrentMarket;
  readonly delivery: { wake(targets: readonly Target[]): void };
  /** When the last snapshot of an earlier run was taken, epoch ms, if that cannot be read. It can unless told. */
  readonly unreadAt?: () => number | null;
  /** Stores a snapshot, so that the journal can name it as the one a restart begins with. */
  readonly keep: (saved: SavedSnapshot) => Promise<void>;
  /** Drops all stored snapshots but this. */
  readonly forget: (takenAt: number) => Promise<void>;
}

/**
 * The story of an event: what changed in the market, who is told, written down in one transaction, handed to delivery.
 * The story of a snapshot is the same, with the differences to the one before; it becomes the market in the transaction
 * that holds its notices, so that a crash on the way repeats nothing and loses nothing. While the journal fails, events are
 * kept (see the write queue); a snapshot, a list of bans or a turn of the server's health
 * rejects, and the next one brings the same differences again.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #queue: WriteQueue;
  readonly #current: CurrentMarket;
  readonly #purchases = new RecentPurchases();
  /** Since when nobody was told of shops, as the last snapshot cannot be read, until that is written; epoch ms. */
  #untoldSince: number | null = null;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#queue = new WriteQueue(parts);
    this.#current = parts.current;
  }

  onEvent(event: MarketEvent): void {
    const heardAt = this.#parts.clock.now();
    this.#purchases.remember(event, heardAt);
    const change = this.#current.apply(event);
    if (!this.#queue.takes(heardAt)) return;
    const heard = this.#parts.router.hear(change, this.#context());
    const [notices, unrouted] = 'change' in heard ? [[], heard] : [heard, null];
    this.#queue.keep({ changes: [change], notices, heardAt }, heardAt, unrouted).then(
      (isWritten) => (isWritten ? this.#wake(notices) : undefined),
      (error) => this.#lose(event, error),
    );
  }

  /** The stream went down or came up: written down behind all that it brought before. */
  onStream(turn: StreamTurn): void {
    this.#queue
      .keep({ changes: [], notices: [], stream: turn }, turn.at)
      .catch((error) => this.#parts.log.error({ err: error, turn }, 'An outage could not be written down'));
  }

  /** Takes in a snapshot, and counts its shops. */
  async onSnapshot(snapshot: Snapshot): Promise<TakenSnapshot> {
    const { takenAt } = snapshot;
    const previous = this.#current.told();
    const { market, changes, isFlood, repeatedIds, saved } = await inSlices(this.#current.load(snapshot));
    this.#purchases.applyTo(market, takenAt);
    if (!previous) {
      this.#untoldSince ??= this.#parts.unreadAt?.() ?? null;
      this.#current.show(market);
    }
    // Before the first write, so that a snapshot whose worths cannot be read is tried again with nothing written.
    const worthOf = (await this.#parts.router.waitsForDeals()) ? await this.#worthsFor(changes) : null;
    await this.#parts.keep(saved);
    for (let from = 0; from < changes.length; from += CHUNK) {
      await this.#queue.write({ changes: changes.slice(from, from + CHUNK), notices: [] });
    }
    const notices = await this.#routeSnapshot(changes, { market, isBanned: this.#parts.isBanned }, worthOf, isFlood);
    const untoldShops = this.#untoldSince === null ? null : { from: this.#untoldSince, until: takenAt };
    await this.#queue.write({ changes: [], notices, snapshotAt: takenAt, ...(untoldShops && { untoldShops }) });
    this.#untoldSince = null;
    if (previous) this.#purchases.applyTo(market, takenAt);
    this.#current.show(market);
    await this.#wake(notices);
    await this.#parts.forget(takenAt);
    const { length: records } = market.shops;
    return { records, duplicates: market.duplicates, repeatedIds: repeatedIds.slice(0, SAMPLES), filled: saved.filled };
  }

  /** The service has confirmed the snapshot in hand. A restart begins with the older date again, until it has asked. */
  onUnchanged(at: number): void {
    const market = this.#current.get();
    if (market === null) return;
    market.confirm(at);
    this.#purchases.applyTo(market, at);
  }

  /**
   * `ids`: the whole list of banned paintings; `fresh`: those that are new in it.
   * @returns false: not yet, as nobody knows who sells the new ones before a list of shops is in
   */
  async onBans(ids: readonly string[], fresh: readonly string[], at: number): Promise<boolean> {
    const market = this.#current.told();
    if (fresh.length > 0 && market === null) return false;
    const changes = fresh.flatMap((canvas) =>
      (market?.shopsOfCanvas(canvas) ?? []).map((shop): Change => ({ kind: 'banned', at, shop, canvas })),
    );
    const notices = await this.#parts.router.routeAll(changes, this.#context());
    await this.#queue.write({ changes, notices, bans: { ids, at } });
    await this.#wake(notices);
    return true;
  }

  /** The game server's health has changed; `checkpoint`: where the journal keeps it. */
  async onServerHealth(
    cause: Extract<Cause, { kind: 'server' }>,
    checkpoint: JournalEntry['checkpoint'],
  ): Promise<void> {
    const notices = await this.#parts.router.routeServer(cause);
    await this.#queue.write({ changes: [], notices, ...(checkpoint && { checkpoint }) });
    await this.#wake(notices);
  }

  /** Why the journal fails just now; null: it does not. */
  trouble(): string | null {
    return this.#queue.trouble();
  }

  /** All that the stream brought before this moment is written; epoch ms. */
  writtenUntil(): number {
    return this.#queue.writtenUntil();
  }

  /** When everything that came is written, or given up. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Gives up what is not written yet. The next start calls the time since `writtenUntil` an outage. */
  stop(): void {
    this.#queue.stop();
  }

  /** @param worthOf null: nobody waited for deals when the snapshot came */
  async #routeSnapshot(
    changes: readonly Change[],
    context: MatchContext,
    worthOf: WorthOf | null,
    isFlood: boolean,
  ): Promise<readonly Routed[]> {
    const { router } = this.#parts;
    const notices = await router.routeAll(changes, worthOf === null ? context : { ...context, worthOf }, isFlood);
    if (worthOf !== null || !(await router.waitsForDeals())) return notices;
    // The first one for deals was saved meanwhile, and its reply showed the market before.
    return router.routeAll(changes, { ...context, worthOf: await this.#worthsFor(changes) }, isFlood);
  }

  /** Reads the worths of now by which the offers of a snapshot are judged, of each kind of goods once. */
  async #worthsFor(changes: readonly Change[]): Promise<WorthOf> {
    const worths = new Map<string, number>();
    const slice = new TimeSlice();
    const goods = goodsToJudge(changes);
    for (let from = 0; from < goods.length; from += WORTHS_AT_ONCE) {
      const some = goods.slice(from, from + WORTHS_AT_ONCE);
      const found = await Promise.all(some.map((identity) => this.#parts.worthOf(identity)));
      for (const [n, { key }] of some.entries()) if (found[n] != null) worths.set(key, found[n]);
      await slice.yieldIfOver();
    }
    return (key) => worths.get(key) ?? null;
  }

  /** Diffs against the last *announced* market, so that no alert refers to a state nobody was shown. */
  #context(): MatchContext {
    return { market: this.#current.told(), isBanned: this.#parts.isBanned };
  }

  async #wake(notices: readonly Routed[]): Promise<void> {
    const slice = new TimeSlice();
    for (let from = 0; from < notices.length; from += WOKEN_AT_ONCE) {
      this.#parts.delivery.wake(notices.slice(from, from + WOKEN_AT_ONCE).map(({ target }) => target));
      await slice.yieldIfOver();
    }
  }

  #lose(event: MarketEvent, error: unknown): void {
    const facts = { event: event.kind, at: event.at, item: event.item.identity.type };
    this.#parts.log.error({ ...facts, err: error }, 'An event is lost: it could not be written');
  }
}

const MOST_KEPT = 5_000;

/** Keeps purchases, to apply them to a snapshot that was requested before them and still contains the sold items. */
class RecentPurchases {
  #recent: { readonly event: MarketEvent; readonly heardAt: number }[] = [];

  /** `heardAt`: epoch ms. Events of other kinds leave a snapshot as it is. */
  remember(event: MarketEvent, heardAt: number): void {
    if (event.kind !== 'purchase') return;
    this.#recent.push({ event, heardAt });
    if (this.#recent.length > 2 * MOST_KEPT) this.#recent = this.#recent.slice(-MOST_KEPT);
  }

  /** Applies the purchases since the request for the snapshot (`takenAt`, epoch ms), and forgets all. */
  applyTo(market: Market, takenAt: number): void {
    for (const { event, heardAt } of this.#recent) if (heardAt >= takenAt) market.apply(event);
    this.#recent = [];
  }
}
