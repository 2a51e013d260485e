import { z } from 'zod';
import type { EntryFault, WatchDraft, WatchFile, WatchFiles } from '../../ports/settings.ts';
import type { OwnSettings } from '../../routing/person.ts';
import type { Watch } from '../../routing/watch.ts';
import { parseJsonOrUndefined } from './parse-json.ts';
import { ownSettingsSchema, watchDraftSchema } from './settings-records.ts';

const WATCH_FILE_VERSION = 1;
/** Limits how long reading one file blocks the process. No user has more watches. */
const MOST_WATCHES_PER_FILE = 500;
const envelope = z.object({
  crier: z.literal(WATCH_FILE_VERSION),
  me: z.unknown().optional(),
  watches: z.array(z.unknown()).max(MOST_WATCHES_PER_FILE),
});

/**
 * A file reads `{"crier":1,"me":{…},"watches":[…],"stored":{…}}`. `me` is absent if there are no such settings. An
 * entry of `watches` holds the fields of a watch that do not depend on its owner. `stored` is for the user to read.
 */
export const watchFiles: WatchFiles = {
  write(watches, person, stored) {
    const { id: _, ...me } = person ?? { id: '' };
    const drafts = watches.map((watch) => z.encode(watchDraftSchema, draftOf(watch)));
    const content = { crier: WATCH_FILE_VERSION, ...(person && { me }), watches: drafts, ...(stored && { stored }) };
    return `${JSON.stringify(content, null, 2)}\n`;
  },
  read(text, readPrice) {
    // Some editors write a byte order mark at the beginning.
    const json = parseJsonOrUndefined(text.replace(/^\uFEFF/, ''));
    const parsed = envelope.safeParse(json);
    if (!parsed.success) return { fault: newerVersion.safeParse(json).success ? 'newer' : 'other' };
    const drafts: { place: number; draft: WatchDraft }[] = [];
    const refused: { place: number; why: EntryFault }[] = [];
    for (const [index, written] of parsed.data.watches.entries()) {
      const entry = withPrices(written, readPrice);
      const read = watchDraftSchema.safeParse(entry);
      if (read.success) drafts.push({ place: index + 1, draft: withOneItem(read.data) });
      else refused.push({ place: index + 1, why: entryFault(read.error, entry) });
    }
    return { fault: null, me: readOwnSettings(parsed.data.me), drafts, refused } satisfies WatchFile;
  },
};

function readOwnSettings(me: unknown): OwnSettings | 'unreadable' | null {
  if (me === undefined) return null;
  return ownSettingsSchema.safeParse(me).data ?? 'unreadable';
}

const newerVersion = z.object({ crier: z.int().min(WATCH_FILE_VERSION + 1) });

function draftOf(watch: Watch): WatchDraft {
  const { item, trigger, price, filter, repeat, cooldownMinutes, expiresAt, paused } = watch;
  const { percent, minSaving, everyMinutes } = watch;
  return {
    ...{ item, trigger, price, filter },
    ...(percent !== undefined && { percent }),
    ...(minSaving !== undefined && { minSaving }),
    ...{ repeat, cooldownMinutes },
    ...(everyMinutes !== undefined && { everyMinutes }),
    ...{ expiresAt, paused },
  };
}

/** Makes the item of a watch and that of its filter equal. A file may hold two different items, with any labels. */
function withOneItem(draft: WatchDraft): WatchDraft {
  const { item: _, ...filter } = draft.filter;
  const { label: _label, ...named } = draft.item ?? {};
  const item = draft.trigger === 'my-shop' || draft.item === null ? null : { ...named, type: draft.item.type };
  return { ...draft, item, filter: item === null ? filter : { ...filter, item } };
}

/** Returns the entry with its prices as numbers. An unreadable price stays as it is, and the schema rejects it. */
function withPrices(entry: unknown, readPrice: (typed: string) => number | null): unknown {
  if (!isRecord(entry)) return entry;
  const read = (value: unknown) => (typeof value === 'string' ? (readPrice(value) ?? value) : value);
  const readIn = (record: Record<string, unknown>, fields: readonly string[]) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fields.includes(key) ? read(value) : value]));
  const { filter } = entry;
  return {
    ...readIn(entry, ['price', 'minSaving']),
    ...(isRecord(filter) && { filter: readIn(filter, ['maxPrice', 'minPrice']) }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the first fault of an entry. It never quotes the file, whose text is untrusted. */
function entryFault({ issues: [issue] }: z.ZodError, entry: unknown): EntryFault {
  if (issue === undefined || (issue.path.length === 0 && issue.code === 'invalid_type')) return { kind: 'none' };
  const field =
    issue.path.filter((part) => typeof part === 'number' || isQuotableKey(String(part))).join('.') || 'watch';
  const isMissing = issue.path.reduce(valueAt, entry) === undefined;
  return isMissing ? { kind: 'missing', field } : fieldFault(issue, field);
}

function isQuotableKey(key: string): boolean {
  return /^\w{1,20}$/.test(key);
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function fieldFault(issue: z.core.$ZodIssue, field: string): EntryFault {
  switch (issue.code) {
    case 'invalid_type':
      return { kind: issue.expected === 'number' || issue.expected === 'int' ? 'number' : 'wrong', field };
    case 'invalid_value':
      return { kind: 'values', field, values: issue.values.map(String) };
    case 'too_big':
      return { kind: isMeasured(issue.origin) ? 'most' : 'long', field, limit: Number(issue.maximum) };
    case 'too_small':
      return isMeasured(issue.origin)
        ? { kind: 'least', field, limit: Number(issue.minimum) }
        : { kind: 'empty', field };
    case 'unrecognized_keys': {
      const key = issue.keys.find(isQuotableKey);
      return key === undefined ? { kind: 'wrong', field } : { kind: 'unknown', field: key };
    }
    default:
      return { kind: 'wrong', field };
  }
}

/** Returns whether a limit applies to a number, rather than to a text or a list. */
function isMeasured(origin: string): boolean {
  return origin !== 'string' && origin !== 'array';
}
