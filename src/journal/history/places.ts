import type { DatabaseSync } from 'node:sqlite';
import type { TradePlace } from '../../market/prices/trade-group.ts';
import type { Location, Owner } from '../../market/shops/shop.ts';
import { Unreadable } from '../../stored/unreadable.ts';
import { idWindows } from '../database/id-windows.ts';
import { command, insert, query } from '../database/sql.ts';

const DAY_MS = 24 * 3_600_000;

/** A year of a busy item names some thousands. */
const MOST_REMEMBERED = 32_768;

interface PlaceRow {
  readonly world: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly owner: string | null;
  readonly owner_name: string | null;
}

/** Where shops stood and trades were made, and whose shop it was: each once. */
export class PlacesTable {
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #remembered = new Map<number, TradePlace>();

  constructor(db: DatabaseSync) {
    this.#sql = prepareStatements(db);
  }

  /** The place's number. It stays known as long as changes of `at` are kept. */
  idOf({ x, y, z, world }: Location, owner: Owner | null, at: number): number {
    const values = [x, z, y, world, owner?.uuid ?? null, owner?.name ?? null];
    const known = this.#sql.find.first(...values);
    if (known === undefined) return this.#sql.add(...values, at);
    if (known.changed_at < at - DAY_MS) this.#sql.changedAt(at, known.id);
    return known.id;
  }

  /** Keeps the place known as long as trades of `at` are kept. */
  keepForTrades(id: number, at: number): void {
    this.#sql.tradedAt(at, id, at, DAY_MS);
  }

  /** @throws Unreadable */
  get(id: number): TradePlace {
    return this.#remembered.get(id) ?? this.#read(id);
  }

  #read(id: number): TradePlace {
    const row = this.#sql.get.first(id);
    if (row === undefined) throw new Unreadable('at a place that is not there');
    const place = placeOf(row);
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(id, place);
    return place;
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    find: query<{ id: number; changed_at: number }>(
      db,
      `SELECT id, changed_at FROM places
       WHERE x = ? AND z = ? AND y = ? AND world = ? AND owner IS ? AND owner_name IS ?`,
    ),
    add: insert(db, 'INSERT INTO places (x, z, y, world, owner, owner_name, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)'),
    changedAt: command(db, 'UPDATE places SET changed_at = ? WHERE id = ?'),
    tradedAt: command(db, 'UPDATE places SET traded_at = ? WHERE id = ? AND (traded_at IS NULL OR traded_at < ? - ?)'),
    get: query<PlaceRow>(db, 'SELECT world, x, y, z, owner, owner_name FROM places WHERE id = ?'),
  };
}

/** Forgets places that no change after `changesFrom` and no trade after `tradesFrom` names, a few at each step. */
export function* prunePlaces(db: DatabaseSync, changesFrom: number, tradesFrom: number): Generator<void> {
  const remove = command(
    db,
    `DELETE FROM places WHERE id > ? AND id <= ?
       AND changed_at + ${DAY_MS} < ? AND (traded_at IS NULL OR traded_at + ${DAY_MS} < ?)`,
  );
  for (const [after, to] of idWindows(db, 'places')) {
    remove(after, to, changesFrom, tradesFrom);
    yield;
  }
}

function placeOf({ owner, owner_name, ...location }: PlaceRow): TradePlace {
  const isKnown = owner !== null && owner_name !== null;
  return { location, owner: isKnown ? { name: owner_name, uuid: owner } : null };
}
