import { hash } from 'node:crypto';
import { contentsOf } from '../../market/item/contents.ts';
import type { Item } from '../../market/item/item.ts';
import { isItem, itemUnderCurrentTypes } from './item.ts';
import { parseRecord, versioned } from './record.ts';

/** Half a SHA-256 keeps the index small, and no player finds two items that share one. */
const HASH_BYTES = 16;

/** What equal items have in common. */
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
