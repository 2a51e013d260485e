import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { DEAL_ORDERS } from '../../market/deals/deals.ts';
import type { CommandOption, Queries, ShopQuery, UnclearCommand } from '../../ports/queries.ts';
import { filterSchema } from '../mappers/settings-schemas.ts';
import type { OpenRecords } from './records.ts';

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

/** Queries behind buttons; each is gone after a day. */
export function keptQueries(open: OpenRecords): Queries {
  const records = open({ name: 'queries', schema: keptSchema, userIdOf: ({ userId }) => userId });
  const keep = async (record: ShopQuery | UnclearCommand) => {
    const key = randomBytes(9).toString('base64url');
    await records.set(key, record, DAY_MS);
    return key;
  };
  return {
    keep,
    async find(key) {
      const record = await records.get(key);
      return record === null || 'command' in record ? null : record;
    },
    keepCommand: keep,
    async findCommand(key) {
      const record = await records.get(key);
      return record !== null && 'command' in record ? record : null;
    },
    forget: (userId) => records.deleteOf(userId),
    tidy: () => records.clearExpired(),
  };
}
