import type { DatabaseSync } from 'node:sqlite';
import { Unreadable } from '../../faults/store-faults.ts';
import { BoundedCache } from '../../market/item/bounded-cache.ts';
import { currentType, namesOfType } from '../../market/item/current-type.ts';
import type { Item, ItemChoice } from '../../market/item/item.ts';
import type { TradePlace } from '../../market/prices/trade-group.ts';
import type { Location, Owner } from '../../market/shops/shop.ts';
import { DAY_MS } from '../../time/durations.ts';
import {
  GoodsIds,
  goodsHash,
  type PlaceId,
  PlaceIds,
  type PlaceRow,
  readGoods,
  readPlace,
  typesOf,
  writeGoods,
} from '../mappers/goods-and-places.ts';
import { currentRowKey, storedNamesOf, storedUuids, type TradedKind } from '../mappers/trade-row.ts';
import { command, insert, query } from './sql.ts';

/** Distinct items with their contents. A hundred thousand shops share few of them. */
export class GoodsTable {
  readonly #sql;
  readonly #numbers = new GoodsIds();
  readonly #remembered = new BoundedCache<Item>(4_096);

  constructor(db: DatabaseSync) {
    this.#sql = {
      find: query<{ id: number }>(db, 'SELECT id FROM goods WHERE hash = ?'),
      add: insert(db, 'INSERT INTO goods (hash, json) VALUES (?, ?)'),
      addType: command(db, 'INSERT INTO goods_types (type, goods) VALUES (?, ?)'),
      ofType: query<{ goods: number }>(db, 'SELECT goods FROM goods_types WHERE type = ?'),
      get: query<{ json: string }>(db, 'SELECT json FROM goods WHERE id = ?'),
    };
  }

  idOf(item: Item): number {
    const known = this.#numbers.get(item);
    if (known !== undefined) return known;
    const id = this.#lookUp(item);
    this.#numbers.put(item, id);
    return id;
  }

  /** Clears the cached ids after a rollback or a deletion. The goods of an id never change. */
  clearCachedIds(): void {
    this.#numbers.clear();
  }

  #lookUp(item: Item): number {
    const digest = goodsHash(item);
    const known = this.#sql.find.first(digest);
    if (known !== undefined) return known.id;
    const id = this.#sql.add(digest, writeGoods(item));
    for (const type of typesOf(item)) this.#sql.addType(type, id);
    return id;
  }

  /** @throws Unreadable */
  get(id: number): Item {
    return this.#remembered.get(`${id}`, () => this.#read(id));
  }

  /** Returns the ids of goods that have the type or contain an item of it. */
  ofType(type: string): number[] {
    return namesOfType(type).flatMap((name) => this.#sql.ofType.all(name).map(({ goods }) => goods));
  }

  #read(id: number): Item {
    const row = this.#sql.get.first(id);
    if (row === undefined) throw new Unreadable('the goods of a change are missing');
    return readGoods(row.json);
  }
}

const MOST_CACHED_ITEM_IDS = 4_096;

interface ItemRow {
  readonly id: number;
  readonly key: string;
}

/** The ids of items, for trades and samples. No item is ever deleted. */
export class ItemsTable {
  readonly #sql;
  #numbers = new BoundedCache<number>(MOST_CACHED_ITEM_IDS);

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

