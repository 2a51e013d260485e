import type { ItemChoice } from '../../../market/item/item.ts';

const LONGEST_ID = 100;

/** A custom id that ends with an item: `<beginning>:TYPE` or `<beginning>:TYPE:key`. Read it with `readItemArgument`. */
export function itemId(beginning: string, { type, key }: ItemChoice): string {
  return `${beginning}:${type}${key === undefined ? '' : `:${key}`}`;
}

/** Whether Discord takes it. */
export function isCustomId(id: string): boolean {
  return id.length <= LONGEST_ID;
}
