import { z } from 'zod';
import type { Filter } from '../market/filter.ts';
import type { ItemChoice } from '../market/item.ts';
import { FEED_KINDS, FEED_STYLES, type Feed } from '../routing/feed.ts';
import { WATCH_TRIGGERS, type Watch } from '../routing/watch.ts';

// Strict objects: a field that is missing here is refused at saving, where it shows, instead of being lost in silence.

const id = z.string().min(1).max(100);
const epochMs = z.int().nonnegative();

const itemChoiceSchema: z.ZodType<ItemChoice> = z.strictObject({
  type: z.string().min(1),
  key: z.exactOptional(z.string().regex(/^[0-9a-f]{16}$/)),
  label: z.exactOptional(z.string()),
});

const enchantmentTestSchema = z.strictObject({
  id: z.string().min(1),
  comparison: z.enum(['at-least', 'exactly']),
  level: z.int(),
});

export const filterSchema: z.ZodType<Filter> = z.strictObject({
  item: z.exactOptional(itemChoiceSchema),
  enchantments: z.exactOptional(z.array(enchantmentTestSchema)),
  owner: z.exactOptional(z.string()),
  notOwner: z.exactOptional(z.string()),
  world: z.exactOptional(z.string()),
  x: z.exactOptional(z.number()),
  z: z.exactOptional(z.number()),
  within: z.exactOptional(z.number()),
  maxPrice: z.exactOptional(z.number()),
  minPrice: z.exactOptional(z.number()),
  minStock: z.exactOptional(z.number()),
  containers: z.boolean(),
});

export const feedSchema: z.ZodType<Feed> = z.strictObject({
  id,
  guildId: id,
  channelId: id,
  makerId: id,
  kind: z.enum(FEED_KINDS),
  style: z.enum(FEED_STYLES),
  filter: filterSchema,
  minValue: z.number(),
  everyMinutes: z.number().nonnegative(),
  locale: z.string(),
  createdAt: epochMs,
  paused: z.boolean(),
});

export const watchSchema: z.ZodType<Watch> = z.strictObject({
  id,
  userId: id,
  item: itemChoiceSchema,
  trigger: z.enum(WATCH_TRIGGERS),
  price: z.number().nullable(),
  filter: filterSchema,
  repeat: z.enum(['recurring', 'once']),
  cooldownMinutes: z.number().nonnegative(),
  expiresAt: epochMs.nullable(),
  locale: z.string(),
  createdAt: epochMs,
  paused: z.boolean(),
});
