import type { ListedChange, ShopChange } from '../change.ts';
import type { Market } from '../market.ts';
import { changeBetween, withFirstStock } from './difference.ts';
import { asReadNow, fillUnknowns } from './fill-unknowns.ts';
import { pairShops } from './pairing.ts';
import { isSameShop } from './same-shop.ts';
import { type Shop, UNLIMITED } from './shop.ts';
import { type LaterKey, shopDifference } from './similarity.ts';
import { eachInSlices } from './slices.ts';

export interface Differences {
  /** Shops that are new, or that had no bundle of their goods until now. */
  readonly listed: ListedChange[];
  /** Changes of shops that the previous market had. */
  readonly changed: ShopChange[];
  /** Shops of the previous market without a match in the snapshot, under any id. */
  readonly lacking: readonly Shop[];
  /** Shops that both the previous snapshot and this one lack. */
  readonly stillMissing: readonly Shop[];
}

/** Compares a snapshot's shops with those of the previous market, if there is one. */
export class Comparison {
  readonly #previous: Market | null;
  readonly #at: number;
  readonly #laterKey: LaterKey;
  readonly #listed: ListedChange[] = [];
  readonly #changed: ShopChange[] = [];
  /** Shops that have changed or whose id is new. `pair` compares them with the displaced and missing ones. */
  #open: Shop[] = [];
  /** Shops of the previous market with the ids of open shops. An open shop may be the same one or another. */
  #displaced: Shop[] = [];

  /** @param at when the snapshot was taken, epoch ms */
  constructor(previous: Market | null, at: number) {
    this.#previous = previous;
    this.#at = at;
    this.#laterKey = previous?.isOfOlderReader === true ? ({ key, formerKey }) => formerKey ?? key : ({ key }) => key;
  }

  /**
   * Accepts a shop that has not changed and leaves any other open for `pair`, since its id may now belong to another
   * shop.
   * @returns the shop as it goes into the market, or null if it was left open
   */
  take(read: Shop): Shop | null {
    const previous = this.#previous;
    if (previous === null) return read;
    const before = previous.shop(read.id);
    if (before !== undefined) {
      const isChanged = before.price !== read.price || before.remaining !== read.remaining;
      const then = isChanged ? null : this.#asReadNow(before, read);
      const shop = then && fillFrom(then, read);
      if (then && shop && isSameShop(then, shop)) return shop;
      this.#displaced.push(before);
    }
    this.#open.push(read);
    return null;
  }

  /**
   * Chooses, among records with one id, the one most similar to the previous market, or the first if none is similar.
   * @param records at least one, in the service's order
   */
  closest(records: readonly [Shop, ...Shop[]]): Shop {
    let [closest] = records;
    let least = Number.POSITIVE_INFINITY;
    for (const record of records) {
      const distance = this.#distance(record);
      if (distance >= least) continue;
      closest = record;
      least = distance;
    }
    return closest;
  }

  /** Replaces open records that have the same ids as these. */
  *retake(records: readonly Shop[]): Generator<void> {
    if (records.length === 0) return;
    const ids = new Set<number>();
    yield* eachInSlices(records, ({ id }) => ids.add(id));
    this.#open = yield* withoutIds(ids, this.#open);
    this.#displaced = yield* withoutIds(ids, this.#displaced);
    yield* eachInSlices(records, (record) => {
      this.#open.push(record);
      const before = this.#previous?.shop(record.id);
      if (before !== undefined) this.#displaced.push(before);
    });
  }

  /**
   * Pairs the open shops with those of the previous market.
   * @param gone shops of the previous market whose ids the snapshot lacks
   * @param put receives each record with the resulting shop and the previous shop
   */
  *pair(
    gone: readonly Shop[],
    put: (read: Shop, shop: Shop, before: Shop | undefined) => void,
  ): Generator<void, Differences> {
    const previous = this.#previous;
    if (previous === null) return { listed: [], changed: [], lacking: [], stillMissing: [] };
    // Spreading a list of 100,000 entries blocks the event loop for 30 ms.
    const before = gone.concat([...previous.missing.values()], this.#displaced);
    const { pairs, listed, removed } = yield* pairShops(before, this.#open, this.#laterKey);
    yield* eachInSlices(pairs, ({ before, shop: read }) => {
      const then = this.#asReadNow(before, read);
      const shop = fillFrom(then, read);
      put(read, shop, then);
      this.#note(then, shop);
    });
    yield* eachInSlices(listed, (read) => {
      if (previous.isOfOlderReader && !couldOlderRead(read)) return put(read, read, undefined);
      const shop = fillFrom(undefined, read);
      put(read, shop, undefined);
      this.#note(undefined, shop);
    });
    const lacking: Shop[] = [];
    const stillMissing: Shop[] = [];
    yield* eachInSlices(removed, (shop) => {
      (previous.missing.get(shop.id) === shop ? stillMissing : lacking).push(shop);
    });
    return { listed: this.#listed, changed: this.#changed, lacking, stillMissing };
  }

  #note(before: Shop | undefined, shop: Shop): void {
    const change = changeBetween(before, shop, this.#at);
    if (change?.kind === 'listed') this.#listed.push(change);
    else if (change !== null) this.#changed.push(change);
  }

  #distance(record: Shop): number {
    const previous = this.#previous;
    if (previous === null) return 0;
    const known = [previous.shop(record.id), previous.missing.get(record.id), ...previous.shopsAt(record.location)];
    const candidates = known.filter((shop) => shop !== undefined);
    const distances = candidates.map((before) => shopDifference(before, fillFrom(before, record)));
    return Math.min(...distances);
  }

  #asReadNow(before: Shop, now: Shop): Shop {
    return this.#previous?.isOfOlderReader === true ? asReadNow(before, now) : before;
  }
}

/** Returns the shops whose ids are not in the set. */
function* withoutIds(ids: ReadonlySet<number>, shops: readonly Shop[]): Generator<void, Shop[]> {
  const others: Shop[] = [];
  yield* eachInSlices(shops, (shop) => {
    if (!ids.has(shop.id)) others.push(shop);
  });
  return others;
}

/** Completes a record with facts from earlier snapshots. */
function fillFrom(before: Shop | undefined, read: Shop): Shop {
  return withFirstStock(fillUnknowns(read, before), before);
}

/**
 * Whether a Crier before 0.4.0 could read the record: it rejected decimals, a missing owner's name and unlimited stock.
 * A shop that it rejected is neither new nor awaiting its first stock.
 */
function couldOlderRead({ price, owner, remaining }: Shop): boolean {
  return Number.isInteger(price) && owner.name !== null && remaining !== UNLIMITED;
}
