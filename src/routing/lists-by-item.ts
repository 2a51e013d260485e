import type { ItemChoice } from '../market/item/item.ts';
import { highestThreshold, lowestThreshold } from '../market/prices/shown-price.ts';
import type { PricedType } from './priced-goods.ts';
import { ThresholdList } from './threshold-list.ts';

/** Those who ask for every variant of a type, for one variant, or for anything, each with a threshold or none. */
export class ListsByItem<Member> {
  readonly #direction: 1 | -1;
  readonly #anything: ThresholdList<Member>;
  readonly #byType = new Map<string, ThresholdList<Member>>();
  /** By the key of the variant. */
  readonly #byKey = new Map<string, ThresholdList<Member>>();

  /** `direction`: see `ThresholdList`. */
  constructor(direction: 1 | -1) {
    this.#direction = direction;
    this.#anything = new ThresholdList(direction);
  }

  /** `item` undefined: anything. */
  add(member: Member, item: ItemChoice | undefined, threshold: number | null): void {
    if (item === undefined) {
      this.#anything.add(member, threshold);
      return;
    }
    const [lists, key] = this.#placeOf(item);
    const list = lists.get(key) ?? new ThresholdList(this.#direction);
    list.add(member, threshold);
    lists.set(key, list);
  }

  /** `item`: as it was when it was added. */
  remove(member: Member, item: ItemChoice | undefined): void {
    if (item === undefined) {
      this.#anything.remove(member);
      return;
    }
    const [lists, key] = this.#placeOf(item);
    const list = lists.get(key);
    list?.remove(member);
    if (list?.size === 0) lists.delete(key);
  }

  /** Appends those whom one of the goods concerns, each at most once. Thresholds are compared with `paid` for all. */
  findAt(paid: number | null, goods: readonly PricedType[], found: Member[]): void {
    const asked = this.#thresholdAt(paid);
    this.#anything.find(asked, found);
    for (const { type, variants } of goods) {
      this.#byType.get(type)?.find(asked, found);
      for (const { key } of variants) this.#byKey.get(key)?.find(asked, found);
    }
  }

  /** The same with thresholds that are unit prices: the best price of the type, and each variant's own. */
  findPriced(goods: readonly PricedType[], found: Member[]): void {
    for (const { type, lowest, highest, variants } of goods) {
      this.#byType.get(type)?.find(this.#thresholdAt(this.#direction === 1 ? lowest : highest), found);
      for (const { key, unitPrice } of variants) this.#byKey.get(key)?.find(this.#thresholdAt(unitPrice), found);
    }
  }

  /** The subscriptions that ask for the variant of this key. */
  withKey(key: string): readonly Member[] {
    return this.#byKey.get(key)?.members ?? [];
  }

  /** The furthest threshold that the price may meet as both are shown: those that are found are compared after. */
  #thresholdAt(price: number | null): number | null {
    if (price === null) return null;
    return this.#direction === 1 ? lowestThreshold(price) : highestThreshold(price);
  }

  #placeOf({ type, key }: ItemChoice): readonly [Map<string, ThresholdList<Member>>, string] {
    return key === undefined ? [this.#byType, type] : [this.#byKey, key];
  }
}
