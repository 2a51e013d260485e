import type { DatabaseSync } from 'node:sqlite';

const WINDOW = 500;

/** A table's ids in windows of a few rows: `after < id <= to`. */
export function* idWindows(
  db: DatabaseSync,
  table: 'causes' | 'goods' | 'places',
): Generator<readonly [after: number, to: number], void> {
  const end = (name: 'min' | 'max') => Number(db.prepare(`SELECT ${name}(id) AS id FROM ${table}`).get()?.id);
  // One statement for each end: together they would read the whole table.
  const [first, last] = [end('min'), end('max')];
  for (let after = first - 1; after < last; after += WINDOW) yield [after, after + WINDOW];
}
