import { z } from 'zod';
import type { Shop } from '../../../market/shops/shop.ts';

/** What the first line of a snapshot's file says. */
export const FORMAT = 'crier-shops-2';

/**
 * What the other lines hold: the service's own records as they came; shops that the market has otherwise; shops that it lacks
 * though that is doubted; ids that are gone; and on the last line, how much of each there is.
 */
export type Kind = 'fresh' | 'filled' | 'missing' | 'gone' | 'end';

const storedEnd = z.object({
  takenAt: z.int(),
  before: z.int().nullable(),
  fresh: z.int(),
  filled: z.int(),
  missing: z.int(),
  gone: z.int(),
});

/** The last line. `before`: when the snapshot was taken that this one builds on; null: on none. */
export type End = z.infer<typeof storedEnd>;

const compiledEnd = z.compile(storedEnd, { strict: true });

export function isEnd(value: unknown): value is End {
  return z.validate(compiledEnd, value);
}

/** What one file says. `fresh`: the shops of its records; all else as in `SavedSnapshot`. */
export interface Link {
  readonly takenAt: number;
  readonly before: number | null;
  readonly fresh: readonly Shop[];
  readonly filled: readonly Shop[];
  readonly missing: readonly Shop[];
  readonly gone: readonly number[];
}

/** A snapshot's file that does not hold what was written into it. */
export class CorruptFile extends Error {
  override readonly name = 'CorruptFile';
}
