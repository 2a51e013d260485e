import type { ItemChoice } from '../../../market/item/item.ts';

/** Of a custom id and of a menu's value. */
const LONGEST_ID = 100;

/** Before a key that tells kinds apart as it does since 0.4.0. Messages of an earlier Crier have keys without it. */
export const EXACT = '=';

/** An item as a menu's value: `TYPE` or `TYPE:=key`; null as in `itemId`. */
export function itemValue(item: ItemChoice): string | null {
  return takenOrNull(joined(item), item);
}

/**
 * A custom id that ends with an item: `<beginning>:TYPE` or `<beginning>:TYPE:=key`. Read it with `readItemArgument`.
 * null: the service's type is too long for Discord, holds half of a pair, or a colon, so that it could not be read again.
 */
export function itemId(beginning: string, item: ItemChoice): string | null {
  return takenOrNull(`${beginning}:${joined(item)}`, item);
}

function joined({ type, key, isFormer }: ItemChoice): string {
  return key === undefined ? type : `${type}:${isFormer ? '' : EXACT}${key}`;
}

function takenOrNull(id: string, { type }: ItemChoice): string | null {
  return id.length <= LONGEST_ID && id.isWellFormed() && !type.includes(':') ? id : null;
}
