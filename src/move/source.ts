import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { OperatorFault, reasonOf } from '../faults/operator-fault.ts';
import type { Log } from '../ports/log.ts';
import { isLegacy, requireLayout } from '../storage/migrations/legacy-layout.ts';
import { STORE_VERSION } from '../storage/migrations/sqlite.ts';
import { locateStore, type StoreLocation } from '../storage/sqlite/files.ts';
import { lockStore } from '../storage/sqlite/lock.ts';
import { NOT_STAGED } from '../storage/sqlite/outbox/notices.ts';
import { SnapshotFolder } from '../storage/sqlite/snapshot-folder.ts';
import { refuseFolder } from '../storage/sqlite/store.ts';
import { addRow, type Copied, withName } from './copy-progress.ts';
import { type Column, columnOf, type RowValues, type Table, type Value } from './tables.ts';

const START_ONCE_HINT = 'start this version of Crier on it once, stop it, and move it then';

/** Rows of a table in the form for PostgreSQL, and the table's progress including them. */
export interface Batch {
  readonly rows: readonly (readonly Value[])[];
  readonly copied: Copied;
}

/** Conditions of rows that belong to the store, by the table's name. Other rows are not moved. */
const CONDITIONS: Readonly<Record<string, string>> = { notices: NOT_STAGED };

const MOST_ROWS_PER_BATCH = 2_000;
const MOST_CHARACTERS_PER_BATCH = 500_000;

/** The SQLite file of an unused store, opened read-only. */
export class MoveSource {
  readonly path: string;
  /** The common beginning of the paths of the store's other files. */
  readonly stem: string;
  /** Sizes and modification times of the files, which change with every write. */
  readonly stamp: string;
  readonly snapshots: SnapshotFolder;
  readonly #db: DatabaseSync;
  readonly #unlock: () => void;

