import type { DatabaseSync } from 'node:sqlite';
import type { Identity, ItemChoice } from '../../market/item/item.ts';
import { Memo } from '../../market/item/memo.ts';
import { insert, query } from '../database/sql.ts';

const MOST_REMEMBERED = 4_096;

interface ItemRow {
  readonly id: number;
  readonly key: string;
}

/** Identities by small numbers, for trades and samples. None is ever forgotten. */
export class ItemsTable {
  readonly #sql: ReturnType<typeof prepareStatements>;
  #numbers = new Memo<number>(MOST_REMEMBERED);

  constructor(db: DatabaseSync) {
    this.#sql = prepareStatements(db);
  }

  /** null: no trade and no sample was of it. */
  known(key: string): number | null {
    return this.#sql.find.first(key)?.id ?? null;
  }

  idOf({ key, type }: Pick<Identity, 'key' | 'type'>): number {
    return this.#numbers.get(key, () => this.known(key) ?? this.#sql.add(key, type));
  }

  /** What was written may be so no longer: numbers are looked up again. */
  forgetNumbers(): void {
    this.#numbers = new Memo(MOST_REMEMBERED);
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
