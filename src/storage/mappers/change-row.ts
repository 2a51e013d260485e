import { z } from 'zod';
import { Unreadable } from '../../faults/store-faults.ts';
import type { Shop } from '../../market/shops/shop.ts';
import { parseJson } from './record.ts';
import { sideSchema } from './shop.ts';

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

export function writeSide({ side, kind }: Pick<Shop, 'side' | 'kind'>): SideColumn {
  const usual = USUAL.findIndex((each) => each.side === side && each.kind === kind);
  return usual === -1 ? JSON.stringify({ side, kind }) : usual;
}

/** @throws Unreadable */
export function readSide(column: SideColumn): Pick<Shop, 'side' | 'kind'> {
  const pair = typeof column === 'string' ? parseJson(column) : USUAL[column];
  if (!z.validate(compiledSide, pair)) throw new Unreadable('a shop of an unknown side');
  return pair;
}
