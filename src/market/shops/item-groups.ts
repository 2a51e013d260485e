import { CopyOnWriteLists } from '../copy-on-write-lists.ts';
import { CopyOnWriteMap } from '../copy-on-write-map.ts';
import type { Identity } from '../item/item.ts';
import { editSorted } from './edit-sorted.ts';
import { inItemOrder } from './item-order.ts';
import type { Shop } from './shop.ts';
import { sortInSlices } from './sort-in-slices.ts';
import type { StackCounts } from './stack-counts.ts';

/**
 * The shops of one item, those in stock or with room first: asks from the cheapest, bids from the highest; other kinds
 * by their ids.
 */
export interface ItemShops {
  readonly identity: Identity;
  readonly asks: readonly Shop[];
  readonly bids: readonly Shop[];
  readonly others: readonly Shop[];
}

/** The shops that an item loses and gets. */
interface ItemEdit {
  readonly identity: Identity;
  readonly gone: Shop[];
  readonly come: Shop[];
}

/** A list so long is sorted in slices. */
const LONG = 512;
/** Shops between two yields. */
const SLICE = 256;

/**
 * The shops of each item. A copy shares what is equal with its original. `settle` ends what `add` and `remove` began, all changes
 * of an item at once.
 */
export class ItemGroups {
  readonly #byKey: CopyOnWriteMap<ItemShops>;
  readonly #byType: CopyOnWriteLists<string, ItemShops>;
  readonly #edits = new Map<string, ItemEdit>();

  constructor(
    byKey = new CopyOnWriteMap<ItemShops>(),
    byType = new CopyOnWriteLists<string, ItemShops>(new CopyOnWriteMap()),
  ) {
    this.#byKey = byKey;
    this.#byType = byType;
  }

  next(): ItemGroups {
    return new ItemGroups(this.#byKey.next(), this.#byType.next());
  }

  /** By an identity's key. */
  get(key: string): ItemShops | undefined {
    return this.#byKey.get(key);
  }

  ofType(type: string): readonly ItemShops[] {
    return this.#byType.at(type);
  }

  all(): Iterable<ItemShops> {
    return this.#byKey.values();
  }

  add(shop: Shop): void {
    this.#editOf(shop).come.push(shop);
  }

  remove(shop: Shop): void {
    this.#editOf(shop).gone.push(shop);
  }

  /** `stacks`: the count of what shops sell. */
  *settle(stacks: StackCounts): Generator<void, void> {
    let visited = 0;
    for (const { identity, gone, come } of this.#edits.values()) {
      for (const shops of [gone, come]) {
        if (shops.length > LONG) yield* sortInSlices(shops, inItemOrder);
        else if (shops.length > 1) shops.sort(inItemOrder);
      }
      this.#put(identity, bySide(gone), bySide(come));
      for (const { item } of gone) stacks.count(identity, item.name, -1);
      for (const { item } of come) stacks.count(identity, item.name, 1);
      visited += gone.length + come.length + 1;
      if (visited < SLICE) continue;
      visited = 0;
      yield;
    }
    this.#edits.clear();
    yield* this.#byType.settle();
  }

  #put(identity: Identity, gone: BySide, come: BySide): void {
    const { key, type } = identity;
    const before = this.#byKey.get(key);
    const asks = editSorted(before?.asks ?? NONE, gone.asks, come.asks, inItemOrder);
    const bids = editSorted(before?.bids ?? NONE, gone.bids, come.bids, inItemOrder);
    const others = editSorted(before?.others ?? NONE, gone.others, come.others, inItemOrder);
    if (before !== undefined) this.#byType.remove(type, before);
    if (asks.length + bids.length + others.length === 0) {
      this.#byKey.delete(key);
      return;
    }
    const group = { identity, asks, bids, others };
    this.#byType.add(type, group);
    this.#byKey.set(key, group);
  }

  #editOf({ item: { identity } }: Shop): ItemEdit {
    const known = this.#edits.get(identity.key);
    if (known !== undefined) return known;
    const edit: ItemEdit = { identity, gone: [], come: [] };
    this.#edits.set(identity.key, edit);
    return edit;
  }
}

type BySide = Omit<ItemShops, 'identity'>;

const NONE: readonly Shop[] = [];

/** Parts what is in its order. */
function bySide(shops: readonly Shop[]): BySide {
  let bids = 0;
  while (shops[bids]?.side === 'ask') bids++;
  let others = bids;
  while (shops[others]?.side === 'bid') others++;
  return { asks: part(shops, 0, bids), bids: part(shops, bids, others), others: part(shops, others, shops.length) };
}

function part(shops: readonly Shop[], from: number, to: number): readonly Shop[] {
  return from === to ? NONE : shops.slice(from, to);
}
