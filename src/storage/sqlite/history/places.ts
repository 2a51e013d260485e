import type { DatabaseSync } from 'node:sqlite';
import { Unreadable } from '../../../faults/store-faults.ts';
import type { TradePlace } from '../../../market/prices/trade-group.ts';
import type { Location, Owner } from '../../../market/shops/shop.ts';
import { type NumberedPlace, PlaceNumbers, type PlaceRow, placeOf } from '../../mappers/places.ts';
import { command, insert, query } from '../sql.ts';

const DAY_MS = 24 * 3_600_000;

/** A year of a busy item names some thousands. */
const MOST_REMEMBERED = 32_768;

/** Distinct places of shops and trades, with the shop's owner. */
export class PlacesTable {
  readonly #sql;
  readonly #numbers = new PlaceNumbers();
  readonly #remembered = new Map<number, TradePlace>();

  constructor(db: DatabaseSync) {
    this.#sql = {
      find: query<Pick<NumberedPlace, 'id' | 'changedAt' | 'tradedAt'>>(
        db,
        `SELECT id, changed_at AS changedAt, traded_at AS tradedAt FROM places
       WHERE x = ? AND z = ? AND y = ? AND world = ? AND owner IS ? AND owner_name IS ?`,
      ),
      add: insert(
        db,
        'INSERT INTO places (x, z, y, world, owner, owner_name, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ),
      changedAt: command(db, 'UPDATE places SET changed_at = ? WHERE id = ?'),
      tradedAt: command(db, 'UPDATE places SET traded_at = ? WHERE id = ?'),
      get: query<PlaceRow>(db, 'SELECT world, x, y, z, owner, owner_name FROM places WHERE id = ?'),
    };
  }

  /** @returns the place's id. The place is kept as long as changes of `at`. */
  idOf(location: Location, owner: Owner | null, at: number): number {
    return this.#numbered(location, owner, at).id;
  }

  /** As `idOf`; the place is kept as long as trades of `at`, too. */
  idOfTrade(location: Location, owner: Owner | null, at: number): number {
    const place = this.#numbered(location, owner, at);
    if (place.tradedAt === null || place.tradedAt < at - DAY_MS) {
      this.#sql.tradedAt(at, place.id);
      place.tradedAt = at;
    }
    return place.id;
  }

  /** Clears the ids of places, after a rollback or a deletion. The place of an id never changes. */
  forgetNumbers(): void {
    this.#numbers.clear();
  }

  #numbered(location: Location, owner: Owner | null, at: number): NumberedPlace {
    const place = this.#numbers.get(location, owner) ?? this.#lookUp(location, owner, at);
    if (place.changedAt < at - DAY_MS) {
      this.#sql.changedAt(at, place.id);
      place.changedAt = at;
    }
    return place;
  }

  #lookUp(location: Location, owner: Owner | null, at: number): NumberedPlace {
    const { x, y, z, world } = location;
    const values = [x, z, y, world, owner?.uuid ?? null, owner?.name ?? null];
    const found = this.#sql.find.first(...values) ?? {
      id: this.#sql.add(...values, at),
      changedAt: at,
      tradedAt: null,
    };
    const place = { ...found, location, owner };
    this.#numbers.put(place);
    return place;
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
