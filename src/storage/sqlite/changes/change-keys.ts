import type { DatabaseSync } from 'node:sqlite';
import { arrays } from '../sql.ts';
import type { GoodsTable } from './goods.ts';

const ROWS_PER_STEP = 500;

/** By which a change is found. `seq`: tells changes of one millisecond apart. */
export interface ChangeKey {
  readonly at: number;
  readonly seq: number;
}

/** Finds changes by what takes part in them. */
export class ChangeKeys {
  readonly #pages: readonly ReturnType<typeof preparePage>[];
  readonly #goods: GoodsTable;

  constructor(db: DatabaseSync, goods: GoodsTable) {
    this.#pages = [preparePage(db, 'goods'), preparePage(db, 'other_goods')];
    this.#goods = goods;
  }

  /** Where changes stand in which goods of the type take part, in no order; where both its goods do, it is twice there. */
  *ofType(type: string, from: number): Generator<void, ChangeKey[]> {
    const found: ChangeKey[] = [];
    for (const id of this.#goods.ofType(type)) {
      for (const page of this.#pages) {
        for (let last: readonly [number, number] | undefined = [from, -1]; last !== undefined; ) {
          const rows = page(id, ...last);
          for (const [at, seq] of rows) found.push({ at, seq });
          last = rows.length < ROWS_PER_STEP ? undefined : rows.at(-1);
          yield;
        }
      }
    }
    return found;
  }
}

function preparePage(db: DatabaseSync, column: 'goods' | 'other_goods') {
  return arrays<readonly [at: number, seq: number]>(
    db,
    `SELECT at, seq FROM changes WHERE ${column} = ? AND (at, seq) > (?, ?) ORDER BY at, seq LIMIT ${ROWS_PER_STEP}`,
  );
}
