import type { Item } from '../item/item.ts';
import type { Shop } from './shop.ts';

/**
 * The shop with the variants last seen where the snapshot leaves them unknown (out of stock, the service may not tell), and
 * with what its box held, if it tells of neither: the same shop of the same type still sells the same. As each snapshot recalls the one before, this lasts.
 */
export function recall(shop: Shop, before: Shop | undefined): Shop {
  if (before === undefined) return shop;
  const item = recallItem(shop.item, before.item);
  return item === shop.item ? shop : { ...shop, item };
}

function recallItem(item: Item, before: Item): Item {
  if (item.identity.type !== before.identity.type) return item;
  const identity = item.identity.variant === null ? before.identity : item.identity;
  const isUntold = item.identity.variant === null && item.contents.length === 0;
  const contents = isUntold ? before.contents : recallContents(item.contents, before.contents);
  return identity === item.identity && contents === item.contents ? item : { ...item, identity, contents };
}

/** Slot by slot, as long as the container holds as much as before. */
function recallContents(contents: readonly Item[], before: readonly Item[]): readonly Item[] {
  if (contents.length === 0 || contents.length !== before.length) return contents;
  const recalled = contents.map((item, slot) => recallItem(item, before[slot] ?? item));
  return recalled.some((item, slot) => item !== contents[slot]) ? recalled : contents;
}
