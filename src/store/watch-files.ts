import { z } from 'zod';
import type { WatchDraft, WatchFile, WatchFiles } from '../ports/watch-file.ts';
import type { Watch } from '../routing/watch.ts';
import { watchDraftSchema } from './schemas.ts';

const VERSION = 1;
/** Nobody has more: reading a file must not hold up everybody else. */
const MOST_ENTRIES = 500;
const envelope = z.object({ crier: z.literal(VERSION), watches: z.array(z.unknown()).max(MOST_ENTRIES) });

/** The file reads `{"crier":1,"watches":[…]}`; an entry has the fields of a watch that are not the person's own. */
export const watchFiles: WatchFiles = {
  write: (watches) => `${JSON.stringify({ crier: VERSION, watches: watches.map(draftOf) }, null, 2)}\n`,
  read(text) {
    const parsed = envelope.safeParse(parse(text));
    if (!parsed.success)
      return { fault: newerVersion.safeParse(parse(text)).success ? 'it is of a newer Crier' : NO_FILE };
    const drafts: { place: number; draft: WatchDraft }[] = [];
    const refused: { place: number; why: string }[] = [];
    for (const [index, entry] of parsed.data.watches.entries()) {
      const read = watchDraftSchema.safeParse(entry);
      if (read.success) drafts.push({ place: index + 1, draft: inStep(read.data) });
      else refused.push({ place: index + 1, why: whyOf(read.error, entry) });
    }
    return { fault: null, drafts, refused } satisfies WatchFile;
  },
};

const NO_FILE = 'it is no file of `/watch export`';
const newerVersion = z.object({ crier: z.int().min(VERSION + 1) });

function draftOf({ item, trigger, price, filter, repeat, cooldownMinutes, expiresAt, paused }: Watch): WatchDraft {
  return { item, trigger, price, filter, repeat, cooldownMinutes, expiresAt, paused };
}

/** An item stands twice in a watch; in a file the two may differ, and be called anything. */
function inStep(draft: WatchDraft): WatchDraft {
  const { item: _, ...filter } = draft.filter;
  const { label: _label, ...named } = draft.item ?? {};
  const item = draft.trigger === 'my-shop' || draft.item === null ? null : { ...named, type: draft.item.type };
  return { ...draft, item, filter: item === null ? filter : { ...filter, item } };
}

function parse(text: string): unknown {
  try {
    // Some editors put a mark of the encoding in front.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null; // what is no JSON is no file of ours: the envelope says so
  }
}

/** The first fault is enough to mend an entry. What the file itself says is not repeated: it is anybody's text. */
function whyOf({ issues: [issue] }: z.ZodError, entry: unknown): string {
  if (issue === undefined || (issue.path.length === 0 && issue.code === 'invalid_type')) return 'this is no watch';
  const path = issue.path.filter((part) => typeof part === 'number' || /^\w{1,20}$/.test(String(part))).join('.');
  const isMissing = issue.path.reduce(valueAt, entry) === undefined;
  return `${path ? `\`${path}\` ` : 'it '}${isMissing ? 'is missing' : faultIn(issue)}`;
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** What a value of each type looks like to who writes one. */
const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text in quotes',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'a group in { }',
};

function faultIn(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'something else'}`;
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`;
    case 'too_big':
      if (issue.origin === 'string') return `has more than ${issue.maximum} letters`;
      return issue.origin === 'array' ? `has more than ${issue.maximum} parts` : `must be ${issue.maximum} or less`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'is empty' : `must be ${issue.minimum} or more`;
    case 'unrecognized_keys':
      return unknownField(issue.keys[0] ?? '');
    default:
      return 'is not as `/watch export` writes it';
  }
}

function unknownField(key: string): string {
  return /^\w{1,20}$/.test(key) ? `has no field \`${key}\`` : 'has a field too many';
}
