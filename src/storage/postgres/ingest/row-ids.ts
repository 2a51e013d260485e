import type { Item } from '../../../market/item/item.ts';
import type { Location, Owner } from '../../../market/shops/shop.ts';
import { DAY_MS } from '../../../time/durations.ts';
import type { IdAssigner } from '../../mappers/change-row.ts';
import { GoodsIds, goodsHash, type PlaceId, PlaceIds, typesOf, writeGoods } from '../../mappers/goods-and-places.ts';
import type { TradedKind, TradeIdAssigner } from '../../mappers/trade-row.ts';
import type { Queryable, Sql } from '../client.ts';
import { readStoredText, readStoredTextOrNull, storedText, storedTextOrNull } from '../stored-text.ts';

const MOST_CACHED_ITEM_ROWS = 4_096;
/** Stands for an id that is not known yet. */
const UNKNOWN_ID = 0;

/** Numbers that each value of the sequence `change_seqs` reserves. */
const NUMBERS_PER_BLOCK = 10_000;

/** Returns the ids of new and of known goods. */
export const ADD_GOODS: Sql = {
  name: 'add-goods',
  text: `WITH wanted AS (SELECT decode(hash, 'hex') AS hash, json FROM unnest($1::text[], $2::text[]) AS one (hash, json)),
   added AS (INSERT INTO goods (hash, json) SELECT hash, json FROM wanted ON CONFLICT DO NOTHING RETURNING id, hash),
   typed AS (
     INSERT INTO goods_types (type, goods)
     SELECT type, id FROM unnest($3::text[], $4::text[]) AS one (hash, type) JOIN added ON added.hash = decode(one.hash, 'hex'))
   SELECT id, encode(hash, 'hex') AS hash FROM added
   UNION ALL SELECT id, encode(hash, 'hex') FROM goods JOIN wanted USING (hash)`,
};

export const ADD_ITEMS: Sql = {
  name: 'add-items',
  text: `WITH wanted AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS one (key, former_key, type)),
   added AS (INSERT INTO items (key, former_key, type) SELECT key, former_key, type FROM wanted
     ON CONFLICT DO NOTHING RETURNING id, key)
   SELECT id, key FROM added UNION ALL SELECT id, key FROM items JOIN wanted USING (key)`,
};

export const ADD_PLACES: Sql = {
  name: 'add-places',
  text: `INSERT INTO places AS place (x, z, y, world, owner, owner_name, changed_at, traded_at)
   SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
   ON CONFLICT (x, z, y, names_hash(world, owner, owner_name)) DO UPDATE SET
     changed_at = greatest(place.changed_at, excluded.changed_at), traded_at = greatest(place.traded_at, excluded.traded_at)
   RETURNING id, x, y, z, world, owner, owner_name AS name, changed_at AS "changedAt", traded_at AS "tradedAt"`,
};

interface WantedPlace {
  readonly location: Location;
  readonly owner: Owner | null;
  readonly changedAt: number;
  readonly tradedAt: number | null;
}

/**
 * Ids of items, goods and places, which only the leader assigns. An unknown one is noted, and `UNKNOWN_ID` is returned.
 * `learn` saves the noted ones; then the caller asks again.
 */
export class RowIds {
  readonly #goods = new GoodsIds();
  readonly #places = new PlaceIds();
  #items = new Map<string, number>();
  #wanted = noneWanted();

  /** Returns the ids for changes and trades at a time (epoch ms). */
  at(at: number): IdAssigner & TradeIdAssigner {
    return {
      goods: (item) => this.#goods.get(item) ?? this.#want(() => this.#wanted.goods.add(item)),
      place: (location, owner) => this.#place(location, owner, at, null),
      item: (item) => this.#items.get(item.key) ?? this.#want(() => this.#wanted.items.set(item.key, item)),
    };
  }

  /** Returns the id of a place of a trade. */
  idOfTradePlace(location: Location, owner: Owner | null, at: number): number {
    return this.#place(location, owner, at, at);
  }

  /**
   * Saves the noted items, goods and places, and caches their ids.
   * @returns false if nothing was noted
   */
  async learn(db: Queryable): Promise<boolean> {
    const { goods, items, places } = this.#wanted;
    this.#wanted = noneWanted();
    if (goods.size + items.size + places.size === 0) return false;
    if (goods.size > 0) await this.#learnGoods([...goods], db);
    if (items.size > 0) await this.#learnItems([...items.values()], db);
    if (places.size > 0) await this.#learnPlaces([...places.values()], db);
    return true;
  }

  /** Clears the cached ids, because their rows may have been pruned or rolled back. */
  forget(): void {
    this.#goods.clear();
    this.#places.clear();
    this.#items.clear();
  }

