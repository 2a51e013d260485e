import type { DatabaseSync } from 'node:sqlite';
import type { Identity, ItemChoice } from '../../market/item/item.ts';
import { insert, query } from '../database/sql.ts';

interface ItemRow {
  readonly id: number;
  readonly key: string;
}

/** Identities by small numbers, for trades and samples. None is ever forgotten. */
export function itemsTable(db: DatabaseSync) {
  const find = query<{ id: number }>(db, 'SELECT id FROM items WHERE key = ?');
  const add = insert(db, 'INSERT INTO items (key, type) VALUES (?, ?)');
  const ofType = query<ItemRow>(db, 'SELECT id, key FROM items WHERE type = ?');
  const ofKey = query<ItemRow>(db, 'SELECT id, key FROM items WHERE type = ? AND key = ?');
  const types = query<{ type: string }>(db, 'SELECT DISTINCT type FROM items');
  const last = query<{ id: number }>(db, 'SELECT coalesce(max(id), 0) AS id FROM items');
  const known = (key: string): number | null => find.first(key)?.id ?? null;
  return {
    known,
    idOf: ({ key, type }: Pick<Identity, 'key' | 'type'>): number => known(key) ?? add(key, type),
    chosen: ({ type, key }: ItemChoice): ItemRow[] => (key === undefined ? ofType.all(type) : ofKey.all(type, key)),
    types: (): string[] => types.all().map(({ type }) => type),
    /** The highest number given. */
    last: (): number => last.first()?.id ?? 0,
  };
}
