import { hash } from 'node:crypto';
import type { Value } from './tables.ts';

/** A number of rows, and the names of the first few for the report. */
export interface NamedRows {
  readonly count: number;
  readonly names: readonly string[];
}

/**
 * A table's progress, stored in the database in the transaction of its last rows. An interrupted move continues from
 * here.
 */
export interface Copied {
  /** The key of the last row that was sent, as in SQLite, or null before the first. */
  readonly key: readonly (string | number)[] | null;
  readonly sums: Sums;
  /** Rows that PostgreSQL's table cannot hold. They stay in the file. */
  readonly unfit: NamedRows;
  /** Rows with an unreadable record. They are moved unchanged. */
  readonly unreadable: NamedRows;
  /** Whether all rows were read. */
  readonly isWhole: boolean;
}

/** The number of rows, and the sum of their digests. */
export interface Sums {
  readonly rows: number;
  readonly digests: number;
}

/** Both engines' sums of a table. */
export interface ComparedTable {
  readonly name: string;
  readonly source: Sums;
  readonly target: Sums;
}

const NO_ROWS: NamedRows = { count: 0, names: [] };
export const NO_SUMS: Sums = { rows: 0, digests: 0 };
export const NOTHING_COPIED: Copied = { key: null, sums: NO_SUMS, unfit: NO_ROWS, unreadable: NO_ROWS, isWhole: false };

const MOST_NAMED_ROWS = 10;
/** 48 bits of a hash, so that the sum of two is a safe integer. */
const DIGEST_HEX_DIGITS = 12;
const MODULUS = 2 ** 48;

/** Adds a row to the sums. The order of rows does not matter, so that each engine may read in its own. */
export function addRow({ rows, digests }: Sums, values: readonly Value[]): Sums {
  return { rows: rows + 1, digests: (digests + digestRow(values)) % MODULUS };
}

function digestRow(values: readonly Value[]): number {
  const text = JSON.stringify(values, (_, value) =>
    Number.isFinite(value) === (typeof value === 'number') ? value : String(value),
  );
  return Number.parseInt(hash('sha256', text).slice(0, DIGEST_HEX_DIGITS), 16);
}

export function withName({ count, names }: NamedRows, name: string): NamedRows {
  return { count: count + 1, names: count < MOST_NAMED_ROWS ? [...names, name] : names };
}

function formatNames({ count, names }: NamedRows): string {
  return count > MOST_NAMED_ROWS ? `${names.join(', ')} …` : names.join(', ');
}

/** Returns the report's table, and whether both engines are equal in every row. */
export function compareSums(compared: readonly ComparedTable[]): {
  readonly lines: readonly string[];
  readonly isEqual: boolean;
} {
  const rows = compared.map(({ name, source, target }) => {
    return [
      name,
      String(source.rows),
      String(target.rows),
      isEqual({ source, target }) ? 'equal' : 'DIFFERENT',
    ] as const;
  });
  const header = ['', 'SQLite', 'PostgreSQL', 'rows'] as const;
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [header, ...rows].map(([name, source, target, sums]) =>
    [name.padEnd(widths[0] ?? 0), source.padStart(widths[1] ?? 0), target.padStart(widths[2] ?? 0), sums].join('  '),
  );
  return { lines, isEqual: compared.every(isEqual) };
}

function isEqual({ source, target }: Pick<ComparedTable, 'source' | 'target'>): boolean {
  return source.rows === target.rows && source.digests === target.digests;
}

/** Returns the report's lines about rows that were not moved, or are unreadable. */
export function remarks(copied: Readonly<Record<string, Copied>>): readonly string[] {
  const tables = Object.entries(copied);
  const unreadable = tables.map(([name, { unreadable: some }]) => [name, some, 'Unreadable, moved unchanged'] as const);
  const unfit = tables.map(([name, { unfit: some }]) => [name, some, 'Damaged, left in the file'] as const);
  return [...unreadable, ...unfit].flatMap(([name, some, fate]) =>
    some.count === 0 ? [] : [`${fate}: ${some.count} of ${name} (${formatNames(some)})`],
  );
}
