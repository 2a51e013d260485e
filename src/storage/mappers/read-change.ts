import { Unreadable } from '../../faults/unreadable.ts';
import type { Change } from '../../market/change.ts';
import type { Trade } from '../../market/event.ts';
import type { Item } from '../../market/item/item.ts';
import type { TradePlace } from '../../market/prices/trade-group.ts';
import { withFirstStock } from '../../market/shops/difference.ts';
import type { Shop } from '../../market/shops/shop.ts';
import { type ChangeRow, KINDS } from './change-row.ts';
import { readSide } from './side.ts';

/** What the numbers stand for. */
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