  /** @throws OperatorFault if the store is missing, in use, or unreadable for this version of Crier */
  static open(url: string, log: Log): MoveSource {
    const located = locateStore(url);
    if (!located.ok) throw new OperatorFault(located.why);
    const { location } = located;
    refuseFolder(location.path);
    if (isLegacy(requireLayout(location))) throw new OperatorFault(writtenByOlder(location.path));
    if (!statSync(location.path, { throwIfNoEntry: false })?.isFile())
      throw new OperatorFault(`There is no store to move: ${location.path} is missing. Correct the path.`);
    const unlock = lockStore(location.lock);
    try {
      return new MoveSource(location, log, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  private constructor(location: StoreLocation, log: Log, unlock: () => void) {
    this.path = resolve(location.path);
    this.stem = resolve(location.stem);
    this.stamp = describeFiles(location);
    this.snapshots = new SnapshotFolder({ stem: location.stem, log });
    this.#unlock = unlock;
    this.#db = openSource(location.path);
  }

  count({ name }: Table): number {
    return Number(
      this.#db.prepare(`SELECT count(*) AS rows FROM ${name} WHERE ${CONDITIONS[name] ?? true}`).get()?.rows,
    );
  }

  /** Reads a table in the order of its key, after the last row that was sent. The last batch may be empty. */
  *batches(table: Table, from: Copied): Generator<Batch, void> {
    const { name, key } = table;
    const reader = new RowReader(table);
    const isAfter = from.key === null ? 'true' : `(${key}) > (${key.map(() => '?')})`;
    const isMoved = CONDITIONS[name] ?? 'true';
    const statement = this.#db.prepare(
      `SELECT ${reader.names} FROM ${name} WHERE ${isAfter} AND ${isMoved} ORDER BY ${key}`,
    );
    statement.setReturnArrays(true);
    // A damaged row may hold an unsafe integer.
    statement.setReadBigInts(true);
    let rows: (readonly Value[])[] = [];
    let characters = 0;
    let { sums, unfit, unreadable } = from;
    let lastKey = from.key;
    for (const read of statement.iterate(...(from.key ?? [])) as Iterable<unknown>) {
      const values = read as readonly SQLOutputValue[];
      const keyRead = reader.keyOf(values);
      const row = reader.read(values, sums.rows);
      if (row === null) {
        unfit = withName(unfit, keyRead.join('/'));
        continue;
      }
      if (!row.isReadable) unreadable = withName(unreadable, keyRead.join('/'));
      lastKey = keyRead.map((part) => (typeof part === 'bigint' ? Number(part) : part)) as Copied['key'];
      sums = addRow(sums, row.values);
      rows.push(row.values);
      for (const value of row.values) if (typeof value === 'string') characters += value.length;
      if (rows.length < MOST_ROWS_PER_BATCH && characters < MOST_CHARACTERS_PER_BATCH) continue;
      yield { rows, copied: { key: lastKey, sums, unfit, unreadable, isWhole: false } };
      rows = [];
      characters = 0;
    }
    yield { rows, copied: { key: lastKey, sums, unfit, unreadable, isWhole: true } };
  }

  close(): void {
    this.#db.close();
    this.#unlock();
  }
}

/** Converts rows of a table to the form for PostgreSQL. */
class RowReader {
  /** The names of the columns to select. */
  readonly names: string;
  readonly #table: Table;
  /** The table's columns, followed by the columns of the key that only SQLite has, which are integers. */
  readonly #columns: readonly Column[];
  readonly #keyAt: readonly number[];

  constructor(table: Table) {
    const { columns, key } = table;
    const further = key.filter((name) => columns.every((column) => column.name !== name));
    this.#table = table;
    this.#columns = [...columns, ...further.map((name) => columnOf(name, 'bigint'))];
    this.#keyAt = key.map((name) => this.#columns.findIndex((column) => column.name === name));
    this.names = this.#columns.map(({ name }) => name).join(', ');
  }

  keyOf(read: readonly SQLOutputValue[]): readonly SQLOutputValue[] {
    return this.#keyAt.map((index) => read[index] ?? null);
  }

  /** @returns the row, or null if PostgreSQL's table cannot hold it */
  read(
    read: readonly SQLOutputValue[],
    rowsBefore: number,
  ): { readonly values: readonly Value[]; readonly isReadable: boolean } | null {
    const { columns, derived } = this.#table;
    const values: Value[] = [];
    for (const [index, { kind, isNullable }] of this.#columns.entries()) {
      const value = read[index] ?? null;
      const sent = value === null ? null : kind.read(value);
      if (sent === undefined || (sent === null && !isNullable)) return null;
      values.push(sent);
    }
    values.length = columns.length;
    if (derived === null) return { values, isReadable: true };
    const row: RowValues = Object.fromEntries(columns.map(({ name }, index) => [name, values[index] ?? null]));
    const more = derived.derive(row, rowsBefore);
    return { values: [...values, ...(more ?? derived.unreadable)], isReadable: more !== null };
  }
}

function openSource(path: string): DatabaseSync {
  let db: DatabaseSync;
  try {
    db = new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw new OperatorFault(`The store at ${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
  try {
    requireSound(db, path);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @throws OperatorFault if a page is damaged, or another version of Crier wrote the tables */
function requireSound(db: DatabaseSync, path: string): void {
  const damaged = (why: string) =>
    new OperatorFault(`The store at ${path} is damaged (${why}): put a backup in its place, or ${START_ONCE_HINT}.`);
  let verdict: unknown;
  try {
    verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  } catch (error) {
    throw damaged(reasonOf(error));
  }
  if (verdict !== 'ok') throw damaged(String(verdict));
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version > STORE_VERSION) {
    throw new OperatorFault(
      `The store at ${path} was written by a newer Crier (version ${version}, this one knows ${STORE_VERSION}): move it with that version.`,
    );
  }
  if (version < STORE_VERSION) {
    throw new OperatorFault(writtenByOlder(path));
  }
}

function writtenByOlder(path: string): string {
  return `The store at ${path} was written by an older Crier: ${START_ONCE_HINT}.`;
}

function describeFiles({ path, stem }: StoreLocation): string {
  const ours = [path, `${path}-wal`].map((file) => basename(file));
  const folder = dirname(resolve(stem));
  const names = readdirSync(folder).filter(
    (name) => ours.includes(name) || name.startsWith(`${basename(stem)}.shops-`),
  );
  const seen = names.sort().map((name) => {
    const { size, mtimeMs } = statSync(`${folder}/${name}`);
    return { name, size, mtimeMs };
  });
  // A reader leaves an empty WAL behind, which does not count.
  return JSON.stringify(seen.filter(({ name, size }) => size > 0 || !name.endsWith('-wal')));
}