  /** Returns whether an earlier Crier counted a kind of the type together with others. */
  wasMixed(type: string): boolean {
    return namesOfType(type).some((name) => this.#sql.mixed.first(name) !== undefined);
  }

  /** @returns the id under which an earlier Crier counted the kind, or null if it did not count it */
  formerIdOf(key: string): number | null {
    return this.known(this.#sql.former.first(key)?.formerKey ?? key);
  }

  /** Clears the cached ids after a rollback or a deletion. */
  clearCachedIds(): void {
    this.#numbers = new BoundedCache(MOST_CACHED_ITEM_IDS);
  }

  /** Finds the rows of a choice under every name that its type has had. The returned keys are the current ones. */
  chosen(choice: ItemChoice): ItemRow[] {
    const { types, keys } = storedNamesOf(choice);
    return types.flatMap((type) => {
      const rows = keys === null ? this.#sql.ofType.all(type) : keys.flatMap((key) => this.#sql.ofKey.all(type, key));
      return rows.map(({ id, key }) => ({ id, key: currentRowKey(key, choice) }));
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

/** Limits the cached places. A year of trades of a popular item involves some thousands. */
const MOST_CACHED_TRADE_PLACES = 32_768;

/** Distinct places of shops and trades, with the shop's owner. */
export class PlacesTable {
  readonly #sql;
  readonly #numbers = new PlaceIds();
  readonly #remembered = new Map<number, TradePlace>();

  constructor(db: DatabaseSync) {
    this.#sql = {
      find: query<Pick<PlaceId, 'id' | 'changedAt' | 'tradedAt'>>(
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
      ownedBy: query<{ id: number }>(db, 'SELECT id FROM places WHERE owner IN (?, ?)'),
      ownerless: query<{ id: number }>(
        db,
        'SELECT id FROM places WHERE x = ? AND z = ? AND y = ? AND world = ? AND owner IS NULL',
      ),
      ofOwner: query<{ id: number }>(
        db,
        `SELECT id FROM places WHERE owner IN (?1, ?2)
         UNION SELECT unclear.id FROM places AS own CROSS JOIN places AS unclear USING (x, z, y, world)
         WHERE own.owner IN (?1, ?2) AND unclear.owner IS NULL`,
      ),
    };
  }

  /** @returns the place's id; the place is kept as long as changes of `at` */
  idOf(location: Location, owner: Owner | null, at: number): number {
    return this.#numbered(location, owner, at).id;
  }

  /** @returns the place's id; the place is kept as long as changes and trades of `at` */
  idOfTrade(location: Location, owner: Owner | null, at: number): number {
    const place = this.#numbered(location, owner, at);
    if (place.tradedAt === null || place.tradedAt < at - DAY_MS) {
      this.#sql.tradedAt(at, place.id);
      place.tradedAt = at;
    }
    return place.id;
  }

  /** Returns the ids of an owner's places. */
  ownedBy(uuid: string): number[] {
    return this.#sql.ownedBy.all(...storedUuids(uuid)).map(({ id }) => id);
  }

  /** Returns the ids of a position without an owner. */
  ownerless({ x, y, z, world }: Location): number[] {
    return this.#sql.ownerless.all(x, z, y, world).map(({ id }) => id);
  }

  /** Returns the ids of an owner's places, and of the same positions without an owner. */
  ofOwner(uuid: string): number[] {
    return this.#sql.ofOwner.all(...storedUuids(uuid)).map(({ id }) => id);
  }

  /** Clears the cached ids after a rollback or a deletion. The place of an id never changes. */
  clearCachedIds(): void {
    this.#numbers.clear();
  }

  #numbered(location: Location, owner: Owner | null, at: number): PlaceId {
    const place = this.#numbers.get(location, owner) ?? this.#lookUp(location, owner, at);
    if (place.changedAt < at - DAY_MS) {
      this.#sql.changedAt(at, place.id);
      place.changedAt = at;
    }
    return place;
  }

  #lookUp(location: Location, owner: Owner | null, at: number): PlaceId {
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
    if (row === undefined) throw new Unreadable('the place of a change or trade is missing');
    const place = readPlace(row);
    if (this.#remembered.size >= MOST_CACHED_TRADE_PLACES) this.#remembered.clear();
    this.#remembered.set(id, place);
    return place;
  }
}

interface IdTables {
  readonly goods: GoodsTable;
  readonly places: PlacesTable;
  readonly items: ItemsTable;
}

/** Clears the cached row ids, because a rollback or a deletion may have removed their rows. */
export function clearCachedIds({ goods, places, items }: IdTables): void {
  for (const table of [goods, places, items]) table.clearCachedIds();
}
