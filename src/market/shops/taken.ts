import { type ShopChange, shopOf } from '../change.ts';
import type { Market } from '../market.ts';
import { changeBetween, withFirstStock } from './difference.ts';
import { asReadNow } from './earlier-reading.ts';
import { fillUnknowns } from './fill-unknowns.ts';
import { eachInSlices } from './in-slices.ts';
import { distanceOf, isSameStand, type KeyNow, pairShops } from './pairing.ts';
import { isSameShop } from './same-shop.ts';
import { ShardedMap } from './sharded-map.ts';
import { type Shop, UNLIMITED } from './shop.ts';
import type { ShopIndex } from './shop-index.ts';
import type { SavedSnapshot } from './snapshot.ts';

/** A snapshot as an index and its differences to the market before, not judged yet. */
export interface Taken {
  readonly index: ShopIndex;
  readonly differences: Differences;
  /** Ids of the market before that the snapshot lacks, whichever shops are paired. */
  readonly goneIds: readonly number[];
  /** Ids that several records have. */
  readonly repeatedIds: readonly number[];
  readonly saved: Pick<SavedSnapshot, 'before' | 'filled'>;
}

/** A shop that can trade for the first time. */
type Listed = Extract<ShopChange, { readonly kind: 'listed' }>;

export interface Differences {
  /** Shops that the market before did not have, or without a bundle of their goods. */
  readonly listed: Listed[];
  /** Changes of shops that it had. */
  readonly changed: ShopChange[];
  /** Shops of the market before that are in the snapshot under no id. */
  readonly lacking: readonly Shop[];
  /** Shops that the snapshot before lacked, and that this one lacks too. */
  readonly stillMissing: readonly Shop[];
}

/** Compares a snapshot's shops with those of the market before, where there is one. */
export class Comparison {
  readonly #previous: Market | null;
  readonly #at: number;
  readonly #keyNow: KeyNow;
  #listed: Listed[] = [];
  #changed: ShopChange[] = [];
  /** Shops whose id alone does not say which shop of the market before they are, by id. */
  readonly #open = new ShardedMap<Shop>();

  /** `at`: when the snapshot was taken, epoch ms. */
  constructor(previous: Market | null, at: number) {
    this.#previous = previous;
    this.#at = at;
    this.#keyNow = previous?.isOfOlderReader === true ? ({ key, formerKey }) => formerKey ?? key : ({ key }) => key;
  }

  /**
   * Compares one shop, or leaves it open for `pair` if its id does not settle which one it was.
   * @returns the shop as it is to stand in the market, or null if it was left open
   */
  take(read: Shop): Shop | null {
    const previous = this.#previous;
    if (previous === null) return read;
    const before = previous.shop(read.id);
    const then = before && this.#asReadNow(before, read);
    if (before !== undefined && then !== undefined) {
      const shop = fillFrom(then, read);
      if (isSameShop(then, shop)) return shop;
      const isAlone = previous.shopsAt(read.location).length === 1;
      if (isAlone && isSameStand(before, read, this.#keyNow)) {
        this.#note(then, shop);
        return shop;
      }
    }
    this.#open.set(read.id, read);
    return null;
  }

  /** The shop of this id that was left open. */
  open(id: number): Shop | undefined {
    return this.#open.get(id);
  }

  /**
   * Chooses of records with one id the one that is most like the market before; the first if none is.
   * @param records at least one, in the service's order
   */
  closest(records: readonly [Shop, ...Shop[]]): Shop {
    const distances = records.map((record) => this.#distance(record));
    return records[distances.indexOf(Math.min(...distances))] ?? records[0];
  }

  /** Leaves these records open, instead of others with their ids that were compared already. */
  retake(records: readonly Shop[]): void {
    const ids = new Set(records.map(({ id }) => id));
    this.#listed = this.#listed.filter(({ shop }) => !ids.has(shop.id));
    this.#changed = this.#changed.filter((change) => !ids.has(shopOf(change).id));
    for (const shop of records) this.#open.set(shop.id, shop);
  }

  /**
   * Pairs the shops that were left open with those of the market before, and puts them into the index.
   * @param gone shops of the market before whose ids the snapshot lacks
   * @param take is handed each record with the shop that it became
   */
  *pair(index: ShopIndex, gone: readonly Shop[], take: (read: Shop, shop: Shop) => void): Generator<void, Differences> {
    const previous = this.#previous;
    if (previous === null) return { listed: [], changed: [], lacking: [], stillMissing: [] };
    const before = [...gone, ...previous.missing.values()];
    const open = [...this.#open.values()];
    yield* eachInSlices(open, ({ id }) => {
      const displaced = previous.shop(id);
      if (displaced !== undefined) before.push(displaced);
    });
    const { pairs, listed, removed } = yield* pairShops(before, open, this.#keyNow);
    const put = (read: Shop, shop: Shop) => {
      const standing = index.shops.get(shop.id);
      if (standing === undefined) index.add(shop);
      else index.replace(standing, shop);
      take(read, shop);
    };
    yield* eachInSlices(pairs, ({ before, shop: read }) => {
      const then = this.#asReadNow(before, read);
      const shop = fillFrom(then, read);
      put(read, shop);
      this.#note(then, shop);
    });
    yield* eachInSlices(listed, (read) => {
      if (previous.isOfOlderReader && !couldOlderRead(read)) return put(read, read);
      const shop = fillFrom(undefined, read);
      put(read, shop);
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
    const distances = candidates.map((before) => distanceOf(before, fillFrom(before, record)));
    return Math.min(...distances);
  }

  #asReadNow(before: Shop, now: Shop): Shop {
    return this.#previous?.isOfOlderReader === true ? asReadNow(before, now) : before;
  }
}

/** The shop that was read, with what earlier snapshots tell of it. */
function fillFrom(before: Shop | undefined, read: Shop): Shop {
  return withFirstStock(fillUnknowns(read, before), before);
}

/**
 * Whether a Crier before 0.4.0 read such a record: it refused decimals, a missing owner's name and unlimited stock. A shop
 * that it refused is neither new nor awaits its first stock.
 */
function couldOlderRead({ price, owner, remaining }: Shop): boolean {
  return Number.isInteger(price) && owner.name !== null && remaining !== UNLIMITED;
}
