import type { Change, MarketEvent, Trade } from '../market/change.ts';
import type { Market } from '../market/market.ts';
import type { OtherNames } from '../market/search/catalogue-entry.ts';
import { type Loaded, load, restore } from '../market/shops/load.ts';
import type { Snapshot } from '../market/shops/snapshot.ts';
import type { Clock } from '../time/clock.ts';
import { inSlices } from '../time/cooperate.ts';

/** The market that is shown, whoever takes in what changes it, and who waits for the first. It lives as long as the process. */
export class CurrentMarket {
  readonly #types: readonly string[];
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #otherNames: OtherNames | undefined;
  #market: Market | null = null;
  /** Whether the market is older than what people were told of: nobody is told of anything by it. */
  #isForAnswersAlone = false;
  /** Who waits for the first market. A promise they all raced against would remember each of them until it comes. */
  readonly #waiting = new Set<AbortController>();

  /** `types`: item types of earlier runs. They stay findable when no shop has them. `otherNames`: what they are found by beside their labels. */
  constructor(types: readonly string[], clock: Pick<Clock, 'sleep'>, otherNames?: OtherNames) {
    this.#types = types;
    this.#clock = clock;
    this.#otherNames = otherNames;
  }

  /** null: there was no snapshot yet. */
  get(): Market | null {
    return this.#market;
  }

  /** The market that people were told of last: what changes is told against it, and what waits is judged by it. null: it is not known. */
  told(): Market | null {
    return this.#isForAnswersAlone ? null : this.#market;
  }

  /** The market, waiting for the first snapshot so long at most. */
  async getOrWait(waitMs: number): Promise<Market | null> {
    if (this.#market) return this.#market;
    const waiter = new AbortController();
    this.#waiting.add(waiter);
    await this.#clock.sleep(waitMs, waiter.signal);
    this.#waiting.delete(waiter);
    return this.#market;
  }

  /** Makes the next one of a snapshot, with its differences to what people were told of; it is not shown yet. In slices. */
  load(snapshot: Snapshot): Generator<void, Loaded> {
    return load(this.told(), snapshot, this.#otherNames);
  }

  /** Makes the market of a saved snapshot, which is not shown yet. In slices. */
  restored(snapshot: Snapshot): Generator<void, Market> {
    return restore(snapshot, this.#market, this.#otherNames);
  }

  /** Takes in an event; without a market that people were told of it is told as it is. */
  apply(event: MarketEvent): Change {
    const change = this.#market?.apply(event);
    if (change !== undefined && !this.#isForAnswersAlone) return change;
    if (event.kind === 'auction') return { kind: 'auctioned', at: event.at, auction: event };
    return { kind: 'traded', at: event.at, trade: event, shop: null };
  }

  show(market: Market): void {
    // From then on each market takes over what the one before knew.
    if (this.told() === null) for (const type of this.#types) market.catalogue.keepType(type);
    if (this.#market !== null) market.catalogue.hearAgain(this.#market.catalogue);
    this.#market = market;
    this.#isForAnswersAlone = false;
    for (const waiter of this.#waiting) waiter.abort();
  }

  /**
   * Begins with a snapshot of an earlier run, less what was `bought` since; nothing has changed by that. `isLast` false: one before the
   * last, shown for answers alone, as people were told of what changed after it.
   */
  async restore(snapshot: Snapshot, bought: readonly Trade[], isLast: boolean): Promise<void> {
    const market = await inSlices(this.restored(snapshot));
    for (const trade of bought) market.apply(trade);
    this.show(market);
    this.#isForAnswersAlone = !isLast;
  }
}
