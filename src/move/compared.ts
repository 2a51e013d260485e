import type { Sums } from './source-table.ts';

/** A table on both sides. */
export interface Compared {
  readonly name: string;
  readonly source: Sums;
  readonly target: Sums;
}

/** The lines of a table for whoever watches, and whether both sides are equal everywhere. */
export function tableOf(compared: readonly Compared[]): {
  readonly lines: readonly string[];
  readonly isEqual: boolean;
} {
  const rows = compared.map(({ name, source, target }) => {
    const sums = source.sum === target.sum ? 'equal' : 'DIFFERENT';
    return [name, String(source.rows), String(target.rows), sums] as const;
  });
  const header = ['', 'files', 'PostgreSQL', 'sums'] as const;
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [header, ...rows].map(([name, source, target, sums]) =>
    [name.padEnd(widths[0] ?? 0), source.padStart(widths[1] ?? 0), target.padStart(widths[2] ?? 0), sums].join('  '),
  );
  const isEqual = compared.every(({ source, target }) => source.rows === target.rows && source.sum === target.sum);
  return { lines, isEqual };
}
