import { hash } from 'node:crypto';
import type { Value } from './tables.ts';

/** The first few names of a number of rows, for the report. */
export interface Named {
  readonly count: number;
  readonly names: readonly string[];
}

/** A table's progress, kept in the database in the transaction of its last rows: a move that was cut goes on from here. */
export interface Copied {
  /** The key of the last row that was sent, as SQLite has it; null before the first. */
  readonly key: readonly (string | number)[] | null;
  readonly sums: Sums;
  /** Rows that the table of PostgreSQL cannot hold. They stay in the file alone. */
  readonly unfit: Named;
  /** Rows whose record cannot be read. They are moved as they are. */
  readonly unreadable: Named;
  /** Whether all rows were read. */
  readonly isWhole: boolean;
}

/** The number of rows, and the sum of their digests. */
export interface Sums {
  readonly rows: number;
  readonly digests: number;
}

/** Both engines' sums of a table. */
export interface Compared {
  readonly name: string;
  readonly source: Sums;
  readonly target: Sums;
}

const NONE: Named = { count: 0, names: [] };
export const NO_SUMS: Sums = { rows: 0, digests: 0 };
export const NOTHING: Copied = { key: null, sums: NO_SUMS, unfit: NONE, unreadable: NONE, isWhole: false };

const MOST_NAMED = 10;
/** 48 bits of a hash: the sum of two is a safe integer. */
const DIGITS = 12;
const MODULUS = 2 ** 48;

/** Sums with a row more. The order of rows does not count, so that each engine may read in its own. */
export function plus({ rows, digests }: Sums, values: readonly Value[]): Sums {
  return { rows: rows + 1, digests: (digests + digestOf(values)) % MODULUS };
}

function digestOf(values: readonly Value[]): number {
  const text = JSON.stringify(values, (_, value) =>
    Number.isFinite(value) === (typeof value === 'number') ? value : String(value),
  );
  return Number.parseInt(hash('sha256', text).slice(0, DIGITS), 16);
}

export function withName({ count, names }: Named, name: string): Named {
  return { count: count + 1, names: count < MOST_NAMED ? [...names, name] : names };
}

function format({ count, names }: Named): string {
  return count > MOST_NAMED ? `${names.join(', ')} …` : names.join(', ');
}

/** The report's table, and whether both engines are equal in every row. */
export function compare(compared: readonly Compared[]): {
  readonly lines: readonly string[];
  readonly isEqual: boolean;
} {
  const rows = compared.map(({ name, source, target }) => {
    return [
      name,
      String(source.rows),
      String(target.rows),
      isSame({ source, target }) ? 'equal' : 'DIFFERENT',
    ] as const;
  });
  const header = ['', 'SQLite', 'PostgreSQL', 'rows'] as const;
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [header, ...rows].map(([name, source, target, sums]) =>
    [name.padEnd(widths[0] ?? 0), source.padStart(widths[1] ?? 0), target.padStart(widths[2] ?? 0), sums].join('  '),
  );
  return { lines, isEqual: compared.every(isSame) };
}

function isSame({ source, target }: Pick<Compared, 'source' | 'target'>): boolean {
  return source.rows === target.rows && source.digests === target.digests;
}

/** The report's lines for rows that are not moved, or not readable. */
export function remarks(copied: Readonly<Record<string, Copied>>): readonly string[] {
  const tables = Object.entries(copied);
  const unreadable = tables.map(([name, { unreadable: some }]) => [name, some, 'Unreadable, moved unchanged'] as const);
  const unfit = tables.map(([name, { unfit: some }]) => [name, some, 'Damaged, left in the file'] as const);
  return [...unreadable, ...unfit].flatMap(([name, some, fate]) =>
    some.count === 0 ? [] : [`${fate}: ${some.count} of ${name} (${format(some)})`],
  );
}
