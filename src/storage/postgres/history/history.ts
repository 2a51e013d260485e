import { Unreadable } from '../../../faults/store-faults.ts';
import { type Change, type MarketEvent, streamEventsOf, type Trade } from '../../../market/change.ts';
import { currentType, namesOfType } from '../../../market/item/current-type.ts';
import type { Item, ItemChoice } from '../../../market/item/item.ts';
import type { Listing, ShopTrade } from '../../../market/my-shops/shop-trade.ts';
import {
  BUCKET_MS,
  bucketStart,
  type PriceSample,
  type TradeGroup,
  type TradePlace,
} from '../../../market/prices/trade-group.ts';
import type { Ban, History, MixedHistory, Outage, Span } from '../../../ports/journal.ts';
import { inSlices } from '../../../time/cooperate.ts';
import { type ChangeRow, readChange } from '../../mappers/change-row.ts';
import {
  KINDS_SEPARATE_SINCE,
  LAST_OLD_SNAPSHOT,
  LAST_SNAPSHOT,
  SHOPS_UNREPORTED,
} from '../../mappers/checkpoint-names.ts';
import { type PlaceRow, readGoods } from '../../mappers/goods-and-places.ts';
import type { UnreadableRows } from '../../mappers/record.ts';
import {
  currentItems,
  currentRowKey,
  readGroup,
  storedKeys,
  storedNamesOf,
  sumByKey,
} from '../../mappers/trade-row.ts';
import { PostgresCheckpoints } from '../checkpoints.ts';
import type { Queryable, Sql } from '../client.ts';
import { readStoredText, readStoredTextOrNull, storedText } from '../stored-text.ts';
import { queryListings, queryShopTrades, readStoredPlace } from './shop-trades.ts';
import * as sql from './sql.ts';

const GROUPS_PER_SLICE = 500;

/** The history in PostgreSQL. `forLong` runs queries that may take seconds. */
export class PostgresHistory implements History {
  readonly #db: Queryable;
  readonly #forLong: Queryable;
  readonly #unreadable: UnreadableRows;
  readonly #changes: ChangeReader;

  constructor(db: Queryable, forLong: Queryable, unreadable: UnreadableRows) {
    this.#db = db;
    this.#forLong = forLong;
    this.#unreadable = unreadable;
    this.#changes = new ChangeReader(forLong, unreadable);
  }

