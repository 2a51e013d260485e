import { currentType, namesOfType } from '../../market/item/current-type.ts';
import { currentKey, renamedPlainKeys } from '../../market/item/identity.ts';
import type { ItemChoice } from '../../market/item/item.ts';

// Rows of trades and samples keep the type and key that they were written with. These say which rows an item has had.

/** The types and keys under which rows of a choice may stand; `keys` null means every key. */
export interface StoredNames {
  readonly types: readonly string[];
  readonly keys: readonly string[] | null;
}

export function storedNamesOf({ type, key, renamedKeys = [] }: ItemChoice): StoredNames {
  return { types: namesOfType(type), keys: key === undefined ? null : [...keysOf(key), ...renamedKeys] };
}

/** The keys that an item has had, the present one last. */
export function keysOf(key: string): readonly string[] {
  return [...renamedPlainKeys(key), key];
}

/** The key of a row of a choice, as it is today. */
export function keyNow(stored: string, { key }: ItemChoice): string {
  return key ?? currentKey(stored);
}

/** Items as they were written, under today's names and each once. */
export function itemsNow<T extends { readonly key: string; readonly type: string }>(items: readonly T[]): T[] {
  const now = items.map((item) => ({ ...item, key: currentKey(item.key), type: currentType(item.type) }));
  return [...new Map(now.map((item) => [item.key, item])).values()];
}

/** Adds up numbers of rows by the keys of today. */
export function sumByKey(rows: Iterable<readonly [key: string, count: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [stored, count] of rows) {
    const key = currentKey(stored);
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return sums;
}
