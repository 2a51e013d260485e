import type { DatabaseSync } from 'node:sqlite';
import type { Change, Trade } from '../../market/change.ts';
import type { Listing } from '../../market/my-shops/shop-trade.ts';
import { sortInSlices } from '../../market/shops/slices.ts';
import {
  CHANGE_COLUMNS,
  CHANGE_KINDS,
  type ChangeRow,
  type IdResolver,
  isSnapshotKind,
  readChange,
  SNAPSHOT_KINDS,
  writeChange,
} from '../mappers/change-row.ts';
import { IS_LISTING } from '../mappers/listing-rows.ts';
import type { UnreadableRows } from '../mappers/record.ts';
import type { GoodsTable, PlacesTable } from './id-tables.ts';
import { arrays, command, query } from './sql.ts';

const CHANGES_PER_STEP = 500;

const CHANGES_SKIPPED = 'Changes unreadable, skipped';

/** The market's changes of the last days, for replays. */
export class ChangeLog {
  readonly #sql;
  readonly #goods: GoodsTable;
  readonly #places: PlacesTable;
  readonly #keys: ChangeKeys;
  readonly #numbered: IdResolver;
  readonly #oldShopsUntil: number;
  readonly #unreadable: UnreadableRows;

  /** @param oldShopsUntil see the port's method of that name */
  constructor(
    db: DatabaseSync,
    { goods, places }: { readonly goods: GoodsTable; readonly places: PlacesTable },
    oldShopsUntil: number | null,
    unreadable: UnreadableRows,
  ) {
    const isUnfinished = `at > ? AND at < ? AND kind BETWEEN ${SNAPSHOT_KINDS.first} AND ${SNAPSHOT_KINDS.last}`;
    this.#sql = {
      add: command(
        db,
        `INSERT INTO changes (seq, ${CHANGE_COLUMNS}) VALUES
         ((SELECT coalesce(max(seq) + 1, 0) FROM changes WHERE at = ?), ${CHANGE_COLUMNS.map(() => '?')})`,
      ),
      get: query<ChangeRow>(db, `SELECT ${CHANGE_COLUMNS} FROM changes WHERE at = ? AND seq = ?`),
      purchases: query<ChangeRow & ChangeKey>(
        db,
        `SELECT seq, ${CHANGE_COLUMNS} FROM changes
       WHERE kind = ${CHANGE_KINDS.indexOf('purchase')} AND (at, seq) > (?, ?) ORDER BY at, seq LIMIT ${CHANGES_PER_STEP}`,
      ),
      latest: query<ChangeRow & ChangeKey>(
        db,
        `SELECT seq, ${CHANGE_COLUMNS} FROM changes
       WHERE at >= ? AND (at, seq) < (?, ?) ORDER BY at DESC, seq DESC LIMIT ${CHANGES_PER_STEP}`,
      ),
      latestEvents: query<ChangeRow & ChangeKey>(
        db,
        `SELECT seq, ${CHANGE_COLUMNS} FROM changes
       WHERE at >= ? AND (at, seq) < (?, ?) AND kind < ${SNAPSHOT_KINDS.first}
       ORDER BY at DESC, seq DESC LIMIT ${CHANGES_PER_STEP}`,
      ),
      listed: query<{ at: number | null }>(
        db,
        `SELECT max(at) AS at FROM changes WHERE place = ? AND at >= ? AND ${IS_LISTING}`,
      ),
      unfinished: query<ChangeKey>(db, `SELECT at, seq FROM changes WHERE ${isUnfinished} LIMIT 1`),
      removeUnfinished: command(db, `DELETE FROM changes WHERE ${isUnfinished}`),
    };
    this.#goods = goods;
    this.#places = places;
    this.#keys = new ChangeKeys(db, goods);
    this.#numbered = { goods: (id) => goods.get(id), place: (id) => places.get(id) };
    this.#oldShopsUntil = oldShopsUntil ?? Number.NEGATIVE_INFINITY;
    this.#unreadable = unreadable;
  }

  add(change: Change): void {
    const { at } = change;
    const row = writeChange(change, {
      goods: (item) => this.#goods.idOf(item),
      place: (location, owner) => this.#places.idOf(location, owner, at),
    });
    this.#sql.add(at, ...CHANGE_COLUMNS.map((column) => row[column]));
  }

  /** Reads the changes from `from` on that involve goods of the type, oldest first. */
  *of(type: string, from: number): Generator<void, Change[]> {
    const keys = yield* this.#keys.ofType(type, from);
    yield* sortInSlices(keys, (a, b) => a.at - b.at || a.seq - b.seq);
    const found: Change[] = [];
    for (const [index, { at, seq }] of keys.entries()) {
      const before = keys[index - 1];
      const row = before?.at === at && before.seq === seq ? undefined : this.#sql.get.first(at, seq);
      const change = row && this.#read(row, seq);
      if (change !== undefined) found.push(change);
      if (index % 100 === 0) yield;
    }
    this.#unreadable.logNoted(CHANGES_SKIPPED);
    return found;
  }

  /** Reads the latest changes from `from` on, or only trades and auctions: at most `limit`, oldest first. */
  *latest(from: number, limit: number, which: 'changes' | 'events' = 'changes'): Generator<void, Change[]> {
    const statement = which === 'events' ? this.#sql.latestEvents : this.#sql.latest;
    const found: Change[] = [];
    let last: ChangeKey | undefined = { at: Number.MAX_SAFE_INTEGER, seq: 0 };
    while (last !== undefined && found.length < limit) {
      const rows: readonly (ChangeRow & ChangeKey)[] = statement.all(from, last.at, last.seq);
      for (const row of rows) {
        const change = this.#read(row, row.seq);
        if (change !== undefined) found.push(change);
      }
      last = rows.length < CHANGES_PER_STEP ? undefined : rows.at(-1);
      yield;
    }
    this.#unreadable.logNoted(CHANGES_SKIPPED);
    return found.slice(0, limit).reverse();
  }

  /** Reads purchases at shops from `from` on, oldest first. */
  *purchases(from: number): Generator<void, Trade[]> {
    const found: Trade[] = [];
    for (let last: ChangeKey | undefined = { at: from, seq: -1 }; last !== undefined; ) {
      const rows: readonly (ChangeRow & ChangeKey)[] = this.#sql.purchases.all(last.at, last.seq);
      for (const row of rows) {
        const change = this.#read(row, row.seq);
        if (change?.kind === 'traded') found.push(change.trade);
      }
      last = rows.length < CHANGES_PER_STEP ? undefined : rows.at(-1);
      yield;
    }
    this.#unreadable.logNoted(CHANGES_SKIPPED);
    return found;
  }

  /** See `History.listings`. */
  *listings(uuid: string, from: number): Generator<void, Listing[]> {
    const found: Listing[] = [];
    for (const place of this.#places.ownedBy(uuid)) {
      const at = this.#sql.listed.first(place, from)?.at ?? null;
      if (at !== null) found.push({ location: this.#places.get(place).location, at });
      yield;
    }
    return found;
  }

  /**
   * Deletes the changes of snapshots that never became the last one, because the next snapshot yields them again.
   * @param after time of the last snapshot (epoch ms), or null if there is none
   * @param before time of the next snapshot (epoch ms)
   */
  forgetUnfinished(after: number | null, before: number): void {
    const bounds = [after ?? Number.MIN_SAFE_INTEGER, before];
    // A start must not write without need.
    if (this.#sql.unfinished.first(...bounds) !== undefined) this.#sql.removeUnfinished(...bounds);
  }

  #read(row: ChangeRow, seq: number): Change | undefined {
    if (row.at <= this.#oldShopsUntil && isSnapshotKind(row.kind)) return undefined;
    try {
      return readChange(row, this.#numbered);
    } catch (error) {
      this.#unreadable.note(`change ${row.at}/${seq}`, error);
      return undefined;
    }
  }
}

/** The key of a change. `seq` separates changes of the same millisecond. */
interface ChangeKey {
  readonly at: number;
  readonly seq: number;
}

/** Finds changes by the goods that they involve. */
class ChangeKeys {
  readonly #pages: readonly ReturnType<typeof preparePage>[];
  readonly #goods: GoodsTable;

  constructor(db: DatabaseSync, goods: GoodsTable) {
    this.#pages = [preparePage(db, 'goods'), preparePage(db, 'other_goods')];
    this.#goods = goods;
  }

  /**
   * Returns the unsorted keys of changes that involve goods of the type. A change whose two goods both have it occurs
   * twice.
   */
  *ofType(type: string, from: number): Generator<void, ChangeKey[]> {
    const found: ChangeKey[] = [];
    for (const id of this.#goods.ofType(type)) {
      for (const page of this.#pages) {
        for (let last: readonly [number, number] | undefined = [from, -1]; last !== undefined; ) {
          const rows = page(id, ...last);
          for (const [at, seq] of rows) found.push({ at, seq });
          last = rows.length < CHANGES_PER_STEP ? undefined : rows.at(-1);
          yield;
        }
      }
    }
    return found;
  }
}

function preparePage(db: DatabaseSync, column: 'goods' | 'other_goods') {
  return arrays<readonly [at: number, seq: number]>(
    db,
    `SELECT at, seq FROM changes WHERE ${column} = ? AND (at, seq) > (?, ?) ORDER BY at, seq LIMIT ${CHANGES_PER_STEP}`,
  );
}
