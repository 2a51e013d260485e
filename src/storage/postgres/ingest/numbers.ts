import type { Item } from '../../../market/item/item.ts';
import type { Location, Owner } from '../../../market/shops/shop.ts';
import type { Numbering } from '../../mappers/changes.ts';
import { GoodsNumbers, goodsHash, typesOf, writeGoods } from '../../mappers/goods.ts';
import { type NumberedPlace, PlaceNumbers } from '../../mappers/places.ts';
import type { TradedKind, TradeNumbers } from '../../mappers/trade-row.ts';
import type { Queryable } from '../client.ts';
import { readText, readTextOrNull, storedText, storedTextOrNull } from '../text.ts';
import { ADD_GOODS, ADD_ITEMS, ADD_PLACES } from './sql.ts';

const DAY_MS = 24 * 3_600_000;
const MOST_ITEMS = 4_096;
/** Stands for a number that is not known yet. */
const UNKNOWN = 0;

interface WantedPlace {
  readonly location: Location;
  readonly owner: Owner | null;
  readonly changedAt: number;
  readonly tradedAt: number | null;
}

/**
 * Numbers of items, goods and places, which the leader alone gives. What is asked for and not known is noted; `learn` then writes it
 * down, and it is asked for again.
 */
export class Numbers {
  readonly #goods = new GoodsNumbers();
  readonly #places = new PlaceNumbers();
  #items = new Map<string, number>();
  #wanted = noneWanted();

  /** Numbers for changes, and for trades, of a moment, epoch ms. */
  at(at: number): Numbering & TradeNumbers {
    return {
      goods: (item) => this.#goods.get(item) ?? this.#want(() => this.#wanted.goods.add(item)),
      place: (location, owner) => this.#place(location, owner, at, null),
      item: (item) => this.#items.get(item.key) ?? this.#want(() => this.#wanted.items.set(item.key, item)),
    };
  }

  /** The number of a place where something was traded. */
  placeOfTrade(location: Location, owner: Owner | null, at: number): number {
    return this.#place(location, owner, at, at);
  }

  /** Writes down what was not known. False: all of it was. */
  async learn(db: Queryable): Promise<boolean> {
    const { goods, items, places } = this.#wanted;
    this.#wanted = noneWanted();
    if (goods.size + items.size + places.size === 0) return false;
    if (goods.size > 0) await this.#learnGoods([...goods], db);
    if (items.size > 0) await this.#learnItems([...items.values()], db);
    if (places.size > 0) await this.#learnPlaces([...places.values()], db);
    return true;
  }

  /** What was written may be so no longer: numbers are looked up again. */
  forget(): void {
    this.#goods.clear();
    this.#places.clear();
    this.#items.clear();
  }

  #place(location: Location, owner: Owner | null, changedAt: number, tradedAt: number | null): number {
    const known = this.#places.get(location, owner);
    if (known !== undefined && isFresh(known, changedAt, tradedAt)) return known.id;
    const key = placeKey(location, owner);
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

  #want(note: () => unknown): typeof UNKNOWN {
    note();
    return UNKNOWN;
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
    if (this.#items.size > MOST_ITEMS) this.#items = new Map();
    for (const { id, key } of rows) this.#items.set(readText(key), id);
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
      const location = { x, y, z, world: readText(world) };
      const owner = uuid === null ? null : { uuid: readText(uuid), name: readTextOrNull(name) };
      const known = this.#places.get(location, owner);
      if (known === undefined) this.#places.put({ id, location, owner, changedAt, tradedAt });
      else Object.assign(known, { changedAt, tradedAt });
    }
  }
}

interface PlaceNumberRow extends Pick<NumberedPlace, 'id' | 'changedAt' | 'tradedAt'> {
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

/** When a place was named last is written up to a day late. */
function isFresh(place: NumberedPlace, changedAt: number, tradedAt: number | null): boolean {
  if (place.changedAt < changedAt - DAY_MS) return false;
  return tradedAt === null || (place.tradedAt !== null && place.tradedAt >= tradedAt - DAY_MS);
}

function placeKey({ x, y, z, world }: Location, owner: Owner | null): string {
  return JSON.stringify([x, y, z, world, owner?.uuid, owner?.name]);
}