  snapshotAt(): Promise<number | null> {
    return new PostgresCheckpoints(this.#db).at(LAST_SNAPSHOT);
  }

  oldShopsUntil(): Promise<number | null> {
    return new PostgresCheckpoints(this.#db).at(LAST_OLD_SNAPSHOT);
  }

  async outages(since: number): Promise<readonly Outage[]> {
    const { rows } = await this.#db.query<Outage>(sql.READ_OUTAGES, [since, SHOPS_UNREPORTED]);
    return rows.map((row) => ({ ...row, why: readStoredText(row.why) }));
  }

  async unreportedShops(since: number): Promise<readonly Span[]> {
    return (await this.#db.query<Span>(sql.UNREPORTED_SHOPS, [since, SHOPS_UNREPORTED])).rows;
  }

  async bans(): Promise<readonly Ban[]> {
    const { rows } = await this.#db.query<Ban>('SELECT id, first_seen_at AS "firstSeenAt" FROM bans ORDER BY id');
    return rows.map((ban) => ({ ...ban, id: readStoredText(ban.id) }));
  }

  async history(choice: ItemChoice, from: number, to: number): Promise<readonly TradeGroup[]> {
    const since = await this.#unmixedFrom(choice, from);
    return since < to ? this.#read(choice, since, to) : [];
  }

  async mixedHistory({ type, key }: Parameters<History['mixedHistory']>[0], from: number, to: number) {
    const until = await this.#mixedUntil(type);
    if (until === null || until <= from) return null;
    const { rows } = await this.#db.query<{ key: string }>(sql.FORMER_KEY, [storedText(key)]);
    const formerKey = rows[0] === undefined ? key : readStoredText(rows[0].key);
    const trades = await this.#read({ type, key: formerKey }, from, Math.min(to, until));
    return { until, trades: trades.map((group) => ({ ...group, key })) } satisfies MixedHistory;
  }

  shopTrades(...of: Parameters<History['shopTrades']>): Promise<readonly ShopTrade[]> {
    return queryShopTrades(this.#forLong, this.#unreadable, ...of);
  }

  listings(...of: Parameters<History['listings']>): Promise<readonly Listing[]> {
    return queryListings(this.#forLong, ...of);
  }

  async pricesPaid(choice: ItemChoice, from: number, to: number) {
    const since = await this.#unmixedFrom(choice, from);
    if (since >= to) return [];
    const values = [...choiceValues(choice), ...periodValues(since, to)];
    return (await this.#forLong.query<Pick<TradeGroup, 'unitPrice' | 'trades'>>(sql.PRICES_PAID, values)).rows;
  }

  async earliestTrades(...of: Parameters<History['earliestTrades']>): Promise<readonly number[]> {
    return (await this.#forLong.query<{ at: number }>(sql.EARLIEST_TRADES, of)).rows.map(({ at }) => at);
  }

  async traded(from: number) {
    const { rows } = await this.#forLong.query<{ key: string; type: string }>(sql.TRADED, [bucketStart(from), from]);
    return currentItems(rows.map(({ key, type }) => ({ key: readStoredText(key), type: readStoredText(type) })));
  }

  async tradeCounts(type: string, from: number): Promise<ReadonlyMap<string, number>> {
    const values = [typeNameValues(type), bucketStart(from)];
    const { rows } = await this.#forLong.query<{ key: string; trades: number }>(sql.TRADE_COUNTS, values);
    return sumByKey(rows.map(({ key, trades }) => [readStoredText(key), trades] as const));
  }

  async types(): Promise<readonly string[]> {
    const { rows } = await this.#forLong.query<{ type: string }>('SELECT DISTINCT type FROM items');
    return [...new Set(rows.map(({ type }) => currentType(readStoredText(type))))];
  }

  async priceSamples(key: string, from: number, to: number): Promise<readonly PriceSample[]> {
    return (await this.#forLong.query<PriceSample>(sql.PRICE_SAMPLES, [storedKeys(key).map(storedText), from, to]))
      .rows;
  }

  changes(type: string, from: number): Promise<readonly Change[]> {
    return this.#changes.read(sql.CHANGES_OF_TYPE, [typeNameValues(type), from, LAST_OLD_SNAPSHOT]);
  }

  async latestChanges(from: number, limit: number): Promise<readonly Change[]> {
    return (await this.#changes.read(sql.LATEST_CHANGES, [from, limit, LAST_OLD_SNAPSHOT])).toReversed();
  }

  async latestEvents(from: number, limit: number): Promise<readonly MarketEvent[]> {
    return (await this.#changes.read(sql.LATEST_EVENTS, [from, limit])).toReversed().flatMap(streamEventsOf);
  }

  async purchases(from: number): Promise<readonly Trade[]> {
    const found = await this.#changes.read(sql.PURCHASES, [from]);
    return found.flatMap((change) => (change.kind === 'traded' ? [change.trade] : []));
  }

  /** @returns the time until which trades of the type may mix several kinds, or null if they never do */
  async #mixedUntil(type: string): Promise<number | null> {
    const { rows } = await this.#db.query<{ at: number }>(sql.MIXED_UNTIL, [
      KINDS_SEPARATE_SINCE,
      typeNameValues(type),
    ]);
    return rows[0]?.at ?? null;
  }

  /** @returns the start of unmixed history (epoch ms), or `from` for a bare type, which covers all kinds */
  async #unmixedFrom({ type, key }: ItemChoice, from: number): Promise<number> {
    return key === undefined ? from : Math.max(from, (await this.#mixedUntil(type)) ?? from);
  }

  async #read(choice: ItemChoice, from: number, to: number): Promise<readonly TradeGroup[]> {
    const values = [...choiceValues(choice), ...periodValues(from, to)];
    const { rows } = await this.#forLong.query<sql.GroupRowWithPlace>(sql.HISTORY, values);
    return inSlices(this.#readGroups(rows, choice));
  }

  *#readGroups(rows: readonly sql.GroupRowWithPlace[], choice: ItemChoice): Generator<void, TradeGroup[]> {
    const found: TradeGroup[] = [];
    for (const [index, { key, row, x, y, z, world, owner, ownerName }] of rows.entries()) {
      try {
        const place = () => readStoredPlace({ x, y, z, world, owner, owner_name: ownerName });
        found.push(readGroup(row, currentRowKey(readStoredText(key), choice), place));
      } catch (error) {
        this.#unreadable.note(`trades of ${key}`, error);
      }
      if (index % GROUPS_PER_SLICE === 0) yield;
    }
    this.#unreadable.logNoted('Trades unreadable, skipped');
    return found;
  }
}

function choiceValues(choice: ItemChoice): unknown[] {
  const { types, keys } = storedNamesOf(choice);
  return [types.map(storedText), keys?.map(storedText) ?? null];
}

/** Returns every name that the type has had. */
function typeNameValues(type: string): readonly string[] {
  const names = namesOfType(type);
  if (names.length > sql.MOST_TYPE_NAMES) throw new RangeError(`${type} has more than ${sql.MOST_TYPE_NAMES} names`);
  return names.map(storedText);
}

/**
 * Returns the values from $3 on: the whole buckets of a period, and the parts before and after them.
 * Each part is `from <= at < to`.
 */
function periodValues(from: number, to: number): number[] {
  const [first, last] = [Math.ceil(from / BUCKET_MS) * BUCKET_MS, bucketStart(to)];
  return first < last ? [first, last, from, first, last, to] : [from, from, from, to, to, to];
}

const CHANGES_PER_SLICE = 200;
const MOST_CACHED_GOODS = 16_384;

type StoredChange = { readonly [column in keyof ChangeRow]: ChangeRow[column] } & { readonly seq: number };

/** Reads changes, and caches the latest goods and places, because those of an id never change. */
class ChangeReader {
  readonly #db: Queryable;
  readonly #unreadable: UnreadableRows;
  readonly #goods = new Map<number, string>();
  readonly #items = new Map<number, Item>();
  readonly #places = new Map<number, TradePlace>();

  constructor(db: Queryable, unreadable: UnreadableRows) {
    this.#db = db;
    this.#unreadable = unreadable;
  }

  /** Reads the changes that a query selects, in its order. Unreadable ones are skipped and logged. */
  async read(sql: Sql, values: readonly unknown[]): Promise<readonly Change[]> {
    for (const known of [this.#goods, this.#items, this.#places]) if (known.size > MOST_CACHED_GOODS) known.clear();
    const { rows } = await this.#db.query<StoredChange>(sql, values);
    const read = rows.map(readColumns);
    await Promise.all([this.#loadGoods(read), this.#loadPlaces(read)]);
    return inSlices(this.#readAll(read));
  }

  *#readAll(rows: readonly StoredChange[]): Generator<void, Change[]> {
    const found: Change[] = [];
    for (const [index, row] of rows.entries()) {
      try {
        found.push(readChange(row, { goods: (id) => this.#item(id), place: (id) => this.#place(id) }));
      } catch (error) {
        this.#unreadable.note(`change ${row.seq}`, error);
      }
      if (index % CHANGES_PER_SLICE === 0) yield;
    }
    this.#unreadable.logNoted('Changes unreadable, skipped');
    return found;
  }

  async #loadGoods(rows: readonly StoredChange[]): Promise<void> {
    const unknown = unknownIds(
      rows.flatMap(({ goods, other_goods }) => [goods, other_goods]),
      this.#goods,
    );
    if (unknown.length === 0) return;
    const found = await this.#db.query<{ id: number; json: string }>(sql.READ_GOODS, [unknown]);
    for (const { id, json } of found.rows) this.#goods.set(id, json);
  }

  async #loadPlaces(rows: readonly StoredChange[]): Promise<void> {
    const unknown = unknownIds(
      rows.flatMap(({ place, other_place }) => [place, other_place]),
      this.#places,
    );
    if (unknown.length === 0) return;
    const found = await this.#db.query<PlaceRow & { id: number }>(sql.READ_PLACES, [unknown]);
    for (const { id, ...place } of found.rows) this.#places.set(id, readStoredPlace(place));
  }

  #item(id: number): Item {
    const known = this.#items.get(id);
    if (known !== undefined) return known;
    const json = this.#goods.get(id);
    if (json === undefined) throw new Unreadable('the goods of a change are missing');
    const item = readGoods(json);
    this.#items.set(id, item);
    return item;
  }

  #place(id: number): TradePlace {
    const known = this.#places.get(id);
    if (known === undefined) throw new Unreadable('the place of a change or trade is missing');
    return known;
  }
}

function unknownIds(ids: readonly (number | null)[], known: { has(id: number): boolean }): number[] {
  return [...new Set(ids)].filter((id) => id !== null && !known.has(id)) as number[];
}

/** Converts a side to a number if it is one; otherwise it is JSON. */
function readColumns({ side, other_side, canvas, ...row }: StoredChange): StoredChange {
  return {
    ...row,
    side: readSideColumn(side),
    other_side: readSideColumn(other_side),
    canvas: readStoredTextOrNull(canvas),
  };
}

function readSideColumn(column: ChangeRow['side']): ChangeRow['side'] {
  if (typeof column !== 'string') return column;
  const text = readStoredText(column);
  return /^\d+$/.test(text) ? Number(text) : text;
}
