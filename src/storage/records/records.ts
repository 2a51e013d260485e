import type { RecordTableDefinition } from '../mappers/record-tables.ts';

/** The records of one table, by key. A record that cannot be read counts as missing and is logged. */
export interface Records<T extends object> {
  /** @returns the record, or null if there is none or its life is over */
  get(key: string): Promise<T | null>;
  /** @param lifeMs how long it is kept; for ever unless given. @throws NotSaved */
  set(key: string, record: T, lifeMs?: number): Promise<void>;
  /** @returns whether it was there. @throws NotSaved */
  delete(key: string): Promise<boolean>;
}

/** Opens the records of a table of `RECORD_TABLES`. */
export type OpenRecords = <T extends object>(table: RecordTableDefinition<T>) => Records<T>;
