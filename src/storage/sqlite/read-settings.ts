import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Feed } from '../../routing/feed.ts';
import { feedSchema } from '../mappers/settings-schemas.ts';
import { formOf } from './record-store.ts';

/** What can be read of a settings file without writing. `unread`: how many feeds cannot be. */
export interface ReadSettings {
  readonly feeds: readonly Feed[];
  readonly unread: number;
  readonly hasRefusedToken: boolean;
  readonly hasStockEvidence: boolean;
}

const envelope = z.object({ value: formOf(feedSchema) });

/** Reads an open settings file; null: it holds nothing yet, or is of an older Crier. */
export function readSettings(db: DatabaseSync): ReadSettings | null {
  const columns = db.prepare(`SELECT name FROM pragma_table_info('keyv')`).all();
  if (!columns.some(({ name }) => name === 'namespace')) return null;
  const valuesOf = db.prepare('SELECT value FROM keyv WHERE namespace = ?');
  const read = valuesOf.all('feeds').map(({ value }) => envelope.safeParse(jsonOf(String(value))));
  const feeds = read.flatMap(({ data }) => (data === undefined ? [] : [data.value.record]));
  return {
    feeds,
    unread: read.length - feeds.length,
    hasRefusedToken: valuesOf.get('refused-token') !== undefined,
    hasStockEvidence: valuesOf.get('stock') !== undefined,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // counted as one that cannot be read
  }
}
