import type { DatabaseSync } from 'node:sqlite';
import { Unreadable } from '../../../faults/store-faults.ts';
import { namesOfType } from '../../../market/item/current-type.ts';
import type { Item } from '../../../market/item/item.ts';
import { Memo } from '../../../market/item/memo.ts';
import { GoodsNumbers, goodsHash, readGoods, typesOf, writeGoods } from '../../mappers/goods.ts';
import { command, insert, query } from '../sql.ts';

/** Distinct items, contents included: a hundred thousand shops share few. */
export class GoodsTable {
  readonly #sql;
  readonly #numbers = new GoodsNumbers();
  readonly #remembered = new Memo<Item>(4_096);

  constructor(db: DatabaseSync) {
    this.#sql = {
      find: query<{ id: number }>(db, 'SELECT id FROM goods WHERE hash = ?'),
      add: insert(db, 'INSERT INTO goods (hash, json) VALUES (?, ?)'),
      addType: command(db, 'INSERT INTO goods_types (type, goods) VALUES (?, ?)'),
      ofType: query<{ goods: number }>(db, 'SELECT goods FROM goods_types WHERE type = ?'),
      get: query<{ json: string }>(db, 'SELECT json FROM goods WHERE id = ?'),
    };
  }

  idOf(item: Item): number {
    const known = this.#numbers.get(item);
    if (known !== undefined) return known;
    const id = this.#lookUp(item);
    this.#numbers.put(item, id);
    return id;
  }

  /** Clears the ids of goods, after a rollback or a deletion. The goods of an id never change. */
  forgetNumbers(): void {
    this.#numbers.clear();
  }

  #lookUp(item: Item): number {
    const digest = goodsHash(item);
    const known = this.#sql.find.first(digest);
    if (known !== undefined) return known.id;
    const id = this.#sql.add(digest, writeGoods(item));
    for (const type of typesOf(item)) this.#sql.addType(type, id);
    return id;
  }

  /** @throws Unreadable */
  get(id: number): Item {
    return this.#remembered.get(`${id}`, () => this.#read(id));
  }

  /** Goods that are of the type or hold some. */
  ofType(type: string): number[] {
    return namesOfType(type).flatMap((name) => this.#sql.ofType.all(name).map(({ goods }) => goods));
  }

  #read(id: number): Item {
    const row = this.#sql.get.first(id);
    if (row === undefined) throw new Unreadable('a change of goods that are not there');
    return readGoods(row.json);
  }
}
