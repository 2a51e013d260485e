import type { ItemChoice } from '../market/item/item.ts';
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
    this.#anything.find(paid, found);
    for (const { type, variants } of goods) {
      this.#byType.get(type)?.find(paid, found);
      for (const { key } of variants) this.#byKey.get(key)?.find(paid, found);
    }
  }

  /** The same with thresholds that are unit prices: the best price of the type, and each variant's own. */
  findPriced(goods: readonly PricedType[], found: Member[]): void {
    for (const { type, lowest, highest, variants } of goods) {
      this.#byType.get(type)?.find(this.#direction === 1 ? lowest : highest, found);
      for (const { key, unitPrice } of variants) this.#byKey.get(key)?.find(unitPrice, found);
    }
  }

  /** The subscriptions that ask for the variant of this key. */
  withKey(key: string): readonly Member[] {
    return this.#byKey.get(key)?.members ?? [];
  }

  #placeOf({ type, key }: ItemChoice): readonly [Map<string, ThresholdList<Member>>, string] {
    return key === undefined ? [this.#byType, type] : [this.#byKey, key];
  }
}
