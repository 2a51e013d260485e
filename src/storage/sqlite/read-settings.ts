import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../ports/log.ts';
import type { Feed } from '../../routing/feed.ts';
import { RECORD_TABLES } from '../mappers/record-tables.ts';
import { formsOf, type RecordRow } from '../mappers/settings-records.ts';
import { query } from './sql.ts';

/** The part of a store that can be read without writing. */
export interface ReadSettings {
  readonly feeds: readonly Feed[];
  /** How many feeds cannot be read. */
  readonly unread: number;
  readonly hasRefusedToken: boolean;
  readonly hasStockEvidence: boolean;
}

/** Reads an open store whose schema is up to date. */
export function readSettings(db: DatabaseSync, log: Log): ReadSettings {
  const rows = query<RecordRow>(db, 'SELECT id, record FROM feeds ORDER BY created_at, id').all();
  const feeds = formsOf(log).feeds.readAll(rows);
  const hasRows = (table: string) => query(db, `SELECT 1 FROM ${table} LIMIT 1`).first() !== undefined;
  return {
    feeds,
    unread: rows.length - feeds.length,
    hasRefusedToken: hasRows(RECORD_TABLES.refusedToken.name),
    hasStockEvidence: hasRows(RECORD_TABLES.stockEvidence.name),
  };
}
