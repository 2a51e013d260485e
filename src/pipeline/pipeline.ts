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

/** Limits the ids of repeated records that are logged. */
const MOST_LOGGED_REPEATED_IDS = 5;
/** Limits worths read at once. A remote store answers them in parallel, and its other connections stay free. */
const WORTHS_AT_ONCE = 8;
/** Changes of a snapshot written at once. The transaction in which it becomes the market holds only its notices. */
const CHANGES_PER_WRITE = 200;
/** Targets woken at once, in a fraction of a millisecond. */
const WOKEN_AT_ONCE = 50;

export interface PipelineParts extends WriteQueueParts {
  readonly clock: WriteQueueParts['clock'];
  readonly router: Router;
  /**
   * Reads the worth of goods, unit price in diamonds, or null if there is none.
   * @throws Error if the trades cannot be read; the snapshot is then tried again
   */
  readonly worthOf: (identity: Identity) => Promise<number | null>;
  /** Returns whether the painting with this canvas id is banned. */
  readonly isBanned: (canvas: string) => boolean;
  readonly current: CurrentMarket;
  readonly delivery: { wake(targets: readonly Target[]): void };
  /**
   * Returns the time of an earlier run's last snapshot (epoch ms) if it cannot be read, else null. Absent if it can.
   */
  readonly unreadAt?: () => number | null;
  /** Stores a snapshot, so that the journal can name it as the one from which a restart begins. */
  readonly keep: (saved: SavedSnapshot) => Promise<void>;
  /** Deletes all stored snapshots but this. */
  readonly forget: (takenAt: number) => Promise<void>;
}

