import { z } from 'zod';
import { Unreadable } from '../../faults/store-faults.ts';
import type { Change, MarketEvent, Trade } from '../../market/change.ts';
import type { Item } from '../../market/item/item.ts';
import type { TradePlace } from '../../market/prices/trade-group.ts';
import { withFirstStock } from '../../market/shops/difference.ts';
import type { Location, Owner, Shop } from '../../market/shops/shop.ts';
import { parseJson } from './record.ts';
import { sideSchema } from './stored-cause.ts';

/**
 * A change as it stands in the file; null: its kind has no such thing. `goods` and `place` are those of the auction or
 * trade, else those of the shop, as are `side`, `price` and `remaining`. `other_…` is of a second shop, null where it
 * is like the first: the one at which a trade was made (what it sells, where), or the same shop as it was before.
 */
export interface ChangeRow {
  readonly at: number;
  readonly kind: number;
  readonly goods: number;
  readonly place: number | null;
  readonly shop: number | null;
  readonly side: SideColumn | null;
  readonly price: number | null;
  readonly remaining: number | null;
  readonly other_goods: number | null;
  readonly other_place: number | null;
  readonly other_side: SideColumn | null;
  readonly other_price: number | null;
  readonly other_remaining: number | null;
  readonly moved: number | null;
  readonly paid: number | null;
  readonly sign_amount: number | null;
  readonly sign_price: number | null;
  readonly canvas: string | null;
}

/** The columns of amounts of diamonds, which have decimals; all other numbers are whole. */
export const DIAMONDS = ['price', 'other_price', 'paid', 'sign_price'] as const satisfies readonly (keyof ChangeRow)[];

export function isDiamonds(column: keyof ChangeRow): column is (typeof DIAMONDS)[number] {
  return DIAMONDS.some((one) => one === column);
}

/** The stored kinds of changes. A row holds the index: append only. */
export const KINDS = [
  'auction',
  'purchase',
  'sale',
  'listed',
  'restocked',
  'sold-out',
  'price-changed',
  'removed',
  'banned',
] as const;

/**
 * The first of these kinds, and those after it up to the second, come from the difference of two snapshots. Events
 * stand before.
 */
export const OF_SNAPSHOTS = { first: KINDS.indexOf('listed'), last: KINDS.indexOf('removed') };

/** Whether a kind, by its number, comes from the difference of two snapshots. */
export function isOfSnapshots(kind: number): boolean {
  return kind >= OF_SNAPSHOTS.first && kind <= OF_SNAPSHOTS.last;
}

/** The columns that may be null. */
export const BLANK = {
  place: null,
  shop: null,
  side: null,
  price: null,
  remaining: null,
  other_goods: null,
  other_place: null,
  other_side: null,
  other_price: null,
  other_remaining: null,
  moved: null,
  paid: null,
  sign_amount: null,
  sign_price: null,
  canvas: null,
} as const;

/** The columns in the order of the INSERT. */
export const COLUMNS = ['at', 'kind', 'goods', ...(Object.keys(BLANK) as (keyof typeof BLANK)[])] as const;

/** A shop's side and the wire's word for it in one column: a number for the usual pairs, else both as JSON. */
type SideColumn = number | string;

/** By the number that stands for them: append only. */
const USUAL = [
  { side: 'ask', kind: 'SELLING' },
  { side: 'bid', kind: 'BUYING' },
] as const satisfies readonly Pick<Shop, 'side' | 'kind'>[];

const compiledSide = z.compile(sideSchema, { strict: true });

function writeSide({ side, kind }: Pick<Shop, 'side' | 'kind'>): SideColumn {
  const usual = USUAL.findIndex((each) => each.side === side && each.kind === kind);
  return usual === -1 ? JSON.stringify({ side, kind }) : usual;
}

/** @throws Unreadable */
function readSide(column: SideColumn): Pick<Shop, 'side' | 'kind'> {
  const pair = typeof column === 'string' ? parseJson(column) : USUAL[column];
  if (!z.validate(compiledSide, pair)) throw new Unreadable('a shop of an unknown side');
  return pair;
}

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
