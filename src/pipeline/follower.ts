import type { Market } from '../market/market.ts';
import type { Snapshot } from '../market/shops/snapshot.ts';
import type { History, WrittenEvent, WrittenEvents } from '../ports/journal.ts';
import { inSlices } from '../time/cooperate.ts';
import type { CurrentMarket } from './current-market.ts';

export interface FollowerParts {
  readonly current: CurrentMarket;
  readonly history: Pick<History, 'snapshotAt'>;
  readonly events: WrittenEvents;
  /** The shops of a snapshot, after those of `known`; rejects where it cannot be read, as when the next one has taken its place. */
  readonly read: (takenAt: number) => Promise<Snapshot>;
  /** When the service last confirmed the snapshot that the leader shows, epoch ms; null: never. */
  readonly confirmed: () => { readonly snapshotAt: number; readonly at: number } | null;
}

/** Purchases kept to be applied again; more than a busy service brings from one snapshot to the next. */
const MOST_KEPT = 20_000;

/**
 * Shows the market that another process takes in: the snapshot that counts, less what was bought since. It comes to the same as the
 * leader's own, a moment later. Begun anew whenever this process has led.
 */
export class Follower {
  readonly #parts: FollowerParts;
  /** null: none was read yet. */
  #market: Market | null = null;
  #purchases: WrittenEvent[] = [];
  #place: number | null = null;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** Takes in what is new. Where it rejects, the next look takes in the same. */
  async look(): Promise<void> {
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
      for (const heard of read.events) {
        const isPurchase = heard.event.kind === 'purchase';
        if (isPurchase) this.#purchases.push(heard);
        if (this.#purchases.length >= 2 * MOST_KEPT) this.#purchases = this.#purchases.slice(-MOST_KEPT);
        // What was bought before the snapshot was asked for is in it.
        const market = this.#market;
        if (market !== null && (!isPurchase || heard.heardAt >= market.takenAt)) market.apply(heard.event);
      }
      this.#place = read.place;
      isMore = read.events.length > 0;
    }
  }

  /** What was bought since is still in the snapshot. */
  #applyPurchases(market: Market): void {
    this.#purchases = this.#purchases.filter(({ heardAt }) => heardAt >= market.takenAt).slice(-MOST_KEPT);
    for (const { event } of this.#purchases) market.apply(event);
  }
}
