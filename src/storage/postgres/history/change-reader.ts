import { Unreadable } from '../../../faults/store-faults.ts';
import type { Change } from '../../../market/change.ts';
import type { Item } from '../../../market/item/item.ts';
import type { TradePlace } from '../../../market/prices/trade-group.ts';
import { inSlices } from '../../../time/cooperate.ts';
import type { ChangeRow } from '../../mappers/change-row.ts';
import { readChange } from '../../mappers/changes.ts';
import { readGoods } from '../../mappers/goods.ts';
import { type PlaceRow, placeOf } from '../../mappers/places.ts';
import type { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import type { Queryable, Sql } from '../client.ts';
import { readText, readTextOrNull } from '../text.ts';
import { GOODS, PLACES } from './sql.ts';

const ROWS_PER_SLICE = 200;
const MOST_REMEMBERED = 16_384;

type Row = { readonly [column in keyof ChangeRow]: ChangeRow[column] } & { readonly seq: number };

/** Reads changes; goods and places stand for what they do for ever, so that the latest are remembered. */
export class ChangeReader {
  readonly #db: Queryable;
  readonly #unreadable: UnreadableRows;
  readonly #goods = new Map<number, string>();
  readonly #items = new Map<number, Item>();
  readonly #places = new Map<number, TradePlace>();

  constructor(db: Queryable, unreadable: UnreadableRows) {
    this.#db = db;
    this.#unreadable = unreadable;
  }

  /** Reads the changes that a query selects, in its order. Unreadable ones are left out and logged. */
  async read(sql: Sql, values: readonly unknown[]): Promise<readonly Change[]> {
    for (const known of [this.#goods, this.#items, this.#places]) if (known.size > MOST_REMEMBERED) known.clear();
    const { rows } = await this.#db.query<Row>(sql, values);
    const read = rows.map(readColumns);
    await Promise.all([this.#loadGoods(read), this.#loadPlaces(read)]);
    return inSlices(this.#readAll(read));
  }

  *#readAll(rows: readonly Row[]): Generator<void, Change[]> {
    const found: Change[] = [];
    for (const [index, row] of rows.entries()) {
      try {
        found.push(readChange(row, { goods: (id) => this.#item(id), place: (id) => this.#place(id) }));
      } catch (error) {
        this.#unreadable.note(`change ${row.seq}`, error);
      }
      if (index % ROWS_PER_SLICE === 0) yield;
    }
    this.#unreadable.say('Changes that cannot be read are left out');
    return found;
  }

  async #loadGoods(rows: readonly Row[]): Promise<void> {
    const unknown = unknownOf(
      rows.flatMap(({ goods, other_goods }) => [goods, other_goods]),
      this.#goods,
    );
    if (unknown.length === 0) return;
    const found = await this.#db.query<{ id: number; json: string }>(GOODS, [unknown]);
    for (const { id, json } of found.rows) this.#goods.set(id, json);
  }

  async #loadPlaces(rows: readonly Row[]): Promise<void> {
    const unknown = unknownOf(
      rows.flatMap(({ place, other_place }) => [place, other_place]),
      this.#places,
    );
    if (unknown.length === 0) return;
    const found = await this.#db.query<PlaceRow & { id: number }>(PLACES, [unknown]);
    for (const { id, world, owner, owner_name, ...at } of found.rows) {
      const texts = { world: readText(world), owner: readTextOrNull(owner), owner_name: readTextOrNull(owner_name) };
      this.#places.set(id, placeOf({ ...at, ...texts }));
    }
  }

  #item(id: number): Item {
    const known = this.#items.get(id);
    if (known !== undefined) return known;
    const json = this.#goods.get(id);
    if (json === undefined) throw new Unreadable('a change of goods that are not there');
    const item = readGoods(json);
    this.#items.set(id, item);
    return item;
  }

  #place(id: number): TradePlace {
    const known = this.#places.get(id);
    if (known === undefined) throw new Unreadable('at a place that is not there');
    return known;
  }
}

function unknownOf(ids: readonly (number | null)[], known: { has(id: number): boolean }): number[] {
  return [...new Set(ids)].filter((id) => id !== null && !known.has(id)) as number[];
}

/** A side is a number, or JSON. */
function readColumns({ side, other_side, canvas, ...row }: Row): Row {
  return { ...row, side: readSideColumn(side), other_side: readSideColumn(other_side), canvas: readTextOrNull(canvas) };
}

function readSideColumn(column: ChangeRow['side']): ChangeRow['side'] {
  if (typeof column !== 'string') return column;
  const text = readText(column);
  return /^\d+$/.test(text) ? Number(text) : text;
}
