import type { Change } from '../../market/change.ts';
import type { MarketEvent, Trade } from '../../market/event.ts';
import type { Item } from '../../market/item/item.ts';
import type { Location, Owner, Shop } from '../../market/shops/shop.ts';
import { BLANK, type ChangeRow, KINDS } from './change-row.ts';
import { writeSide } from './side.ts';

/** Numbers for what many changes share. */
export interface Numbering {
  goods(item: Item): number;
  place(location: Location, owner: Owner | null): number;
}

/** A change as a row; see `readChange`. */
export function writeChange(change: Change, numbering: Numbering): ChangeRow {
  const { at, kind } = change;
  switch (kind) {
    case 'auctioned': {
      const { item, sold, finalBid } = change.auction;
      return { ...BLANK, at, kind: numberOf('auction'), goods: numbering.goods(item), moved: sold, paid: finalBid };
    }
    case 'traded':
      return { ...BLANK, at, ...tradeColumns(change.trade, change.shop, numbering) };
    case 'listed':
      return { ...BLANK, at, kind: numberOf(kind), ...shopColumns(change.shop, numbering) };
    case 'banned':
      return { ...BLANK, at, kind: numberOf(kind), ...shopColumns(change.shop, numbering), canvas: change.canvas };
    case 'removed':
      return { ...BLANK, at, kind: numberOf(kind), ...shopColumns(change.before, numbering) };
    default: {
      const columns = shopColumns(change.shop, numbering);
      const before = beforeColumns(shopColumns(change.before, numbering), columns);
      return { ...BLANK, at, kind: numberOf(kind), ...columns, ...before };
    }
  }
}

function numberOf(kind: (typeof KINDS)[number] | MarketEvent['kind']): number {
  return KINDS.indexOf(kind);
}

function shopColumns(shop: Shop, { goods, place }: Numbering) {
  return {
    goods: goods(shop.item),
    place: place(shop.location, shop.owner),
    shop: shop.id,
    side: writeSide(shop),
    price: shop.price,
    remaining: shop.remaining,
  };
}

function beforeColumns(before: ReturnType<typeof shopColumns>, now: typeof before) {
  return {
    other_goods: unlike(before.goods, now.goods),
    other_place: unlike(before.place, now.place),
    other_side: unlike(before.side, now.side),
    other_price: unlike(before.price, now.price),
    other_remaining: unlike(before.remaining, now.remaining),
  };
}

function tradeColumns({ kind, item, moved, paid, sign, location }: Trade, shop: Shop | null, numbering: Numbering) {
  const goods = numbering.goods(item);
  const place = numbering.place(location, shop?.owner ?? null);
  const at = shop && shopColumns(shop, numbering);
  return {
    ...at,
    kind: numberOf(kind),
    goods,
    place,
    other_goods: at && unlike(at.goods, goods),
    other_place: at && unlike(at.place, place),
    moved,
    paid,
    sign_amount: sign?.amount ?? null,
    sign_price: sign?.price ?? null,
  };
}

function unlike<T>(other: T, one: T): T | null {
  return other === one ? null : other;
}
