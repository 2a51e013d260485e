import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { DEAL_ORDERS } from '../../market/deals/deals.ts';
import type { CommandOption, Queries, ShopQuery, UnclearCommand } from '../../ports/queries.ts';
import { filterSchema } from '../mappers/settings-schemas.ts';
import type { OpenSpace } from './cache.ts';

const DAY_MS = 24 * 60 * 60_000;

const querySchema: z.ZodType<ShopQuery, object> = z.strictObject({
  userId: z.string(),
  side: z.enum(['buy', 'sell']),
  sort: z.enum(['price', 'distance', 'stock']),
  outOfStock: z.boolean(),
  filter: filterSchema,
  count: z.number().optional(),
  deals: z.union([z.number(), z.literal('spreads')]).optional(),
  minSaving: z.number().optional(),
  dealOrder: z.enum(DEAL_ORDERS).optional(),
});

const optionSchema: z.ZodType<CommandOption, object> = z.strictObject({
  name: z.string(),
  type: z.number(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  get options() {
    return z.array(optionSchema).optional();
  },
});

const commandSchema: z.ZodType<UnclearCommand, object> = z.strictObject({
  userId: z.string(),
  command: z.string(),
  options: z.array(optionSchema),
  guesses: z.array(z.strictObject({ option: z.string(), value: z.string() })),
});

const keptSchema: z.ZodType<ShopQuery | UnclearCommand, object> = z.union([querySchema, commandSchema]);

/** Queries behind buttons, for a day. */
export function cachedQueries(open: OpenSpace): Queries {
  const values = open({ name: 'queries', schema: keptSchema, userIdOf: ({ userId }) => userId });
  const keep = async (record: ShopQuery | UnclearCommand) => {
    const key = randomBytes(9).toString('base64url');
    await values.set(key, record, DAY_MS);
    return key;
  };
  return {
    keep,
    async find(key) {
      const found = await values.get(key);
      return found === null || 'command' in found ? null : found;
    },
    keepCommand: keep,
    async findCommand(key) {
      const found = await values.get(key);
      return found !== null && 'command' in found ? found : null;
    },
    forget: (userId) => values.deleteOf(userId),
    tidy: () => values.clearExpired(),
  };
}
