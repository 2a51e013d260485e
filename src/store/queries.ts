import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Log } from '../ports/log.ts';
import type { Queries, ShopQuery } from '../ports/queries.ts';
import { filterSchema } from '../rows/settings-schemas.ts';
import { VersionedRecords } from './versioned-records.ts';

const DAY_MS = 24 * 60 * 60_000;

const querySchema: z.ZodType<ShopQuery, object> = z.strictObject({
  userId: z.string(),
  side: z.enum(['buy', 'sell']),
  sort: z.enum(['price', 'distance', 'stock']),
  outOfStock: z.boolean(),
  filter: filterSchema,
  deals: z.union([z.number(), z.literal('spreads')]).optional(),
});

/** Queries behind buttons, in the settings file; each is gone after a day. */
export async function openQueries(path: string, log: Log): Promise<Queries & { close(): Promise<void> }> {
  const records = await VersionedRecords.open(path, { namespace: 'queries', schema: querySchema, log });
  return {
    async keep(query) {
      const key = randomBytes(9).toString('base64url');
      await records.set(key, query, DAY_MS);
      return key;
    },
    find: (key) => records.get(key),
    async forget(userId) {
      for (const key of await records.keysOf((query) => query.userId === userId)) await records.delete(key);
    },
    tidy: () => records.clearExpired(),
    close: () => records.close(),
  };
}
