import type { DatabaseSync } from 'node:sqlite';
import type { ItemsTable } from '../id-tables.ts';
import { arrays } from '../sql.ts';

/** No index has the trades of all items by time, so each item is read. One takes a few µs. */
const ITEMS_PER_STEP = 200;

/** The earliest trades of all items. */
export class EarliestTrades {
  readonly #ofItem;
  readonly #items: ItemsTable;

  constructor(db: DatabaseSync, items: ItemsTable) {
    this.#items = items;
    this.#ofItem = arrays<readonly [at: number]>(
      db,
      'SELECT at FROM trades WHERE item = ? AND at >= ? AND at < ? ORDER BY at LIMIT ?',
    );
  }

  /** See `History.earliestTrades`. */
  *of(from: number, to: number, limit: number): Generator<void, number[]> {
    let earliest: number[] = [];
    const last = this.#items.last();
    for (let item = 1; item <= last; item += 1) {
      const until = earliest[limit - 1] ?? to;
      const found = this.#ofItem(item, from, until, limit);
      if (found.length > 0) earliest = [...earliest, ...found.flat()].sort((a, b) => a - b).slice(0, limit);
      if (item % ITEMS_PER_STEP === 0) yield;
    }
    return earliest;
  }
}
