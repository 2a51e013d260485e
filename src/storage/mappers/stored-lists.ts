import { z } from 'zod';
import { Unreadable } from '../../faults/unreadable.ts';
import type { BestPrices } from '../../ports/outbox.ts';
import { parseJson } from './record.ts';

// Columns in JSON that SQL looks into or that have a default: the version of the file's tables is theirs.

const ids = z.compile(z.array(z.string()), { strict: true });

const bestPrices: z.ZodType<BestPrices> = z.record(
  z.string(),
  z.object({ unitPrice: z.number(), goods: z.string(), beats: z.number().nullable() }),
);

/** Ids of feeds and watches. @throws Unreadable */
export function readIds(text: string): readonly string[] {
  const value = parseJson(text);
  if (!z.validate(ids, value)) throw new Unreadable('not a list of ids');
  return value;
}

/** @throws Unreadable */
export function readBestPrices(text: string): BestPrices {
  const read = bestPrices.safeParse(parseJson(text));
  if (!read.success) throw new Unreadable('not the best prices');
  return read.data;
}
