import type { Change } from '../market/change.ts';
import type { MarketEvent, Trade } from '../market/event.ts';
import type { Market } from '../market/market.ts';
import { load } from '../market/shops/load.ts';
import type { Snapshot } from '../market/shops/snapshot.ts';
import type { JournalEntry, StreamTurn } from '../ports/journal.ts';
import type { Cause, Routed, Target } from '../routing/notice.ts';
import type { Subscriptions } from '../routing/subscriptions.ts';
import { inSlices } from '../time/cooperate.ts';
import { createWriteQueue, type WriteQueueParts } from './write-queue.ts';

/** Changes of a snapshot written at once; the transaction that makes it count holds its notices alone. */
const CHUNK = 200;
/** Purchases kept to be applied again to a snapshot that was asked for before them. */
const RECENT = 5_000;

export interface PipelineParts extends WriteQueueParts {
  readonly subscriptions: Pick<Subscriptions, 'route' | 'routeServer' | 'version'>;
  /** Item types of earlier runs: they stay findable when no shop has them. None unless told. */
  readonly types?: readonly string[];
  readonly delivery: { wake(targets: readonly Target[]): void };
  /** Stores a snapshot, so that the journal can name it as the one a restart begins with. */
  readonly keep: (snapshot: Snapshot) => Promise<void>;
  /** Drops all stored snapshots but this. */
  readonly forget: (takenAt: number) => Promise<void>;
  readonly isPaused: (target: Target) => boolean;
  readonly isBanned: (canvas: string) => boolean;
}

/**
 * The story of an event: what changed in the market, who is told, written down in one transaction, handed to delivery.
 * The story of a snapshot is the same, with the differences to the one before; it becomes the market in the transaction
 * that holds its notices, so that a crash on the way repeats nothing and loses nothing. While the journal fails, events are
 * kept (see the write queue); a snapshot, a list of bans or a turn of the server's health rejects, and the next one brings
 * the same differences again.
 */
