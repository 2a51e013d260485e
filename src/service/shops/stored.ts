import { z } from 'zod';

const storedHeader = z.object({
  format: z.literal('crier-shops-1'),
  takenAt: z.int(),
  count: z.int(),
  missing: z.int().nonnegative().default(0),
});

/** What stands first in a snapshot's file. `count`: records in it, of which the last `missing` are not shops of the snapshot. */
export type Header = z.infer<typeof storedHeader>;

/** The first element of the file; null: it is none of ours. */
export function asHeader(value: unknown): Header | null {
  return storedHeader.safeParse(value).data ?? null;
}

export function headerOf(takenAt: number, count: number, missing: number): Header {
  return { format: 'crier-shops-1', takenAt, count, missing };
}
