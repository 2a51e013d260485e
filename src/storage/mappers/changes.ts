import { Unreadable } from '../../faults/store-faults.ts';
import type { Change } from '../../market/change.ts';
import type { MarketEvent, Trade } from '../../market/event.ts';
import type { Item } from '../../market/item/item.ts';
import type { TradePlace } from '../../market/prices/trade-group.ts';
import { withFirstStock } from '../../market/shops/difference.ts';
import type { Location, Owner, Shop } from '../../market/shops/shop.ts';
import { BLANK, type ChangeRow, KINDS, readSide, writeSide } from './change-row.ts';

/** Gives the ids of goods and places. */
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

/** Resolves ids. */
export interface Numbered {
  goods(id: number): Item;
  place(id: number): TradePlace;
}

/** A row as the change that it was written from. @throws Unreadable where the file holds what no change is. */
export function readChange(row: ChangeRow, numbered: Numbered): Change {
  const { at } = row;
  const kind = KINDS[row.kind];
  switch (kind) {
    case undefined:
      throw new Unreadable('a change of an unknown kind');
    case 'auction': {
      const [sold, finalBid] = [number(row.moved), number(row.paid)];
      return { kind: 'auctioned', at, auction: { kind, at, item: numbered.goods(row.goods), sold, finalBid } };
    }
    case 'purchase':
    case 'sale': {
      const shop = row.shop === null ? null : shopOf({ ...row, ...otherOf(row) }, numbered);
      return { kind: 'traded', at, trade: tradeOf(row, kind, numbered), shop };
    }
    case 'listed':
      return { kind, at, shop: shopOf(row, numbered) };
    case 'banned':
      return { kind, at, shop: shopOf(row, numbered), canvas: held(row.canvas) };
    case 'removed':
      return { kind, at, before: shopOf(row, numbered) };
    case 'price-changed': {
      // No column holds `awaitsFirstStock`. The shop before never has it in this kind of change.
      const before = shopOf({ ...row, ...otherOf(row) }, numbered);
      return { kind, at, shop: withFirstStock(shopOf(row, numbered), before), before };
    }
    default:
      return { kind, at, shop: shopOf(row, numbered), before: shopOf({ ...row, ...otherOf(row) }, numbered) };
  }
}

function otherOf(row: ChangeRow) {
  return {
    goods: row.other_goods ?? row.goods,
    place: row.other_place ?? row.place,
    side: row.other_side ?? row.side,
    price: row.other_price ?? row.price,
    remaining: row.other_remaining ?? row.remaining,
  };
}

function shopOf(row: Omit<ChangeRow, 'at' | 'kind'>, numbered: Numbered): Shop {
  const { location, owner } = numbered.place(held(row.place));
  return {
    id: number(row.shop),
    owner: held(owner),
    location,
    ...readSide(held(row.side)),
    price: number(row.price),
    remaining: number(row.remaining),
    item: numbered.goods(row.goods),
  };
}

function tradeOf(row: ChangeRow, kind: Trade['kind'], numbered: Numbered): Trade {
  const { sign_amount: amount, sign_price: price } = row;
  return {
    kind,
    at: row.at,
    item: numbered.goods(row.goods),
    moved: number(row.moved),
    paid: number(row.paid),
    sign: amount === null ? null : { amount: number(amount), price: number(price) },
    location: numbered.place(held(row.place)).location,
  };
}

function held<T>(value: T | null): T {
  if (value === null) throw new Unreadable('a change that lacks something');
  return value;
}

/** SQLite keeps a text where a number was meant. */
function number(value: number | null): number {
  if (typeof value !== 'number') throw new Unreadable('a change that lacks a number');
  return value;
}
