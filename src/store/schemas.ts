import { z } from 'zod';
import type { Filter } from '../market/filter.ts';
import type { ItemChoice } from '../market/item.ts';
import { FEED_KINDS, FEED_STYLES, type Feed } from '../routing/feed.ts';
import type { Person } from '../routing/person.ts';
import { isTimeZone, type QuietHours } from '../routing/quiet.ts';
import { WATCH_TRIGGERS, type Watch } from '../routing/watch.ts';

// Strict objects: a field that is missing here is refused at saving, where it shows, instead of being lost in silence.
// A field that came later has a default, for the records of an earlier Crier.

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

const minuteOfDay = z.int().min(0).max(1439);

const quietSchema: z.ZodType<QuietHours> = z.strictObject({
  from: minuteOfDay,
  to: minuteOfDay,
  timeZone: z.string().refine(isTimeZone, 'not a time zone'),
});

export const personSchema: z.ZodType<Person> = z.strictObject({ id, quiet: quietSchema.nullable() });

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
  quiet: quietSchema.nullable().default(null),
  locale: z.string(),
  createdAt: epochMs,
  paused: z.boolean(),
});

/** What a watch asks for: all of it that can go into a file and come back, into another's list too. */
export const watchDraftSchema = z.strictObject({
  item: itemChoiceSchema.nullable(),
  trigger: z.enum([...WATCH_TRIGGERS, 'my-shop']),
  price: z.number().nonnegative().nullable(),
  filter: filterSchema,
  repeat: z.enum(['recurring', 'once']),
  cooldownMinutes: z.number().nonnegative(),
  expiresAt: epochMs.nullable(),
});

export const watchSchema: z.ZodType<Watch> = watchDraftSchema.extend({
  id,
  userId: id,
  snoozedUntil: epochMs.nullable().default(null),
  locale: z.string(),
  createdAt: epochMs,
  paused: z.boolean(),
});
