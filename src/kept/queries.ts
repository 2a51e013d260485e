import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Queries, ShopQuery } from '../ports/queries.ts';
import { filterSchema } from '../rows/settings-schemas.ts';
import type { OpenRecords } from './records.ts';

const DAY_MS = 24 * 60 * 60_000;

const querySchema: z.ZodType<ShopQuery, object> = z.strictObject({
  userId: z.string(),
  side: z.enum(['buy', 'sell']),
  sort: z.enum(['price', 'distance', 'stock']),
  outOfStock: z.boolean(),
  filter: filterSchema,
  deals: z.union([z.number(), z.literal('spreads')]).optional(),
});

/** Queries behind buttons; each is gone after a day. */
export function keptQueries(open: OpenRecords): Queries {
  const records = open({ name: 'queries', schema: querySchema, userIdOf: ({ userId }) => userId });
  return {
    async keep(query) {
      const key = randomBytes(9).toString('base64url');
      await records.set(key, query, DAY_MS);
      return key;
    },
    find: (key) => records.get(key),
    forget: (userId) => records.deleteOf(userId),
    tidy: () => records.clearExpired(),
  };
}
