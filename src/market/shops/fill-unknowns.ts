import type { Item } from '../item/item.ts';
import type { Shop } from './shop.ts';

/**
 * The shop with the variants last seen where the snapshot leaves them unknown (out of stock, the service may not tell), and
 * with what its box held, if it tells of neither: the same shop of the same type still sells the same. As each snapshot is
 * filled from the one before, this lasts.
 */
export function fillUnknowns(shop: Shop, before: Shop | undefined): Shop {
  if (before === undefined) return shop;
  const item = fillItem(shop.item, before.item);
  return item === shop.item ? shop : { ...shop, item };
}

function fillItem(item: Item, before: Item): Item {
  if (item.identity.type !== before.identity.type) return item;
  const isUnknown = item.identity.variant === null;
  const isUntold = isUnknown && item.contents.length === 0;
  const contents = isUntold ? before.contents : fillContents(item.contents, before.contents);
  if (isUnknown) {
    const { identity, condition } = before;
    return { ...item, identity, contents, ...(condition && { condition }) };
  }
  return contents === item.contents ? item : { ...item, contents };
}

/** Slot by slot, as long as the container holds as much as before. */
function fillContents(contents: readonly Item[], before: readonly Item[]): readonly Item[] {
  if (contents.length === 0 || contents.length !== before.length) return contents;
  const filled = contents.map((item, slot) => fillItem(item, before[slot] ?? item));
  return filled.some((item, slot) => item !== contents[slot]) ? filled : contents;
}
