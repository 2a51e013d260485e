import type { DatabaseSync } from 'node:sqlite';
import type { Identity, ItemChoice } from '../../market/item/item.ts';
import { insert, query } from '../database/sql.ts';

interface ItemRow {
  readonly id: number;
  readonly key: string;
}

/** Identities by small numbers, for trades and samples. None is ever forgotten. */
export class ItemsTable {
  readonly #sql: ReturnType<typeof prepareStatements>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareStatements(db);
  }

  /** null: no trade and no sample was of it. */
  known(key: string): number | null {
    return this.#sql.find.first(key)?.id ?? null;
  }

  idOf({ key, type }: Pick<Identity, 'key' | 'type'>): number {
    return this.known(key) ?? this.#sql.add(key, type);
  }

  chosen({ type, key }: ItemChoice): ItemRow[] {
    return key === undefined ? this.#sql.ofType.all(type) : this.#sql.ofKey.all(type, key);
  }

  types(): string[] {
    return this.#sql.types.all().map(({ type }) => type);
  }

  /** The highest number given. */
  last(): number {
    return this.#sql.last.first()?.id ?? 0;
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    find: query<{ id: number }>(db, 'SELECT id FROM items WHERE key = ?'),
    add: insert(db, 'INSERT INTO items (key, type) VALUES (?, ?)'),
    ofType: query<ItemRow>(db, 'SELECT id, key FROM items WHERE type = ?'),
    ofKey: query<ItemRow>(db, 'SELECT id, key FROM items WHERE type = ? AND key = ?'),
    types: query<{ type: string }>(db, 'SELECT DISTINCT type FROM items'),
    last: query<{ id: number }>(db, 'SELECT coalesce(max(id), 0) AS id FROM items'),
  };
}
