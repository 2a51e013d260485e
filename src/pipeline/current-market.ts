import type { Change, MarketEvent, Trade } from '../market/change.ts';
import type { Market } from '../market/market.ts';
import type { OtherNamesOfType } from '../market/search/catalogue-entry.ts';
import { type LoadedMarket, loadMarket, restoreMarket } from '../market/shops/load.ts';
import type { Snapshot } from '../market/shops/snapshot.ts';
import type { Clock } from '../time/clock.ts';
import { inSlices } from '../time/cooperate.ts';

/** The current market, which lives as long as the process. The leader's pipeline or the follower replaces it. */
export class CurrentMarket {
  readonly #types: readonly string[];
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #otherNames: OtherNamesOfType | undefined;
  #market: Market | null = null;
  /** The market is older than the last announced one, so no notices are routed by it. */
  #isForAnswersAlone = false;
  /**
   * Callers that wait for the first market. A promise that they all raced against would remember each of them until it
   * resolves.
   */
  readonly #waiting = new Set<AbortController>();

  /**
   * @param types item types of earlier runs, which stay searchable if no shop has them
   * @param otherNames further names by which items are found
   */
  constructor(types: readonly string[], clock: Pick<Clock, 'sleep'>, otherNames?: OtherNamesOfType) {
    this.#types = types;
    this.#clock = clock;
    this.#otherNames = otherNames;
  }

  /** Returns the market, or null before the first snapshot. */
  get(): Market | null {
    return this.#market;
  }

  /**
   * Returns the last *announced* market, against which changes are diffed and notices judged, or null if it is unknown.
   */
  announced(): Market | null {
    return this.#isForAnswersAlone ? null : this.#market;
  }

  /** Returns the market. Waits for the first snapshot, for at most `waitMs`. */
  async getOrWait(waitMs: number): Promise<Market | null> {
    if (this.#market) return this.#market;
    const waiter = new AbortController();
    this.#waiting.add(waiter);
    await this.#clock.sleep(waitMs, waiter.signal);
    this.#waiting.delete(waiter);
    return this.#market;
  }

  /** Loads a snapshot, which is not shown yet, and diffs it against the announced market. In slices. */
  load(snapshot: Snapshot): Generator<void, LoadedMarket> {
    return loadMarket(this.announced(), snapshot, this.#otherNames);
  }

  /** Loads the market of a saved snapshot, which is not shown yet. In slices. */
  restored(snapshot: Snapshot): Generator<void, Market> {
    return restoreMarket(snapshot, this.#market, this.#otherNames);
  }

  /** Applies an event. Without an announced market, the change is the event as it is. */
  apply(event: MarketEvent): Change {
    const change = this.#market?.apply(event);
    if (change !== undefined && !this.#isForAnswersAlone) return change;
    if (event.kind === 'auction') return { kind: 'auctioned', at: event.at, auction: event };
    return { kind: 'traded', at: event.at, trade: event, shop: null };
  }

  show(market: Market): void {
    // Later markets take over the types of their predecessor.
    if (this.announced() === null) for (const type of this.#types) market.catalogue.keepType(type);
    if (this.#market !== null) market.catalogue.learnFrom(this.#market.catalogue);
    this.#market = market;
    this.#isForAnswersAlone = false;
    for (const waiter of this.#waiting) waiter.abort();
  }

  /**
   * Shows the market of a snapshot of an earlier run, without the goods bought since. Announces no change.
   * @param isLast false for an older snapshot, shown for answers only, because later changes were announced
   */
  async restore(snapshot: Snapshot, bought: readonly Trade[], isLast: boolean): Promise<void> {
    const market = await inSlices(this.restored(snapshot));
    for (const trade of bought) market.apply(trade);
    this.show(market);
    this.#isForAnswersAlone = !isLast;
  }
}
