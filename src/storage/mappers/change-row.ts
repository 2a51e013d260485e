import { z } from 'zod';
import { Unreadable } from '../../faults/store-faults.ts';
import { type Change, type MarketEvent, type Trade, type TradedChange, tradeOwner } from '../../market/change.ts';
import type { Item } from '../../market/item/item.ts';
import type { TradePlace } from '../../market/prices/trade-group.ts';
import { withFirstStock } from '../../market/shops/difference.ts';
import type { Location, Owner, Shop } from '../../market/shops/shop.ts';
import { parseStoredJson } from './record.ts';
import { sideSchema } from './stored-cause.ts';

/**
 * A stored change. A column is null where the kind of change has no such value. `goods` and `place` describe the
 * auction or the trade, and otherwise the shop, as `side`, `price` and `remaining` do.
 *
 * The `other_…` columns describe a second shop: the shop of a trade, or the same shop before the change. They are null
 * where both shops are equal.
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

/** The columns that hold amounts of diamonds, which have decimals. All other numbers are integers. */
export const DIAMOND_COLUMNS = [
  'price',
  'other_price',
  'paid',
  'sign_price',
] as const satisfies readonly (keyof ChangeRow)[];

export function isDiamondColumn(column: keyof ChangeRow): column is (typeof DIAMOND_COLUMNS)[number] {
  return DIAMOND_COLUMNS.some((one) => one === column);
}

