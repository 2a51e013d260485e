import { z } from 'zod';
import { DEAL_ORDERS } from '../../market/deals/deals.ts';
import type { Addresses, CommandOption, Queries, ShopQuery, UnclearCommand } from '../../ports/queries.ts';
import { DAY_MS } from '../../time/durations.ts';
import { newKey, type RecordForm } from '../mappers/record.ts';
import { filterSchema } from '../mappers/settings-records.ts';

/** Expendable values of one kind: each can be had again, and one that cannot be read counts as missing. */
export interface CacheSpace<T extends object> extends RecordForm<T> {
  /** The user that a value belongs to, if it is a user's. */
  readonly userIdOf?: (value: T) => string;
}

/** The values of one space, by key. On SQLite no method ever rejects. On PostgreSQL all reject with the store's error. */
export interface CachedValues<T extends object> {
  /** @returns the value, or null if there is none or its life is over */
  get(key: string): Promise<T | null>;
  /** @param lifeMs how long it is kept; until it is dropped unless given */
  set(key: string, value: T, lifeMs?: number): Promise<void>;
  delete(key: string): Promise<unknown>;
  /** Deletes all values of a user. */
  deleteOf(userId: string): Promise<void>;
  /** Deletes the values of all spaces whose life is over. */
  clearExpired(): Promise<void>;
}

/** Opens a space of a cache. */
export type OpenSpace = <T extends object>(space: CacheSpace<T>) => CachedValues<T>;

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
    const key = newKey();
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

const address = z.strictObject({ channelId: z.string() });

/** Crier 0.3.0 and earlier wrote the channel alone. */
function ofOld(value: unknown): unknown {
  return typeof value === 'string' ? { channelId: value } : value;
}

/** Direct-message channels by user. */
export function cachedAddresses(open: OpenSpace): Addresses {
  const values = open({ name: 'addresses', schema: address, ofOld });
  return {
    find: async (userId) => (await values.get(userId))?.channelId ?? null,
    keep: (userId, channelId) => values.set(userId, { channelId }),
    async forget(userId) {
      await values.delete(userId);
    },
  };
}
