import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Queries, ShopQuery } from '../ports/queries.ts';
import { openNamespace } from './namespace.ts';
import { NotSaved } from './not-saved.ts';
import { filterSchema } from './schemas.ts';

const DAY_MS = 24 * 60 * 60_000;

const querySchema: z.ZodType<ShopQuery> = z.strictObject({
  userId: z.string(),
  side: z.enum(['buy', 'sell']),
  sort: z.enum(['price', 'distance', 'stock']),
  outOfStock: z.boolean(),
  filter: filterSchema,
});

/** Queries behind buttons, in the settings file; each is gone after a day. */
export async function openQueries(path: string): Promise<Queries & { close(): Promise<void> }> {
  const keyv = await openNamespace(path, 'queries');
  return {
    async keep(query) {
      const key = randomBytes(9).toString('base64url');
      try {
        if (!(await keyv.set(key, query, DAY_MS))) throw new Error('no reason given');
      } catch (error) {
        throw new NotSaved(error);
      }
      return key;
    },
    async find(key) {
      const read = querySchema.safeParse(await keyv.get(key));
      return read.success ? read.data : null;
    },
    async forget(userId) {
      for await (const [key, value] of keyv.iterator()) {
        const read = querySchema.safeParse(value);
        if (read.success && read.data.userId === userId) await keyv.delete(key);
      }
    },
    tidy: () => keyv.clearExpired(),
    close: () => keyv.disconnect(),
  };
}
