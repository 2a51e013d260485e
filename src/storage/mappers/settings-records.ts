import { z } from 'zod';
import { NotSaved, Unreadable } from '../../faults/store-faults.ts';
import { silentLog } from '../../log/silent-log.ts';
import type { Log } from '../../ports/log.ts';
import type { Feed } from '../../routing/feed.ts';
import type { Person } from '../../routing/quiet.ts';
import type { Watch } from '../../routing/watch.ts';
import { enveloped, isEnveloped, parseJson, readRecord } from './record.ts';
import { feedSchema, personSchema, watchSchema } from './settings-schemas.ts';

const MOST_NAMED = 10;

export interface RecordRow {
  readonly id: string;
  readonly record: string;
}

/** Records of one kind as JSON, each checked on its way in and out. */
export class SettingsForm<T extends { readonly id: string }> {
  readonly #schema: z.ZodType<T>;
  readonly #name: string;
  readonly #log: Log;
  readonly #unread = new Set<string>();

  /** @param name names the kind in the log */
  constructor(name: string, schema: z.ZodType<T>, log: Log) {
    this.#schema = schema;
    this.#name = name;
    this.#log = log;
  }

  /** @throws NotSaved if the record is invalid */
  write(record: T): string {
    const checked = z.safeEncode(this.#schema, record);
    if (checked.success) return JSON.stringify(enveloped(checked.data));
    const fields = checked.error.issues.map((issue) => issue.path.join('.'));
    throw new NotSaved(new Error(`not valid: ${fields.join(', ')}`, { cause: checked.error }));
  }

  /** The number of records that cannot be read, among those read so far. */
  get unreadCount(): number {
    return this.#unread.size;
  }

  /** @returns every good record. One that cannot be read stays in the table and is logged once. */
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
    const said = { namespace: this.#name, count: bad.length, ids: bad.slice(0, MOST_NAMED) };
    if (bad.length > 0) this.#log.error(said, 'Unreadable settings quarantined');
    return good;
  }
}

function readOrNull<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    const value = parseJson(text);
    return isEnveloped(value) ? readRecord({ schema }, value) : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** How the records of each kind are written and read. */
export interface Forms {
  readonly feeds: SettingsForm<Feed>;
  readonly watches: SettingsForm<Watch>;
  readonly people: SettingsForm<Person>;
}

/** @param log receives the ids of records that cannot be read; absent: the caller reports them itself */
export function formsOf(log: Log = silentLog): Forms {
  return {
    feeds: new SettingsForm('feeds', feedSchema, log),
    watches: new SettingsForm('watches', watchSchema, log),
    people: new SettingsForm('people', personSchema, log),
  };
}
