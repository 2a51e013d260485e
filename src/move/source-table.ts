import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
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

const MOST_ROWS = 5_000;
const MOST_CHARACTERS = 1_000_000;
const MOST_NAMED = 10;

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
    const rows = this.#prepare(`${[...read, ...key]}`, `${fits} AND ${isAfter} ORDER BY ${key}`);
    let some: Row[] = [];
    let characters = 0;
    for (const row of rows.iterate(...(after ?? [])) as Iterable<unknown> as Iterable<Row>) {
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
    return Number(this.#first('count(*)', 'true')[0]);
  }

  /** Of those that can be carried over. */
  sums(): Sums {
    const [rows, sum] = this.#first(
      `count(*), coalesce(sum(${rowSum(this.#table.columns, 'sqlite')}), 0)`,
      this.#table.fits,
    );
    return { rows: Number(rows), sum: String(sum) };
  }

  /** The keys of rows that hold what no such row may hold, the first few. */
  unfit(): readonly string[] {
    const { key, fits } = this.#table;
    const rows = this.#prepare(`${key}`, `NOT (${fits}) LIMIT ${MOST_NAMED}`);
    return (rows.all() as unknown as Row[]).map((row) => row.join('/'));
  }

  #first(what: string, where: string): Row {
    return this.#prepare(what, where).get() as unknown as Row;
  }

  #prepare(what: string, where: string) {
    const { from, only } = this.#table;
    const statement = this.#db.prepare(`SELECT ${what} FROM ${from} WHERE ${only} AND ${where}`);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    return statement;
  }
}

function keyOf(row: Row, columns: number): Key {
  return row
    .slice(columns)
    .map((value) => (typeof value === 'bigint' ? Number(value) : (value as string | number | null)));
}
