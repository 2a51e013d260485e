import type { DatabaseSync } from 'node:sqlite';
import { currentType, namesOfType } from '../../../market/item/current-type.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { Memo } from '../../../market/item/memo.ts';
import { keyNow, storedNamesOf } from '../../mappers/renamed-items.ts';
import type { TradedKind } from '../../mappers/trade-row.ts';
import { insert, query } from '../sql.ts';

const MOST_REMEMBERED = 4_096;

interface ItemRow {
  readonly id: number;
  readonly key: string;
}

/** The ids of items, for trades and samples. No item is ever deleted. */
export class ItemsTable {
  readonly #sql;
  #numbers = new Memo<number>(MOST_REMEMBERED);

  constructor(db: DatabaseSync) {
    this.#sql = {
      find: query<{ id: number }>(db, 'SELECT id FROM items WHERE key = ?'),
      add: insert(db, 'INSERT INTO items (key, former_key, type) VALUES (?, ?, ?)'),
      mixed: query(db, 'SELECT 1 FROM items WHERE type = ? AND former_key IS NOT NULL LIMIT 1'),
      former: query<{ formerKey: string | null }>(db, 'SELECT former_key AS formerKey FROM items WHERE key = ?'),
      ofType: query<ItemRow>(db, 'SELECT id, key FROM items WHERE type = ?'),
      ofKey: query<ItemRow>(db, 'SELECT id, key FROM items WHERE type = ? AND key = ?'),
      types: query<{ type: string }>(db, 'SELECT DISTINCT type FROM items'),
      last: query<{ id: number }>(db, 'SELECT coalesce(max(id), 0) AS id FROM items'),
    };
  }

  /** @returns the id, or null if the item has neither trades nor samples */
  known(key: string): number | null {
    return this.#sql.find.first(key)?.id ?? null;
  }

  idOf({ key, formerKey, type }: TradedKind): number {
    return this.#numbers.get(key, () => this.known(key) ?? this.#sql.add(key, formerKey, type));
  }

  /** Whether a kind of the type is known that an earlier Crier counted together with others. */
  wasMixed(type: string): boolean {
    return namesOfType(type).some((name) => this.#sql.mixed.first(name) !== undefined);
  }

  /** @returns the id under which an earlier Crier counted the kind, or null if it counted none */
  formerIdOf(key: string): number | null {
    return this.known(this.#sql.former.first(key)?.formerKey ?? key);
  }

  /** Clears the ids in memory, after a rollback or a deletion. */
  forgetNumbers(): void {
    this.#numbers = new Memo(MOST_REMEMBERED);
  }

  /** Finds the rows of a choice under every name that its type has had. The keys are today's. */
  chosen(choice: ItemChoice): ItemRow[] {
    const { types, keys } = storedNamesOf(choice);
    return types.flatMap((type) => {
      const rows = keys === null ? this.#sql.ofType.all(type) : keys.flatMap((key) => this.#sql.ofKey.all(type, key));
      return rows.map(({ id, key }) => ({ id, key: keyNow(key, choice) }));
    });
  }

  types(): string[] {
    return [...new Set(this.#sql.types.all().map(({ type }) => currentType(type)))];
  }

  /** @returns the highest id */
  last(): number {
    return this.#sql.last.first()?.id ?? 0;
  }
}