export function createPipeline(parts: PipelineParts) {
  const { subscriptions, delivery, log, clock } = parts;
  const queue = createWriteQueue(parts);
  /** Who waits for the first market. A promise they all raced against would remember each of them until it comes. */
  const waiting = new Set<AbortController>();
  let recent: { readonly event: MarketEvent; readonly at: number }[] = [];
  let market: Market | null = null;

  function onEvent(event: MarketEvent): void {
    const heardAt = clock.now();
    if (event.kind === 'purchase') remember(event);
    const change = market ? market.apply(event) : withoutMarket(event);
    if (!queue.takes(heardAt)) return;
    const notices = route(change, market);
    queue.keep({ changes: [change], notices }, heardAt).then(
      (isWritten) => isWritten && wake(notices),
      (error) => lose(event, error),
    );
  }

  /** The stream went down or came up: written down behind all that it brought before. */
  function onStream(turn: StreamTurn): void {
    queue
      .keep({ changes: [], notices: [], stream: turn }, turn.at)
      .catch((error) => log.error({ err: error, turn }, 'An outage could not be written down'));
  }

  async function onSnapshot(snapshot: Snapshot): Promise<void> {
    const { takenAt } = snapshot;
    const previous = market;
    const loaded = await inSlices(load(previous, snapshot));
    if (loaded.unsaid > 0) log.warn({ shops: loaded.unsaid }, 'Most shops are new: they are not told of');
    catchUp(loaded.market, takenAt);
    if (!previous) show(loaded.market);
    await parts.keep({ shops: loaded.market.shops, missing: [...loaded.market.missing.values()], takenAt });
    for (let from = 0; from < loaded.changes.length; from += CHUNK) {
      await queue.write({ changes: loaded.changes.slice(from, from + CHUNK), notices: [] });
    }
    const notices = await routeAll(loaded.changes, loaded.market);
    await queue.write({ changes: [], notices, snapshotAt: takenAt });
    if (previous) catchUp(loaded.market, takenAt);
    show(loaded.market);
    wake(notices);
    await parts.forget(takenAt);
  }

  /** The service has confirmed the snapshot in hand. A restart begins with the older date again, until it has asked. */
  function onUnchanged(at: number): void {
    if (market === null) return;
    market.confirm(at);
    catchUp(market, at);
  }

  /** `ids`: the whole list of banned paintings; `fresh`: those that are new in it. */
  async function onBans(ids: readonly string[], fresh: readonly string[], at: number): Promise<void> {
    const changes = fresh.flatMap((canvas) =>
      (market?.shopsOfCanvas(canvas) ?? []).map((shop): Change => ({ kind: 'banned', at, shop, canvas })),
    );
    const notices = changes.flatMap((change) => route(change, market));
    await queue.write({ changes, notices, bans: { ids, at } });
    wake(notices);
  }

  /** The game server's health has changed; `checkpoint`: where the journal keeps it. */
  async function onServer(
    cause: Extract<Cause, { kind: 'server' }>,
    checkpoint: JournalEntry['checkpoint'],
  ): Promise<void> {
    const notices = unpaused(subscriptions.routeServer(cause));
    await queue.write({ changes: [], notices, ...(checkpoint && { checkpoint }) });
    wake(notices);
  }

  function route(change: Change, matchContext: Market | null): readonly Routed[] {
    return unpaused(subscriptions.route(change, clock.now(), { market: matchContext, isBanned: parts.isBanned }));
  }

  function unpaused(notices: readonly Routed[]): readonly Routed[] {
    return notices.filter(({ target }) => !parts.isPaused(target));
  }

  async function routeAll(changes: readonly Change[], matchContext: Market): Promise<Routed[]> {
    function* each() {
      const notices: Routed[] = [];
      for (const change of changes) {
        notices.push(...route(change, matchContext));
        yield;
      }
      return notices;
    }
    // What is saved meanwhile was not asked yet, and its answer still showed the market before.
    for (;;) {
      const { version } = subscriptions;
      const notices = await inSlices(each());
      if (subscriptions.version === version) return notices;
    }
  }

  function wake(notices: readonly Routed[]): void {
    delivery.wake(notices.map(({ target }) => target));
  }

  function lose(event: MarketEvent, error: unknown): void {
    const facts = { event: event.kind, at: event.at, item: event.item.identity.type };
    log.error({ ...facts, err: error }, 'An event is lost: it could not be written');
  }

  function remember(event: MarketEvent): void {
    recent.push({ event, at: clock.now() });
    if (recent.length > 2 * RECENT) recent = recent.slice(-RECENT);
  }

  /** Stock that was sold since the snapshot was asked for is not in it. */
  function catchUp(loaded: Market, takenAt: number): void {
    for (const { event, at } of recent) if (at >= takenAt) loaded.apply(event);
    recent = [];
  }

  function show(loaded: Market): void {
    // From then on each market takes over what the one before knew.
    if (market === null) for (const type of parts.types ?? []) loaded.catalogue.keepType(type);
    market = loaded;
    for (const waiter of waiting) waiter.abort();
  }

  return {
    onEvent,
    onSnapshot,
    onUnchanged,
    onBans,
    onServer,
    onStream,
    /** Begins with the snapshot of an earlier run, less what was `bought` since; nothing has changed by that. */
    async restore(snapshot: Snapshot, bought: readonly Trade[]): Promise<void> {
      const loaded = await inSlices(load(null, snapshot));
      for (const trade of bought) loaded.market.apply(trade);
      show(loaded.market);
    },
    market: () => market,
    /** The market, waiting for the first snapshot so long at most. */
    async marketWithin(waitMs: number): Promise<Market | null> {
      if (market) return market;
      const waiter = new AbortController();
      waiting.add(waiter);
      await clock.sleep(waitMs, waiter.signal);
      waiting.delete(waiter);
      return market;
    },
    trouble: queue.trouble,
    writtenUntil: queue.writtenUntil,
    settled: queue.settled,
    stop: queue.stop,
  };
}

function withoutMarket(event: MarketEvent): Change {
  if (event.kind === 'auction') return { kind: 'auctioned', at: event.at, auction: event };
  return { kind: 'traded', at: event.at, trade: event, shop: null };
}