  #place(location: Location, owner: Owner | null, changedAt: number, tradedAt: number | null): number {
    const known = this.#places.get(location, owner);
    if (known !== undefined && isPlaceFresh(known, changedAt, tradedAt)) return known.id;
    const key = wantedPlaceKey(location, owner);
    const other = this.#wanted.places.get(key);
    const latest = (one: number | null, another: number | null) =>
      another === null ? one : Math.max(one ?? another, another);
    return this.#want(() =>
      this.#wanted.places.set(key, {
        location,
        owner,
        changedAt: Math.max(changedAt, other?.changedAt ?? changedAt),
        tradedAt: latest(tradedAt, other?.tradedAt ?? null),
      }),
    );
  }

  #want(note: () => unknown): typeof UNKNOWN_ID {
    note();
    return UNKNOWN_ID;
  }

  async #learnGoods(goods: readonly Item[], db: Queryable): Promise<void> {
    const byHash = new Map(goods.map((item) => [goodsHash(item).toString('hex'), item]));
    const types = [...byHash].flatMap(([hash, item]) => [...typesOf(item)].map((type) => [hash, type] as const));
    const { rows } = await db.query<{ id: number; hash: string }>(ADD_GOODS, [
      [...byHash.keys()],
      [...byHash.values()].map(writeGoods),
      types.map(([hash]) => hash),
      types.map(([, type]) => storedText(type)),
    ]);
    const ids = new Map(rows.map(({ hash, id }) => [hash, id]));
    for (const item of goods) {
      const id = ids.get(goodsHash(item).toString('hex'));
      if (id !== undefined) this.#goods.put(item, id);
    }
  }

  async #learnItems(items: readonly TradedKind[], db: Queryable): Promise<void> {
    const columns = [
      items.map(({ key }) => storedText(key)),
      items.map(({ formerKey }) => storedTextOrNull(formerKey)),
      items.map(({ type }) => storedText(type)),
    ];
    const { rows } = await db.query<{ id: number; key: string }>(ADD_ITEMS, columns);
    if (this.#items.size > MOST_CACHED_ITEM_ROWS) this.#items = new Map();
    for (const { id, key } of rows) this.#items.set(readStoredText(key), id);
  }

  async #learnPlaces(places: readonly WantedPlace[], db: Queryable): Promise<void> {
    const { rows } = await db.query<PlaceNumberRow>(ADD_PLACES, [
      places.map(({ location }) => location.x),
      places.map(({ location }) => location.z),
      places.map(({ location }) => location.y),
      places.map(({ location }) => storedText(location.world)),
      places.map(({ owner }) => storedTextOrNull(owner?.uuid ?? null)),
      places.map(({ owner }) => storedTextOrNull(owner?.name ?? null)),
      places.map(({ changedAt }) => changedAt),
      places.map(({ tradedAt }) => tradedAt),
    ]);
    for (const { id, x, y, z, world, owner: uuid, name, changedAt, tradedAt } of rows) {
      const location = { x, y, z, world: readStoredText(world) };
      const owner = uuid === null ? null : { uuid: readStoredText(uuid), name: readStoredTextOrNull(name) };
      const known = this.#places.get(location, owner);
      if (known === undefined) this.#places.put({ id, location, owner, changedAt, tradedAt });
      else Object.assign(known, { changedAt, tradedAt });
    }
  }
}

interface PlaceNumberRow extends Pick<PlaceId, 'id' | 'changedAt' | 'tradedAt'> {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly world: string;
  readonly owner: string | null;
  readonly name: string | null;
}

function noneWanted() {
  return { goods: new Set<Item>(), items: new Map<string, TradedKind>(), places: new Map<string, WantedPlace>() };
}

/** The times at which a place was last named are written up to a day late. */
function isPlaceFresh(place: PlaceId, changedAt: number, tradedAt: number | null): boolean {
  if (place.changedAt < changedAt - DAY_MS) return false;
  return tradedAt === null || (place.tradedAt !== null && place.tradedAt >= tradedAt - DAY_MS);
}

function wantedPlaceKey({ x, y, z, world }: Location, owner: Owner | null): string {
  return JSON.stringify([x, y, z, world, owner?.uuid, owner?.name]);
}

/**
 * Numbers of changes, which increase across all leaders. Each leader takes blocks of its own and leaves the rest of its
 * last one unused.
 */
export class ChangeSeqs {
  #next = 0;
  #end = 0;

  /** @returns the first of `count` consecutive numbers */
  async take(count: number, db: Queryable): Promise<number> {
    if (this.#next + count > this.#end) {
      // Consecutive blocks form one range, because no other process takes any while this one leads.
      const blocks = Math.ceil(count / NUMBERS_PER_BLOCK);
      const { rows } = await db.query<{ first: number }>(
        `SELECT min(block) AS first FROM (SELECT nextval('change_seqs') AS block FROM generate_series(1, $1)) AS blocks`,
        [blocks],
      );
      this.#next = rows[0]?.first ?? 0;
      this.#end = this.#next + blocks * NUMBERS_PER_BLOCK;
    }
    const first = this.#next;
    this.#next += count;
    return first;
  }
}
