import type { ShopChange } from '../change.ts';
import { contentsOf } from '../item/contents.ts';
import type { Item } from '../item/item.ts';
import type { Shop } from './shop.ts';
import { inStock } from './unit-price.ts';

/**
 * Compares a shop with the previous snapshot, with at most one change per shop. A new price or new goods take
 * precedence; `hasRestocked` and `hasSoldOut` then report the stock separately. A shop is listed once, by the first
 * snapshot in which it can trade.
 * @param shop with `awaitsFirstStock` set if it applies
 * @returns the change, or null if there is nothing to announce
 */
export function changeBetween(before: Shop | undefined, shop: Shop, at: number): ShopChange | null {
  if (before === undefined || before.awaitsFirstStock) {
    return shop.awaitsFirstStock ? null : { kind: 'listed', at, shop };
  }
  if (hasOtherOffer(before, shop)) return { kind: 'price-changed', at, shop, before };
  if (hasRestocked(before, shop) || hasMoreRoom(before, shop)) return { kind: 'restocked', at, shop, before };
  if (hasSoldOut(before, shop)) return { kind: 'sold-out', at, shop, before };
  return null;
}

/** Sets or clears `awaitsFirstStock` by comparison with the previous snapshot. */
export function withFirstStock(shop: Shop, before: Shop | undefined): Shop {
  const isNew = before === undefined || before.awaitsFirstStock || hasOtherGoods(before, shop);
  const awaits = isNew && !inStock(shop, shop.remaining);
  if (awaits === (shop.awaitsFirstStock ?? false)) return shop;
  const { awaitsFirstStock: _, ...known } = shop;
  return awaits ? { ...known, awaitsFirstStock: true } : known;
}

/** Whether the stock rose by any amount and a bundle is now in stock. */
export function hasRestocked(before: Shop, shop: Shop): boolean {
  return areStocksComparable(before, shop) && shop.remaining > before.remaining && inStock(shop, shop.remaining);
}

/** Whether a bid's room rose by any amount and now takes a bundle. */
function hasMoreRoom(before: Shop, shop: Shop): boolean {
  const areBids = before.side === 'bid' && shop.side === 'bid';
  return areBids && isSameType(before, shop) && shop.remaining > before.remaining && inStock(shop, shop.remaining);
}

/** Whether a bundle was in stock before and no longer is. */
export function hasSoldOut(before: Shop, shop: Shop): boolean {
  return areStocksComparable(before, shop) && inStock(before, before.remaining) && !inStock(shop, shop.remaining);
}

/** A bid has room instead of stock, and the stock of another item is not comparable. */
function areStocksComparable(before: Shop, shop: Shop): boolean {
  return before.side !== 'bid' && shop.side !== 'bid' && isSameType(before, shop);
}

function isSameType(before: Shop, shop: Shop): boolean {
  return before.item.identity.type === shop.item.identity.type;
}

function hasOtherOffer(before: Shop, shop: Shop): boolean {
  return before.price !== shop.price || before.item.quantity !== shop.item.quantity || hasOtherGoods(before, shop);
}

function hasOtherGoods(before: Shop, shop: Shop): boolean {
  if (before.side !== shop.side || before.kind !== shop.kind) return true;
  const { identity: then } = before.item;
  const { identity: now } = shop.item;
  // A variant that becomes known is new to Crier, but not a change of the shop.
  const bothKnown = then.variant !== null && now.variant !== null;
  return then.type !== now.type || (bothKnown && (then.key !== now.key || hasOtherContents(before.item, shop.item)));
}

/** Whether two containers differ in contents, ignoring order. */
function hasOtherContents(before: Item, now: Item): boolean {
  if (isSameSlotBySlot(before.contents, now.contents)) return false;
  const [then, held] = [[...contentsOf(before)], [...contentsOf(now)]];
  // With an unknown variant, only types are compared, because learning a variant is no change.
  const areKnown = [...then, ...held].every(({ identity }) => identity.variant !== null);
  const keyOf = ({ identity, quantity }: Item) => `${areKnown ? identity.key : identity.type} ${quantity}`;
  return then.map(keyOf).sort().join() !== held.map(keyOf).sort().join();
}

function isSameSlotBySlot(before: readonly Item[], now: readonly Item[]): boolean {
  return (
    before.length === now.length &&
    now.every(({ identity, quantity, contents }, slot) => {
      const then = before[slot];
      return (
        then !== undefined &&
        then.identity.key === identity.key &&
        then.quantity === quantity &&
        isSameSlotBySlot(then.contents, contents)
      );
    })
  );
}
