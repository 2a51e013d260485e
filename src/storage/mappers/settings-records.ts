import { z } from 'zod';
import { NotSaved, Unreadable } from '../../faults/store-faults.ts';
import { silentLog } from '../../log/silent-log.ts';
import { currentType } from '../../market/item/current-type.ts';
import { currentHistoryKey } from '../../market/item/identity.ts';
import type { ItemChoice } from '../../market/item/item.ts';
import type { Filter } from '../../market/search/filter.ts';
import type { Log } from '../../ports/log.ts';
import { FEED_KINDS, FEED_STYLES, type Feed } from '../../routing/feed.ts';
import type { OwnSettings, Person } from '../../routing/person.ts';
import { isTimeZone, type QuietHours } from '../../routing/quiet.ts';
import { WATCH_TRIGGERS, type Watch } from '../../routing/watch.ts';
import { inEnvelope, isEnveloped, parseStoredJson, readRecord } from './record.ts';

const MOST_LOGGED_IDS = 10;

export interface RecordRow {
  readonly id: string;
  readonly record: string;
}

/** Reads and writes settings of one kind as JSON, checking each record on the way in and out. */
export class SettingsForm<T extends { readonly id: string }> {
  readonly #schema: z.ZodType<T>;
  readonly #name: string;
  readonly #log: Log;
  readonly #unread = new Set<string>();

  /** @param name the kind, for the log */
  constructor(name: string, schema: z.ZodType<T>, log: Log) {
    this.#schema = schema;
    this.#name = name;
    this.#log = log;
  }