/**
 * Processes events and snapshots: applies them to the market, routes notices, writes both in one transaction, wakes
 * delivery. A snapshot becomes the market in the transaction with its notices, so that a crash repeats or loses
 * nothing.
 *
 * While the journal fails, events are kept (see `WriteQueue`). A snapshot, a list of bans or a health change rejects,
 * and the next one has the same differences again.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #queue: WriteQueue;
  readonly #current: CurrentMarket;
  readonly #purchases = new RecentPurchases();
  /**
   * Epoch ms since which no change of shops was announced because the last snapshot cannot be read; null once that is
   * written.
   */
  #unreportedSince: number | null = null;

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
    const routing = this.#parts.router.prepare(change, this.#context());
    const [notices, unrouted] = 'change' in routing ? [[], routing] : [routing, null];
    this.#queue.keep({ changes: [change], notices, heardAt }, heardAt, unrouted).then(
      (isWritten) => (isWritten ? this.#wake(notices) : undefined),
      (error) => this.#lose(event, error),
    );
  }

  /** Writes that the stream went down or came up, after all its earlier events. */
  onStream(turn: StreamTurn): void {
    this.#queue
      .keep({ changes: [], notices: [], stream: turn }, turn.at)
      .catch((error) => this.#parts.log.error({ err: error, turn }, 'Could not write an outage'));
  }

  /**
   * Diffs a snapshot, routes and writes its changes, and makes it the market.
   * @returns its counts
   */
  async onSnapshot(snapshot: Snapshot): Promise<TakenSnapshot> {
    const { takenAt } = snapshot;
    const previous = this.#current.announced();
    const { market, changes, isFlood, repeatedIds, saved } = await inSlices(this.#current.load(snapshot));
    this.#purchases.applyTo(market, takenAt);
    if (!previous) {
      this.#unreportedSince ??= this.#parts.unreadAt?.() ?? null;
      this.#current.show(market);
    }
    // Worths are read before the first write, so that a snapshot whose worths cannot be read is tried again with
    // nothing written.
    const worthOf = (await this.#parts.router.waitsForDeals()) ? await this.#worthsFor(changes) : null;
    await this.#parts.keep(saved);
    for (let from = 0; from < changes.length; from += CHANGES_PER_WRITE) {
      await this.#queue.write({ changes: changes.slice(from, from + CHANGES_PER_WRITE), notices: [] });
    }
    const notices = await this.#routeSnapshot(changes, { market, isBanned: this.#parts.isBanned }, worthOf, isFlood);
    const unreportedShops = this.#unreportedSince === null ? null : { from: this.#unreportedSince, until: takenAt };
    await this.#queue.write({ changes: [], notices, snapshotAt: takenAt, ...(unreportedShops && { unreportedShops }) });
    this.#unreportedSince = null;
    if (previous) this.#purchases.applyTo(market, takenAt);
    this.#current.show(market);
    await this.#wake(notices);
    await this.#parts.forget(takenAt);
    const { length: records } = market.shops;
    return {
      records,
      duplicates: market.duplicates,
      repeatedIds: repeatedIds.slice(0, MOST_LOGGED_REPEATED_IDS),
      filled: saved.filled,
    };
  }

  /**
   * Notes that the service has confirmed the current snapshot. The confirmation is not saved: after a restart the
   * snapshot has its own time until the service answers again.
   */
  onUnchanged(at: number): void {
    const market = this.#current.get();
    if (market === null) return;
    market.confirm(at);
    this.#purchases.applyTo(market, at);
  }

  /**
   * Writes the list of banned paintings and routes the new ones.
   * @param ids the complete list
   * @param fresh those that are new in it
   * @returns false without a market, which would show the sellers of the new ones; nothing is written then
   */
  async onBans(ids: readonly string[], fresh: readonly string[], at: number): Promise<boolean> {
    const market = this.#current.announced();
    if (fresh.length > 0 && market === null) return false;
    const changes = fresh.flatMap((canvas) =>
      (market?.shopsOfCanvas(canvas) ?? []).map((shop): Change => ({ kind: 'banned', at, shop, canvas })),
    );
    const notices = await this.#parts.router.routeAll(changes, this.#context());
    await this.#queue.write({ changes, notices, bans: { ids, at } });
    await this.#wake(notices);
    return true;
  }

  /**
   * Routes and writes a change of the game server's health.
   * @param checkpoint the name under which the journal saves it
   */
  async onServerHealth(
    cause: Extract<Cause, { kind: 'server' }>,
    checkpoint: JournalEntry['checkpoint'],
  ): Promise<void> {
    const notices = await this.#parts.router.routeServer(cause);
    await this.#queue.write({ changes: [], notices, ...(checkpoint && { checkpoint }) });
    await this.#wake(notices);
  }

  /** Returns the reason why the journal fails now, or null if it does not. */
  trouble(): string | null {
    return this.#queue.trouble();
  }

  /** Resolves with true when all events before the call are written, with false if they will not be. */
  written(): Promise<boolean> {
    return this.#queue.written();
  }

  /** Resolves when all changes are written or given up. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Gives up all entries that are not written. The next start reports the time since the stream's checkpoint. */
  stop(): void {
    this.#queue.stop();
  }

  /** @param worthOf null if there was no feed or watch for deals when the snapshot came */
  async #routeSnapshot(
    changes: readonly Change[],
    context: MatchContext,
    worthOf: WorthOf | null,
    isFlood: boolean,
  ): Promise<readonly Routed[]> {
    const { router } = this.#parts;
    const notices = await router.routeAll(changes, worthOf === null ? context : { ...context, worthOf }, isFlood);
    if (worthOf !== null || !(await router.waitsForDeals())) return notices;
    // The first feed or watch for deals was saved meanwhile, and its reply showed the market before these changes.
    return router.routeAll(changes, { ...context, worthOf: await this.#worthsFor(changes) }, isFlood);
  }

  /** Reads the current worth of each kind of goods in a snapshot's offers once. */
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

  /** Diffs against the last *announced* market, so that no alert refers to a state that no user was shown. */
  #context(): MatchContext {
    return { market: this.#current.announced(), isBanned: this.#parts.isBanned };
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
    this.#parts.log.error({ ...facts, err: error }, 'Could not write an event, dropping it');
  }
}

const MOST_RECENT_PURCHASES = 5_000;

/** Remembers purchases, to apply them to a snapshot that was requested before them and still offers the sold items. */
class RecentPurchases {
  #recent: { readonly event: MarketEvent; readonly heardAt: number }[] = [];

  /**
   * Events of other kinds do not change a snapshot.
   * @param heardAt epoch ms
   */
  remember(event: MarketEvent, heardAt: number): void {
    if (event.kind !== 'purchase') return;
    this.#recent.push({ event, heardAt });
    if (this.#recent.length > 2 * MOST_RECENT_PURCHASES) this.#recent = this.#recent.slice(-MOST_RECENT_PURCHASES);
  }

  /** Applies the purchases since the request for the snapshot (`takenAt`, epoch ms), and forgets all. */
  applyTo(market: Market, takenAt: number): void {
    for (const { event, heardAt } of this.#recent) if (heardAt >= takenAt) market.apply(event);
    this.#recent = [];
  }
}
