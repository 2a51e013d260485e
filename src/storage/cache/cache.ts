import { z } from 'zod';
import { DEAL_ORDERS } from '../../market/deals/deals.ts';
import type {
  Addresses,
  CommandOption,
  KeptQuery,
  OwnShopsQuery,
  Queries,
  ShopQuery,
  UnclearCommand,
} from '../../ports/queries.ts';
import { DAY_MS } from '../../time/durations.ts';
import { newKey, type StoredForm } from '../mappers/record.ts';
import { filterSchema } from '../mappers/settings-records.ts';

/** One kind of expendable values: each can be fetched again, and an unreadable one counts as missing. */
export interface CacheSpace<T extends object> extends StoredForm<T> {
  /** Returns the id of the user that a value belongs to, its `userId`. Absent if values belong to no user. */
  readonly userIdOf?: (value: T) => string;
}

/** The values of one space, by key. No method rejects on SQLite; on PostgreSQL each rejects with the store's error. */
export interface CachedValues<T extends object> {
  /** @returns the value, or null if it is missing or expired */
  get(key: string): Promise<T | null>;
  /** @param lifeMs until the value expires; without it, the value stays until it is deleted */
  set(key: string, value: T, lifeMs?: number): Promise<void>;
  delete(key: string): Promise<unknown>;
  /** Returns all values of a user. */
  allOf(userId: string): Promise<readonly T[]>;
  /** Deletes all values of a user, also expired ones. */
  deleteOf(userId: string): Promise<void>;
  /** Deletes the expired values of all spaces. */
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

const ownShopsSchema: z.ZodType<OwnShopsQuery, object> = z.strictObject({
  userId: z.string(),
  player: z.strictObject({ name: z.string(), uuid: z.string().nullable() }),
  isOwn: z.boolean(),
  days: z.number(),
  lookedAt: z.number().nullable(),
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

const storedQuerySchema: z.ZodType<KeptQuery, object> = z.union([querySchema, ownShopsSchema, commandSchema]);

/** Stores the queries behind buttons, for one day. */
export function createQueries(open: OpenSpace): Queries {
  const values = open({ name: 'queries', schema: storedQuerySchema, userIdOf: ({ userId }) => userId });
  const keep = async (record: KeptQuery) => {
    const key = newKey();
    await values.set(key, record, DAY_MS);
    return key;
  };
  return {
    keep,
    async find(key) {
      const found = await values.get(key);
      return found !== null && 'side' in found ? found : null;
    },
    keepOwnShops: keep,
    async findOwnShops(key) {
      const found = await values.get(key);
      return found !== null && 'player' in found ? found : null;
    },
    keepCommand: keep,
    async findCommand(key) {
      const found = await values.get(key);
      return found !== null && 'command' in found ? found : null;
    },
    of: (userId) => values.allOf(userId),
    forget: (userId) => values.deleteOf(userId),
    tidy: () => values.clearExpired(),
  };
}

const address = z.strictObject({ channelId: z.string() });

/** Crier 0.3.0 and earlier stored the bare channel id. */
function convertOld(value: unknown): unknown {
  return typeof value === 'string' ? { channelId: value } : value;
}

/** Stores the direct-message channel of each user. */
export function createAddresses(open: OpenSpace): Addresses {
  const values = open({ name: 'addresses', schema: address, convertOld: convertOld });
  return {
    find: async (userId) => (await values.get(userId))?.channelId ?? null,
    keep: (userId, channelId) => values.set(userId, { channelId }),
    async forget(userId) {
      await values.delete(userId);
    },
  };
}