  /** @throws NotSaved if the record is invalid */
  write(record: T): string {
    const checked = z.safeEncode(this.#schema, record);
    if (checked.success) return JSON.stringify(inEnvelope(checked.data));
    const fields = checked.error.issues.map((issue) => issue.path.join('.'));
    throw new NotSaved(new Error(`not valid: ${fields.join(', ')}`, { cause: checked.error }));
  }

  /** Number of unreadable records among those read so far. */
  get unreadCount(): number {
    return this.#unread.size;
  }

  /** @returns the readable records. An unreadable record stays in the table and is logged once. */
  readAll(rows: readonly RecordRow[]): T[] {
    const good: T[] = [];
    const bad: string[] = [];
    for (const { id, record } of rows) {
      const read = readOrNull(this.#schema, record);
      if (read?.id === id) {
        good.push(read);
        this.#unread.delete(id);
      } else if (!this.#unread.has(id)) bad.push(id);
    }
    for (const id of bad) this.#unread.add(id);
    const facts = { namespace: this.#name, count: bad.length, ids: bad.slice(0, MOST_LOGGED_IDS) };
    if (bad.length > 0) this.#log.error(facts, 'Unreadable settings quarantined');
    return good;
  }
}

function readOrNull<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    const value = parseStoredJson(text);
    return isEnveloped(value) ? readRecord({ schema }, value) : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The forms of all settings. */
export interface SettingsForms {
  readonly feeds: SettingsForm<Feed>;
  readonly watches: SettingsForm<Watch>;
  readonly people: SettingsForm<Person>;
}

/** @param log receives the ids of unreadable records; without it, the caller reports them */
export function settingsForms(log: Log = silentLog): SettingsForms {
  return {
    feeds: new SettingsForm('feeds', feedSchema, log),
    watches: new SettingsForm('watches', watchSchema, log),
    people: new SettingsForm('people', personSchema, log),
  };
}

// Objects are strict: saving an unknown field fails visibly instead of losing the field in silence. A field added by a
// later release has a default for older records.

const id = z.string().min(1).max(100);
const epochMs = z.int().nonnegative().max(8_640_000_000_000_000);
/** The limits of the commands' options, in which every stored or imported value was typed. */
const coordinateSchema = z.number().min(-30_000_000).max(30_000_000);
const diamondsSchema = z.number().nonnegative().max(1_000_000_000_000);
const name = z.string().min(1).max(100);
/** The service's id of a player, in lower case. Some servers use ids that are no uuids. */
const playerId = z.string().min(1).max(256);
/** Per cent below the worth. */
const discount = z.number().min(1).max(99);
const minutes = z.number().nonnegative().max(10_080);

/** `exact`: the key separates kinds as Crier does since 0.4.0. A key without it is older; see `isFormer`. */
const storedItemChoice = z.strictObject({
  type: z.string().min(1).max(200),
  key: z.exactOptional(z.string().regex(/^[0-9a-f]{16}$/)),
  exact: z.exactOptional(z.literal(true)),
  splitReported: z.exactOptional(z.literal(true)),
  label: z.exactOptional(z.string().max(2_000)),
});

const itemChoiceSchema = z.codec(storedItemChoice, z.custom<ItemChoice>(), {
  decode: ({ exact, type, ...stored }): ItemChoice => {
    const item = { type: currentType(type), ...stored };
    if (stored.key === undefined) return item;
    return { ...item, key: currentHistoryKey(stored.key), ...(exact !== true && { isFormer: true as const }) };
  },
  // Zod calls this with undefined for an absent item, and then drops the result.
  encode: (item) => {
    const { isFormer, renamedKeys: _, ...stored } = { ...item };
    return stored.key === undefined || isFormer === true ? stored : { ...stored, exact: true as const };
  },
});

const enchantmentTestSchema = z.strictObject({
  id: name,
  comparison: z.enum(['at-least', 'exactly']),
  level: z.int(),
});

export const filterSchema: z.ZodType<Filter, unknown> = z.strictObject({
  item: z.exactOptional(itemChoiceSchema),
  enchantments: z.exactOptional(z.array(enchantmentTestSchema).min(1).max(50)),
  owner: z.exactOptional(name),
  ownerId: z.exactOptional(playerId),
  notOwner: z.exactOptional(name),
  notOwnerId: z.exactOptional(playerId),
  world: z.exactOptional(name),
  x: z.exactOptional(coordinateSchema),
  z: z.exactOptional(coordinateSchema),
  near: z.exactOptional(name),
  home: z.exactOptional(z.literal(true)),
  nearWorld: z.exactOptional(z.string().min(1).max(256)),
  within: z.exactOptional(z.number().nonnegative().max(60_000_000)),
  maxPrice: z.exactOptional(diamondsSchema),
  minPrice: z.exactOptional(diamondsSchema),
  minStock: z.exactOptional(diamondsSchema),
  containers: z.boolean().default(true),
});

const timeZoneSchema = z.string().refine(isTimeZone, 'not a time zone');

const minuteOfDay = z.int().min(0).max(1439);

export const quietSchema: z.ZodType<QuietHours> = z.strictObject({
  from: minuteOfDay,
  to: minuteOfDay,
  timeZone: timeZoneSchema,
});

const personParts = {
  quiet: quietSchema.nullable(),
  player: z.exactOptional(z.strictObject({ name: playerId, uuid: playerId.nullable() })),
  home: z.exactOptional(z.strictObject({ x: coordinateSchema, z: coordinateSchema, world: z.exactOptional(name) })),
  language: z.exactOptional(z.string().max(20)),
  weekly: z.exactOptional(z.strictObject({ timeZone: timeZoneSchema, since: epochMs, locale: z.string() })),
  lookedAt: z.exactOptional(epochMs),
};

export const personSchema: z.ZodType<Person> = z.strictObject({ id, ...personParts });

/** A person without the id, for the user's file. */
export const ownSettingsSchema: z.ZodType<OwnSettings> = z.strictObject(personParts);

const absence = z.strictObject({
  of: z.string().max(256),
  since: epochMs,
  toldAt: z.exactOptional(epochMs),
  backAt: z.exactOptional(epochMs),
});
const absences = z.exactOptional(
  z.strictObject({
    owner: z.exactOptional(absence),
    world: z.exactOptional(absence),
    item: z.exactOptional(absence),
  }),
);

const storedFeedSchema = z.strictObject({
  id,
  guildId: id,
  channelId: id,
  makerId: id,
  kind: z.enum(FEED_KINDS),
  style: z.enum(FEED_STYLES),
  filter: filterSchema,
  minValue: diamondsSchema,
  discount: z.exactOptional(discount),
  minSaving: z.exactOptional(diamondsSchema),
  everyMinutes: minutes,
  quiet: quietSchema.nullable().default(null),
  locale: z.string(),
  hasOwnLanguage: z.boolean().default(false),
  createdAt: epochMs,
  paused: z.boolean(),
  roleId: z.exactOptional(id),
  publishes: z.exactOptional(z.literal(true)),
  absences,
});

/** The fields of a watch that a watch file holds, which are valid in another user's list, too. */
export const watchDraftSchema = z.strictObject({
  item: itemChoiceSchema.nullable(),
  trigger: z.enum([...WATCH_TRIGGERS, 'my-shop']),
  price: diamondsSchema.nullable(),
  filter: filterSchema,
  percent: z.exactOptional(discount),
  minSaving: z.exactOptional(diamondsSchema),
  repeat: z.enum(['recurring', 'once']),
  cooldownMinutes: minutes,
  everyMinutes: z.exactOptional(z.number().nonnegative().max(1_440)),
  expiresAt: epochMs.nullable(),
  paused: z.boolean().default(false),
});

const storedWatchSchema = watchDraftSchema.extend({
  id,
  userId: id,
  snoozedUntil: epochMs.nullable().default(null),
  locale: z.string(),
  createdAt: epochMs,
  paused: z.boolean(),
  absences,
});

/** The `type` tag is not stored, because feeds and watches have separate tables. */
export const feedSchema = z.codec(storedFeedSchema, z.custom<Feed>(), {
  decode: (stored): Feed => ({ type: 'feed', ...stored }),
  encode: ({ type: _, ...feed }) => feed,
});

export const watchSchema = z.codec(storedWatchSchema, z.custom<Watch>(), {
  decode: (stored): Watch => ({ type: 'watch', ...stored }),
  encode: ({ type: _, ...watch }) => watch,
});

export const undoStepSchema = z.strictObject({
  put: z.array(watchSchema),
  remove: z.array(z.string()),
  quiet: z.exactOptional(quietSchema.nullable()),
});

export const unfinishedChangeSchema = z.strictObject({
  id,
  back: undoStepSchema,
  lastUndo: z.strictObject({ key: z.string(), step: undoStepSchema }).nullable(),
});
