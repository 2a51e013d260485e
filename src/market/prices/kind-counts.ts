import { contentsOf } from '../item/contents.ts';
import { identify } from '../item/identity.ts';
import type { ItemChoice } from '../item/item.ts';
import type { Market } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import { eachInSlices } from '../shops/slices.ts';
import { inStock } from '../shops/unit-price.ts';
import { bidsOf } from './quotes.ts';

/** Number of shops by the kind of goods they trade now. */
export interface KindCounts {
  /** The priced kind itself, without contents; `empty` counts its shops out of stock. */
  readonly own: { readonly sellers: number; readonly empty: number; readonly buyers: number };
  /** Shops of the type's other kinds; `areEnchanted` if all these kinds are enchanted. */
  readonly others: { readonly sellers: number; readonly buyers: number; readonly areEnchanted: boolean };
  /** Shops that sell the same container with contents. */
  readonly filled: number;
  /** Shops that sell the item inside another item. */
  readonly containers: number;
}

export const NO_KIND_COUNTS: KindCounts = {
  own: { sellers: 0, empty: 0, buyers: 0 },
  others: { sellers: 0, buyers: 0, areEnchanted: false },
  filled: 0,
  containers: 0,
};

/** Whether the choice is priced as the plain item: a bare type, or the plain kind by its key. */
export function isPlainChoice({ type, key }: ItemChoice): boolean {
  return key === undefined || key === identify(type).key;
}

/**
 * Counts the shops of an item, each in one category only, so that no two counts contradict each other. A bare type
 * means the plain item, but its `containers` may hold any kind of it.
 */
export function* countKinds(market: Market, choice: ItemChoice): Generator<void, KindCounts> {
  const { type } = choice;
  const key = choice.key ?? identify(type).key;
  const isAble = (shop: Shop) => inStock(shop, market.remainingOf(shop).remaining);
  const own = { sellers: 0, empty: 0, buyers: bidsOf(market, { type, key }).filter(isAble).length };
  const others = { sellers: 0, buyers: 0, areEnchanted: true };
  let filled = 0;
  let containers = 0;
  for (const { identity, asks, bids } of market.ofType(type)) {
    // The service omits the variant only for shops out of stock, which trade nothing now.
    if (identity.variant === null) continue;
    const isOwn = identity.key === key;
    let sellers = 0;
    yield* eachInSlices(asks, (shop) => {
      const isFilled = shop.item.contents.length > 0;
      if (!isAble(shop)) own.empty += isOwn && !isFilled ? 1 : 0;
      else if (isFilled) filled += 1;
      else sellers += 1;
    });
    if (isOwn) {
      own.sellers = sellers;
      continue;
    }
    const buyers = bids.filter(isAble).length;
    others.sellers += sellers;
    others.buyers += buyers;
    if (sellers + buyers > 0) others.areEnchanted &&= identity.variant.enchantments.length > 0;
  }
  const isPlain = isPlainChoice(choice);
  yield* eachInSlices(new Set(market.containing(type)), (shop) => {
    const { identity } = shop.item;
    if (shop.side !== 'ask' || identity.type === type || !isAble(shop)) return;
    if (isPlain || contentsOf(shop.item).some((item) => item.identity.key === key)) containers += 1;
  });
  return { own, others, filled, containers };
}
