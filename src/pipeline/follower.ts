import type { Market } from '../market/market.ts';
import type { Snapshot } from '../market/shops/snapshot.ts';
import type { History, WrittenEvent, WrittenEvents } from '../ports/journal.ts';
import { inSlices } from '../time/cooperate.ts';
import type { CurrentMarket } from './current-market.ts';

export interface FollowerParts {
  readonly current: CurrentMarket;
  readonly history: Pick<History, 'snapshotAt'>;
  readonly events: WrittenEvents;
  /**
   * Reads the shops of a snapshot, after those of the last. Rejects if it cannot be read, for example because the next
   * one has replaced it.
   */
  readonly read: (takenAt: number) => Promise<Snapshot>;
  /**
   * Returns the leader's snapshot and the time at which the service last confirmed it, both epoch ms, or null if it
   * never did.
   */
  readonly confirmed: () => { readonly snapshotAt: number; readonly at: number } | null;
}

/** Limits the purchases that are applied again to a new snapshot. A busy service sends fewer between two snapshots. */
const MOST_REAPPLIED_PURCHASES = 20_000;

/**
 * Shows the leader's market in a follower: the latest snapshot, less the purchases since. It converges on the leader's
 * market a moment later. A process that has led begins with another `Follower`.
 */
export class Follower {
  readonly #parts: FollowerParts;
  /** Null before the first snapshot. */
  #market: Market | null = null;
  #purchases: WrittenEvent[] = [];
  #place: number | null = null;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** Reads new events and snapshots from the store. If it rejects, the next call reads them again. */
  async catchUp(): Promise<void> {
    const { current, history, confirmed } = this.#parts;
    const confirmation = confirmed();
    const snapshotAt = await history.snapshotAt();
    await this.#readEvents(snapshotAt ?? 0);
    const shown = this.#market;
    const isShown = snapshotAt === null || snapshotAt === shown?.snapshotAt;
    const market = isShown ? shown : await this.#load(snapshotAt);
    if (market === null) return;
    const isConfirmed = confirmation?.snapshotAt === market.snapshotAt && confirmation.at > market.takenAt;
    if (isConfirmed) market.confirm(confirmation.at);
    if (isConfirmed || market !== shown) this.#applyPurchases(market);
    if (market !== shown) current.show(market);
    this.#market = market;
  }

  async #load(snapshotAt: number): Promise<Market> {
    const { current, read } = this.#parts;
    return inSlices(current.restored(await read(snapshotAt)));
  }

  async #readEvents(from: number): Promise<void> {
    const { events } = this.#parts;
    for (let isMore = true; isMore; ) {
      const read = await events.read(this.#place, from);
      for (const written of read.events) {
        const isPurchase = written.event.kind === 'purchase';
        if (isPurchase) this.#purchases.push(written);
        if (this.#purchases.length >= 2 * MOST_REAPPLIED_PURCHASES)
          this.#purchases = this.#purchases.slice(-MOST_REAPPLIED_PURCHASES);
        // A snapshot already lacks items that were bought before its request.
        const market = this.#market;
        if (market !== null && (!isPurchase || written.heardAt >= market.takenAt)) market.apply(written.event);
      }
      this.#place = read.place;
      isMore = read.events.length > 0;
    }
  }

  /** Applies purchases since the request, which the snapshot still offers. */
  #applyPurchases(market: Market): void {
    this.#purchases = this.#purchases
      .filter(({ heardAt }) => heardAt >= market.takenAt)
      .slice(-MOST_REAPPLIED_PURCHASES);
    for (const { event } of this.#purchases) market.apply(event);
  }
}
