import { hash } from 'node:crypto';
import { contentsOf } from '../../market/item/contents.ts';
import type { Item } from '../../market/item/item.ts';
import { isSameItem } from '../../market/item/same-item.ts';
import { parseRecord, versioned } from './record.ts';
import { isItem, itemUnderCurrentTypes } from './shop.ts';

/** Half a SHA-256 keeps the index small, and no player finds two items that share one. */
const HASH_BYTES = 16;

/** Hashes an item: equal items have equal hashes. */
export function goodsHash(item: Item): Buffer {
  return hash('sha256', JSON.stringify(item), 'buffer').subarray(0, HASH_BYTES);
}

export function writeGoods(item: Item): string {
  return JSON.stringify(versioned(item));
}

/** @throws Unreadable */
export function readGoods(json: string): Item {
  return itemUnderCurrentTypes(parseRecord(json, isItem));
}

/** The types that goods were written under, at any depth. @throws Unreadable */
export function typesWritten(json: string): Set<string> {
  return typesOf(parseRecord(json, isItem));
}

/** Every type that an item is or holds, at any depth. */
export function typesOf(item: Item): Set<string> {
  const types = new Set([item.identity.type]);
  for (const { identity } of contentsOf(item)) types.add(identity.type);
  return types;
}

/** Stacks remembered at most, those in containers included: some 2 MB. */
const MOST_STACKS = 8_192;
/** Goods of one identity, such as full boxes, that are remembered at most: to find one they are gone through. */
const MOST_ALIKE = 16;

interface Numbered {
  readonly item: Item;
  readonly id: number;
}

/** The numbers of the goods that were written or looked up lately. */
export class GoodsNumbers {
  readonly #byKey = new Map<string, Numbered[]>();
  #stacks = 0;

  get(item: Item): number | undefined {
    return this.#byKey.get(item.identity.key)?.find((known) => isSameItem(known.item, item))?.id;
  }

  put(item: Item, id: number): void {
    const stacks = stacksOf(item);
    if (this.#stacks + stacks > MOST_STACKS) this.clear();
    this.#stacks += stacks;
    const known = this.#byKey.get(item.identity.key);
    if (known !== undefined && known.length < MOST_ALIKE) known.push({ item, id });
    else this.#byKey.set(item.identity.key, [{ item, id }]);
  }

  clear(): void {
    this.#byKey.clear();
    this.#stacks = 0;
  }
}

function stacksOf(item: Item): number {
  let stacks = 1;
  for (const _ of contentsOf(item)) stacks += 1;
  return stacks;
}
