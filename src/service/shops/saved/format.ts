import { z } from 'zod';
import type { Shop } from '../../../market/shops/shop.ts';
import { STOCK_UNITS } from '../../../market/shops/stock.ts';

/**
 * A snapshot's file, decompressed, is lines of JSON: the title; the service's own records that are fresh in it, as one array,
 * which may be of any length; and lines that begin with their kind.
 */
export const TITLE: readonly string[] = ['crier-shops-2'];

/**
 * Shops that the market has otherwise than the records say; shops that the snapshot lacks though that is doubted; ids that are
 * gone; and last, how much of each there is.
 */
export type Kind = 'filled' | 'missing' | 'gone' | 'end';

/** A line of our own. */
export function lineOf(values: readonly unknown[]): string {
  return `${JSON.stringify(values)}\n`;
}

const storedEnd = z.object({
  takenAt: z.int(),
  before: z.int().nullable(),
  fresh: z.int(),
  filled: z.int(),
  missing: z.int(),
  gone: z.int(),
  unit: z.enum(STOCK_UNITS).optional(),
});

/**
 * The last line. `before`: when the snapshot was taken that this one builds on; null if on none. `fresh`: records.
 * `unit`: the unit in which the stock of records was counted when this was written; a Crier before 0.4.0 wrote none,
 * and kept the wire's number in `filled` and `missing`.
 */
export type End = z.infer<typeof storedEnd>;

const compiledEnd = z.compile(storedEnd, { strict: true });

export function isEnd(value: unknown): value is End {
  return z.validate(compiledEnd, value);
}

/**
 * The content of one file. `fresh`: the shops of its records; all else as in `SavedSnapshot`. `isOfOlderReader`: a
 * Crier before 0.4.0 wrote it, which refused some records that are read today.
 */
export interface Link {
  readonly takenAt: number;
  readonly before: number | null;
  readonly fresh: readonly Shop[];
  readonly filled: readonly Shop[];
  readonly missing: readonly Shop[];
  readonly gone: readonly number[];
  readonly isOfOlderReader: boolean;
}

/** A snapshot's file that does not hold what was written into it. */
export class CorruptFile extends Error {
  override readonly name = 'CorruptFile';
}