/** The stored kinds of changes. A row holds the index, so the list is append only. */
export const CHANGE_KINDS = [
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

/** The kinds from `first` to `last` come from the difference of two snapshots; all others come from events. */
export const SNAPSHOT_KINDS = { first: CHANGE_KINDS.indexOf('listed'), last: CHANGE_KINDS.indexOf('removed') };

/** Returns whether a stored kind comes from the difference of two snapshots. */
export function isSnapshotKind(kind: number): boolean {
  return kind >= SNAPSHOT_KINDS.first && kind <= SNAPSHOT_KINDS.last;
}

export const NULL_COLUMNS = {
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
export const CHANGE_COLUMNS = [
  'at',
  'kind',
  'goods',
  ...(Object.keys(NULL_COLUMNS) as (keyof typeof NULL_COLUMNS)[]),
] as const;

/** A shop's side together with the service's word for it: an index into `USUAL_SIDES`, or both as JSON. */
type SideColumn = number | string;

/** A row holds the index, so the list is append only. */
const USUAL_SIDES = [
  { side: 'ask', kind: 'SELLING' },
  { side: 'bid', kind: 'BUYING' },
] as const satisfies readonly Pick<Shop, 'side' | 'kind'>[];

const compiledSide = z.compile(sideSchema, { strict: true });

function writeSide({ side, kind }: Pick<Shop, 'side' | 'kind'>): SideColumn {
  const usual = USUAL_SIDES.findIndex((each) => each.side === side && each.kind === kind);
  return usual === -1 ? JSON.stringify({ side, kind }) : usual;
}

/** @throws Unreadable */
function readSide(column: SideColumn): Pick<Shop, 'side' | 'kind'> {
  const pair = typeof column === 'string' ? parseStoredJson(column) : USUAL_SIDES[column];
  if (!z.validate(compiledSide, pair)) throw new Unreadable('a shop of an unknown side');
  return pair;
}

/** Assigns ids to goods and places. */
export interface IdAssigner {
  goods(item: Item): number;
  place(location: Location, owner: Owner | null): number;
}

/** Converts a change to a row. `readChange` is the inverse. */
export function writeChange(change: Change, numbering: IdAssigner): ChangeRow {
  const { at, kind } = change;
  switch (kind) {
    case 'auctioned': {
      const { item, sold, finalBid } = change.auction;
      return {
        ...NULL_COLUMNS,
        at,
        kind: kindNumber('auction'),
        goods: numbering.goods(item),
        moved: sold,
        paid: finalBid,
      };
    }
    case 'traded':
      return { ...NULL_COLUMNS, at, ...tradeColumns(change, numbering) };
    case 'listed':
      return { ...NULL_COLUMNS, at, kind: kindNumber(kind), ...shopColumns(change.shop, numbering) };
    case 'banned':
      return {
        ...NULL_COLUMNS,
        at,
        kind: kindNumber(kind),
        ...shopColumns(change.shop, numbering),
        canvas: change.canvas,
      };
    case 'removed':
      return { ...NULL_COLUMNS, at, kind: kindNumber(kind), ...shopColumns(change.before, numbering) };
    default: {
      const columns = shopColumns(change.shop, numbering);
      const before = beforeColumns(shopColumns(change.before, numbering), columns);
      return { ...NULL_COLUMNS, at, kind: kindNumber(kind), ...columns, ...before };
    }
  }
}

function kindNumber(kind: (typeof CHANGE_KINDS)[number] | MarketEvent['kind']): number {
  return CHANGE_KINDS.indexOf(kind);
}

function shopColumns(shop: Shop, { goods, place }: IdAssigner) {
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
    other_goods: otherOrNull(before.goods, now.goods),
    other_place: otherOrNull(before.place, now.place),
    other_side: otherOrNull(before.side, now.side),
    other_price: otherOrNull(before.price, now.price),
    other_remaining: otherOrNull(before.remaining, now.remaining),
  };
}

function tradeColumns(change: TradedChange, numbering: IdAssigner) {
  const { trade, shop } = change;
  const { kind, item, moved, paid, sign, location } = trade;
  const goods = numbering.goods(item);
  const place = numbering.place(location, tradeOwner(change));
  const at = shop && shopColumns(shop, numbering);
  return {
    ...at,
    kind: kindNumber(kind),
    goods,
    place,
    other_goods: at && otherOrNull(at.goods, goods),
    other_place: at && otherOrNull(at.place, place),
    moved,
    paid,
    sign_amount: sign?.amount ?? null,
    sign_price: sign?.price ?? null,
  };
}

function otherOrNull<T>(other: T, one: T): T | null {
  return other === one ? null : other;
}

/** Resolves the ids of goods and places. */
export interface IdResolver {
  goods(id: number): Item;
  place(id: number): TradePlace;
}

/**
 * Converts a row to the change that it was written from.
 * @throws Unreadable if the row is no valid change
 */
export function readChange(row: ChangeRow, numbered: IdResolver): Change {
  const { at } = row;
  const kind = CHANGE_KINDS[row.kind];
  switch (kind) {
    case undefined:
      throw new Unreadable('a change of an unknown kind');
    case 'auction': {
      const [sold, finalBid] = [requireNumber(row.moved), requireNumber(row.paid)];
      return { kind: 'auctioned', at, auction: { kind, at, item: numbered.goods(row.goods), sold, finalBid } };
    }
    case 'purchase':
    case 'sale':
      return readTraded(row, kind, numbered);
    case 'listed':
      return { kind, at, shop: readShopRow(row, numbered) };
    case 'banned':
      return { kind, at, shop: readShopRow(row, numbered), canvas: requireValue(row.canvas) };
    case 'removed':
      return { kind, at, before: readShopRow(row, numbered) };
    case 'price-changed': {
      // No column holds `awaitsFirstStock`, because the shop before a change of price never has it.
      const before = readShopRow({ ...row, ...otherColumns(row) }, numbered);
      return { kind, at, shop: withFirstStock(readShopRow(row, numbered), before), before };
    }
    default: {
      const before = readShopRow({ ...row, ...otherColumns(row) }, numbered);
      return { kind, at, shop: readShopRow(row, numbered), before };
    }
  }
}

function otherColumns(row: ChangeRow) {
  return {
    goods: row.other_goods ?? row.goods,
    place: row.other_place ?? row.place,
    side: row.other_side ?? row.side,
    price: row.other_price ?? row.price,
    remaining: row.other_remaining ?? row.remaining,
  };
}

function readShopRow(row: Omit<ChangeRow, 'at' | 'kind'>, numbered: IdResolver): Shop {
  const { location, owner } = numbered.place(requireValue(row.place));
  return {
    id: requireNumber(row.shop),
    owner: requireValue(owner),
    location,
    ...readSide(requireValue(row.side)),
    price: requireNumber(row.price),
    remaining: requireNumber(row.remaining),
    item: numbered.goods(row.goods),
  };
}

function readTraded(row: ChangeRow, kind: Trade['kind'], numbered: IdResolver): TradedChange {
  const { at, sign_amount: amount, sign_price: price } = row;
  const { location, owner } = numbered.place(requireValue(row.place));
  const [item, moved, paid] = [numbered.goods(row.goods), requireNumber(row.moved), requireNumber(row.paid)];
  const sign = amount === null ? null : { amount: requireNumber(amount), price: requireNumber(price) };
  const shop = row.shop === null ? null : readShopRow({ ...row, ...otherColumns(row) }, numbered);
  const trade = { kind, at, item, moved, paid, sign, location };
  return { kind: 'traded', at, trade, shop, ...(shop === null && owner !== null && { owner }) };
}

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Unreadable('a required column of a change is null');
  return value;
}

/** SQLite stores a text even in an INTEGER column. */
function requireNumber(value: number | null): number {
  if (typeof value !== 'number') throw new Unreadable('a numeric column of a change holds no number');
  return value;
}
