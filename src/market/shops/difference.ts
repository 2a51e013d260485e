import type { ShopChange } from '../change.ts';
import { contentsOf } from '../item/contents.ts';
import type { Item } from '../item/item.ts';
import type { Shop } from './shop.ts';
import { inStock } from './unit-price.ts';

/**
 * What happened to a shop between two snapshots, null: nothing that is told. One change a shop: where what one pays for
 * what has changed, that is it, and `hasRestocked` and `hasSoldOut` tell of the stock beside it.
 */
export function changeBetween(before: Shop | undefined, shop: Shop, at: number): ShopChange | null {
  if (before === undefined) return { kind: 'listed', at, shop };
  if (offersOtherwise(before, shop)) return { kind: 'price-changed', at, shop, before };
  if (hasRestocked(before, shop) || hasMoreRoom(before, shop)) return { kind: 'restocked', at, shop, before };
  if (hasSoldOut(before, shop)) return { kind: 'sold-out', at, shop, before };
  return null;
}

/** Whether the stock rose, at all, and a bundle can be had now. */
export function hasRestocked(before: Shop, shop: Shop): boolean {
  return stocksCompare(before, shop) && shop.remaining > before.remaining && inStock(shop, shop.remaining);
}

/** Whether the room of a shop that buys rose, at all, and takes a bundle now. */
function hasMoreRoom(before: Shop, shop: Shop): boolean {
  const areBids = before.side === 'bid' && shop.side === 'bid';
  return areBids && isSameType(before, shop) && shop.remaining > before.remaining && inStock(shop, shop.remaining);
}

/** Whether a bundle could be had before and cannot now. */
export function hasSoldOut(before: Shop, shop: Shop): boolean {
  return stocksCompare(before, shop) && inStock(before, before.remaining) && !inStock(shop, shop.remaining);
}

/** A bid has room, not stock; stock of another item says nothing. */
function stocksCompare(before: Shop, shop: Shop): boolean {
  return before.side !== 'bid' && shop.side !== 'bid' && isSameType(before, shop);
}

function isSameType(before: Shop, shop: Shop): boolean {
  return before.item.identity.type === shop.item.identity.type;
}

function offersOtherwise(before: Shop, shop: Shop): boolean {
  if (before.price !== shop.price || before.item.quantity !== shop.item.quantity) return true;
  if (before.side !== shop.side || before.kind !== shop.kind) return true;
  const { identity: then } = before.item;
  const { identity: now } = shop.item;
  // An unknown variant that becomes known is news of ours, not of the shop.
  const bothKnown = then.variant !== null && now.variant !== null;
  return then.type !== now.type || (bothKnown && (then.key !== now.key || holdsOtherwise(before.item, shop.item)));
}

/** Whether two containers hold different things, in whatever order. */
function holdsOtherwise(before: Item, now: Item): boolean {
  if (isHeldSlotBySlot(before.contents, now.contents)) return false;
  const [then, held] = [[...contentsOf(before)], [...contentsOf(now)]];
  // Where a variant is unknown, it is no news that it is: only types are compared.
  const areKnown = [...then, ...held].every(({ identity }) => identity.variant !== null);
  const keyOf = ({ identity, quantity }: Item) => `${areKnown ? identity.key : identity.type} ${quantity}`;
  return then.map(keyOf).sort().join() !== held.map(keyOf).sort().join();
}

function isHeldSlotBySlot(before: readonly Item[], now: readonly Item[]): boolean {
  return (
    before.length === now.length &&
    now.every(({ identity, quantity, contents }, slot) => {
      const then = before[slot];
      return (
        then !== undefined &&
        then.identity.key === identity.key &&
        then.quantity === quantity &&
        isHeldSlotBySlot(then.contents, contents)
      );
    })
  );
}
