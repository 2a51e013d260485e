import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { yieldToEventLoop } from '../time/cooperate.ts';
import { rowSum } from './column.ts';
import type { Table } from './tables.ts';

/** The values of a row's columns, and of its key. */
export type Row = readonly SQLOutputValue[];

/** Where reading stands: the key of a row. */
export type Key = readonly (string | number | null)[];

export interface Batch {
  readonly rows: readonly Row[];
  /** That of the last of them. */
  readonly key: Key;
}

/** How many rows there are, and the sum over all their columns. */
export interface Sums {
  readonly rows: number;
  readonly sum: string;
}

const MOST_ROWS = 2_000;
const MOST_CHARACTERS = 500_000;
const MOST_NAMED = 10;
const SUMMED_AT_ONCE = 10_000;

/** A table of a SQLite file. */
export class SourceTable {
  readonly #db: DatabaseSync;
  readonly #table: Table;

  constructor(db: DatabaseSync, table: Table) {
    this.#db = db;
    this.#table = table;
  }

  /** Those that can be carried over, in the order of their keys, from after one on; a few at a time. */
  *batches(after: Key | null): Generator<Batch, void> {
    const { columns, key, fits } = this.#table;
    const read = columns.map(({ kind, of }) => kind.read(of));
    const isAfter = after === null ? 'true' : `(${key}) > (${key.map(() => '?')})`;
    const rows = this.#rows(`${[...read, ...key]}`, `${fits} AND ${isAfter} ORDER BY ${key}`, after ?? []);
    let some: Row[] = [];
    let characters = 0;
    for (const row of rows) {
      some.push(row);
      for (const value of row) if (typeof value === 'string') characters += value.length;
      if (some.length < MOST_ROWS && characters < MOST_CHARACTERS) continue;
      yield { rows: some, key: keyOf(row, columns.length) };
      some = [];
      characters = 0;
    }
    const last = some.at(-1);
    if (last !== undefined) yield { rows: some, key: keyOf(last, columns.length) };
  }

  /** Of all rows that are meant. */
  count(): number {
    return Number([...this.#rows('count(*)', 'true')][0]?.[0]);
  }

  /**
   * Of those that can be carried over. Row by row: in one statement what its functions were handed would stay to its end. In between a
   * signal is heard.
   */
  async sums(): Promise<Sums> {
    const { columns, fits } = this.#table;
    let rows = 0;
    let sum = 0n;
    for (const [ofRow] of this.#rows(rowSum(columns, 'sqlite'), fits)) {
      rows += 1;
      sum += BigInt(ofRow as number);
      if (rows % SUMMED_AT_ONCE === 0) await yieldToEventLoop();
    }
    return { rows, sum: String(sum) };
  }

  /** The keys of rows that hold what no such row may hold, the first few. */
  unfit(): readonly string[] {
    const { key, fits } = this.#table;
    const texts = key.map((column) => `CAST(${column} AS TEXT)`);
    return [...this.#rows(`${texts}`, `NOT (${fits}) LIMIT ${MOST_NAMED}`)].map((row) => row.join('/'));
  }

  #rows(what: string, where: string, values: Key = []): Iterable<Row> {
    const { from, only } = this.#table;
    const statement = this.#db.prepare(`SELECT ${what} FROM ${from} WHERE ${only} AND ${where}`);
    statement.setReturnArrays(true);
    return statement.iterate(...values) as Iterable<unknown> as Iterable<Row>;
  }
}

/** What fits has no number that is not safe, and no bytes. */
function keyOf(row: Row, columns: number): Key {
  return row.slice(columns) as Key;
}
