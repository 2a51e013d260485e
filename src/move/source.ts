import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorFault, reasonOf } from '../faults/operator-fault.ts';
import type { Log } from '../ports/log.ts';
import { STORE_VERSION } from '../storage/migrations/sqlite.ts';
import { locateStore, type StoreLocation } from '../storage/sqlite/location.ts';
import { lockStore } from '../storage/sqlite/lock.ts';
import { SnapshotFolder } from '../storage/sqlite/snapshot-folder.ts';
import { addReaders } from './readers.ts';
import { type Row, SourceTable } from './source-table.ts';
import { KEPT, TABLES, type Table } from './tables.ts';

const START_ONCE = 'start Crier on it once, stop it, and move it then';

/** The files of a store that is not in use, opened to be read alone. */
export class Source {
  /** Where its settings lie. */
  readonly path: string;
  /** What the paths of its files begin with. */
  readonly stem: string;
  /** What its files look like from outside: another one, and something was written since. */
  readonly stamp: string;
  readonly snapshots: SnapshotFolder;
  readonly #files: Readonly<Record<Table['file'], DatabaseSync>>;
  readonly #unlock: () => void;

  /** @throws OperatorFault where there is no store, it is in use, or this Crier cannot read it as it is */
  static open(url: string, log: Log): Source {
    const located = locateStore(url);
    if (!located.ok) throw new OperatorFault(located.why);
    const { location } = located;
    for (const path of [location.path, location.legacyEvents]) {
      if (!statSync(path, { throwIfNoEntry: false })?.isFile())
        throw new OperatorFault(`There is no store to be moved: ${path} is missing. Correct the path.`);
    }
    const unlock = lockStore(location.lock);
    try {
      return new Source(location, log, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  private constructor(location: StoreLocation, log: Log, unlock: () => void) {
    this.path = resolve(location.path);
    this.stem = resolve(location.stem);
    this.stamp = stampOf(location);
    this.snapshots = new SnapshotFolder({ stem: location.stem, log });
    this.#unlock = unlock;
    const settings = openFile(location.path);
    this.#files = { settings, events: openFile(location.legacyEvents) };
    this.#check();
  }

  table(table: Table): SourceTable {
    return new SourceTable(this.#files[table.file], table);
  }

  /** Kinds of records that this Crier does not know, and how many there are of each. */
  unknownKinds(): readonly { readonly name: string; readonly count: number }[] {
    const known = [...TABLES.map(({ name }) => name), ...KEPT, 'unfinished'].map((name) => `'${name}'`);
    const rows = this.#files.settings
      .prepare(
        `SELECT namespace AS name, count(*) AS count FROM keyv WHERE namespace NOT IN (${known}) GROUP BY namespace`,
      )
      .all();
    return rows.map(({ name, count }) => ({ name: String(name), count: Number(count) }));
  }

  close(): void {
    for (const file of Object.values(this.#files)) file.close();
    this.#unlock();
  }

  #check(): void {
    const { settings, events } = this.#files;
    for (const file of [settings, events]) checkPages(file);
    const version = Number(events.prepare('PRAGMA user_version').get()?.user_version);
    if (version > STORE_VERSION) {
      throw new OperatorFault(
        `The journal ${events.location()} was written by a newer Crier (version ${version}, this one knows ${STORE_VERSION}): move it with that one.`,
      );
    }
    const columns = settings.prepare(`SELECT name FROM pragma_table_info('keyv')`).all();
    const isOld = !['namespace', 'expires'].every((name) => columns.some((column) => column.name === name));
    if (version < STORE_VERSION || isOld)
      throw new OperatorFault(`The store ${this.path} was written by an older Crier: ${START_ONCE}.`);
    if (settings.prepare(`SELECT 1 FROM keyv WHERE namespace = 'unfinished' LIMIT 1`).get() !== undefined) {
      throw new OperatorFault(`The store ${this.path} holds a change that was cut short: ${START_ONCE}.`);
    }
  }
}

function openFile(path: string): DatabaseSync {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    addReaders(db);
    return db;
  } catch (error) {
    throw new OperatorFault(`The store at ${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

function checkPages(file: DatabaseSync): void {
  const damaged = (why: string) =>
    new OperatorFault(`The file ${file.location()} is damaged (${why}): put a backup in its place, or ${START_ONCE}.`);
  let verdict: unknown;
  try {
    verdict = file.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  } catch (error) {
    throw damaged(reasonOf(error));
  }
  if (verdict !== 'ok') throw damaged(String(verdict));
}

function stampOf({ path: settings, legacyEvents: events, stem }: StoreLocation): string {
  const folder = dirname(resolve(stem));
  const ours = [settings, events, `${settings}-wal`, `${events}-wal`].map((path) => basename(path));
  const names = readdirSync(folder).filter(
    (name) => ours.includes(name) || name.startsWith(`${basename(stem)}.shops-`),
  );
  const seen = names.sort().map((name) => {
    const { size, mtimeMs } = statSync(`${folder}/${name}`);
    return { name, size, mtimeMs };
  });
  // Reading leaves an empty one behind.
  return JSON.stringify(seen.filter(({ name, size }) => size > 0 || !name.endsWith('-wal')));
}

export type { Row };
