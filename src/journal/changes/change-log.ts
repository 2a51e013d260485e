import type { DatabaseSync } from 'node:sqlite';
import type { Change } from '../../market/change.ts';
import type { Trade } from '../../market/event.ts';
import { sortInSlices } from '../../market/shops/sort-in-slices.ts';
import { arrays, command, query } from '../database/sql.ts';
import type { UnreadableRows } from '../database/unreadable-rows.ts';
import type { placesTable } from '../history/places.ts';
import { type ChangeRow, COLUMNS, KINDS, OF_SNAPSHOTS } from './change-row.ts';
import type { goodsTable } from './goods.ts';
import { type Numbered, readChange } from './read-change.ts';
import { writeChange } from './write-change.ts';

const ROWS_PER_STEP = 500;

const LEFT_OUT = 'Changes that cannot be read are left out';

interface Key {
  readonly at: number;
  readonly seq: number;
}

/** What happened to the market in the last days, to be replayed. */
export function changesTable(
  db: DatabaseSync,
  goods: ReturnType<typeof goodsTable>,
  places: ReturnType<typeof placesTable>,
  unreadable: UnreadableRows,
) {
  const add = command(
    db,
    `INSERT INTO changes (seq, ${COLUMNS}) VALUES
       ((SELECT coalesce(max(seq) + 1, 0) FROM changes WHERE at = ?), ${COLUMNS.map(() => '?')})`,
  );
  const keys = (column: 'goods' | 'other_goods') =>
    arrays<readonly [at: number, seq: number]>(
      db,
      `SELECT at, seq FROM changes WHERE ${column} = ? AND (at, seq) > (?, ?) ORDER BY at, seq LIMIT ${ROWS_PER_STEP}`,
    );
  const [ofGoods, ofOtherGoods] = [keys('goods'), keys('other_goods')];
  const get = query<ChangeRow>(db, `SELECT ${COLUMNS} FROM changes WHERE at = ? AND seq = ?`);
  const purchases = query<ChangeRow & Key>(
    db,
    `SELECT seq, ${COLUMNS} FROM changes
     WHERE kind = ${KINDS.indexOf('purchase')} AND (at, seq) > (?, ?) ORDER BY at, seq LIMIT ${ROWS_PER_STEP}`,
  );
  const isUnfinished = `at > ? AND at < ? AND kind BETWEEN ${OF_SNAPSHOTS.first} AND ${OF_SNAPSHOTS.last}`;
  const unfinished = query<Key>(db, `SELECT at, seq FROM changes WHERE ${isUnfinished} LIMIT 1`);
  const removeUnfinished = command(db, `DELETE FROM changes WHERE ${isUnfinished}`);
  const numbered: Numbered = { goods: goods.get, place: places.get };

  /** Where changes stand in which goods of the type take part, in no order; where both its goods do, it is twice there. */
  function* keysOf(type: string, from: number): Generator<void, Key[]> {
    const found: Key[] = [];
    for (const id of goods.ofType(type)) {
      for (const page of [ofGoods, ofOtherGoods]) {
        for (let last: readonly [number, number] | undefined = [from, -1]; last !== undefined; ) {
          const rows = page(id, ...last);
          for (const [at, seq] of rows) found.push({ at, seq });
          last = rows.length < ROWS_PER_STEP ? undefined : rows.at(-1);
          yield;
        }
      }
    }
    return found;
  }

  function readable(row: ChangeRow, seq: number): Change | undefined {
    try {
      return readChange(row, numbered);
    } catch (error) {
      unreadable.note(`change ${row.at}/${seq}`, error);
      return undefined;
    }
  }

  return {
    add(change: Change): void {
      const { at } = change;
      const row = writeChange(change, {
        goods: goods.idOf,
        place: (location, owner) => places.idOf(location, owner, at),
      });
      add(at, ...COLUMNS.map((column) => row[column]));
    },

    /** Changes from `from` on in which goods of the type take part, oldest first. */
    *of(type: string, from: number): Generator<void, Change[]> {
      const keys = yield* keysOf(type, from);
      yield* sortInSlices(keys, (a, b) => a.at - b.at || a.seq - b.seq);
      const found: Change[] = [];
      for (const [index, { at, seq }] of keys.entries()) {
        const before = keys[index - 1];
        const row = before?.at === at && before.seq === seq ? undefined : get.first(at, seq);
        const change = row && readable(row, seq);
        if (change !== undefined) found.push(change);
        if (index % 100 === 0) yield;
      }
      unreadable.say(LEFT_OUT);
      return found;
    },

    /** What players bought at shops from `from` on, oldest first. */
    *purchases(from: number): Generator<void, Trade[]> {
      const found: Trade[] = [];
      for (let last: Key | undefined = { at: from, seq: -1 }; last !== undefined; ) {
        const rows: readonly (ChangeRow & Key)[] = purchases.all(last.at, last.seq);
        for (const row of rows) {
          const change = readable(row, row.seq);
          if (change?.kind === 'traded') found.push(change.trade);
        }
        last = rows.length < ROWS_PER_STEP ? undefined : rows.at(-1);
        yield;
      }
      unreadable.say(LEFT_OUT);
      return found;
    },

    /**
     * Forgets the changes of snapshots that never became the one to start from: the next one brings them again. `after`, `before`:
     * when those around them were taken.
     */
    forgetUnfinished(after: number | null, before: number): void {
      const bounds = [after ?? Number.MIN_SAFE_INTEGER, before];
      // A start writes nothing without need.
      if (unfinished.first(...bounds) !== undefined) removeUnfinished(...bounds);
    },
  };
}

/** Forgets changes before `before`, a few at each step. */
export function* pruneChanges(db: DatabaseSync, before: number): Generator<void> {
  const remove = command(
    db,
    `DELETE FROM changes WHERE (at, seq) IN (SELECT at, seq FROM changes WHERE at < ? LIMIT ${ROWS_PER_STEP})`,
  );
  while (remove(before) === ROWS_PER_STEP) yield;
}
