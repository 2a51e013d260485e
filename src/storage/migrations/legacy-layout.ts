import { hash } from 'node:crypto';
import { existsSync, linkSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorFault, reasonOf } from '../../faults/operator-fault.ts';
import { isCorruption } from '../../faults/store-faults.ts';
import { BUSY_TIMEOUT_MS, removeDatabase, SIDES, type StoreLocation, sync } from '../sqlite/files.ts';

/**
 * Earlier Criers kept a store in two files: the settings in Keyv's table at the path of the store, and the journal at
 * `legacyEvents`. Since 0.4.0 the file at the path holds everything, and a guard stands at `legacyEvents`.
 */

/**
 * The file at the path of the store.
 * - `empty`: a database without tables
 * - `settings`: written by an earlier Crier
 * - `store`: everything, written by Crier 0.4 or later
 * - `corrupt`: no database
 */
type AtPath = 'absent' | 'empty' | 'settings' | 'store' | 'corrupt';

/**
 * The file at `legacyEvents`.
 * - `journal`: written by an earlier Crier
 * - `guard`: see `putGuard`
 */
type AtLegacyEvents = 'absent' | 'empty' | 'journal' | 'guard' | 'corrupt';

/** The two files of either layout. */
export interface Layout {
  readonly store: AtPath;
  readonly events: AtLegacyEvents;
}

/** A user_version above every version that a Crier of the legacy layout knows. */
const GUARD_VERSION = 1_000_000;
const GUARD_TABLE = 'one_store';
const GUARD_SENTENCE =
  'Crier 0.4 and later keep everything in one file. This file makes an older Crier refuse to start on that store.';

/** Reads which files are there, without writing. @throws errors of SQLite, except those of a corrupt file */
export function readLayout({ path, legacyEvents }: Pick<StoreLocation, 'path' | 'legacyEvents'>): Layout {
  const [store, events] = [readFile(path), readFile(legacyEvents)];
  return {
    store: typeof store === 'string' ? store : atPath(store),
    events: typeof events === 'string' ? events : atLegacyEvents(events),
  };
}

/** As `readLayout`. @throws OperatorFault if a file cannot be read */
export function requireLayout(location: Pick<StoreLocation, 'path' | 'legacyEvents'>): Layout {
  try {
    return readLayout(location);
  } catch (error) {
    throw new OperatorFault(`The store at ${location.path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Whether the files are a store of an earlier Crier. */
export function isLegacy({ store, events }: Layout): boolean {
  return store === 'settings' || (store !== 'store' && events === 'journal');
}

interface Content {
  readonly version: number;
  readonly tables: ReadonlySet<string>;
}

function atPath({ version, tables }: Content): AtPath {
  // A refused start of an older Crier leaves Keyv's table in a store.
  if (version > 0) return 'store';
  if (tables.has('keyv')) return 'settings';
  return tables.size === 0 ? 'empty' : 'store';
}

function atLegacyEvents({ version, tables }: Content): AtLegacyEvents {
  if (version === GUARD_VERSION && tables.has(GUARD_TABLE)) return 'guard';
  return version === 0 && tables.size === 0 ? 'empty' : 'journal';
}

function readFile(path: string): Content | 'absent' | 'corrupt' {
  if (!existsSync(path)) return 'absent';
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return { version, tables: new Set(tables.map(({ name }) => String(name))) };
  } catch (error) {
    if (isCorruption(error)) return 'corrupt';
    throw error;
  } finally {
    db?.close();
  }
}

/**
 * Puts a small database in the place of the legacy journal, atomically. Its version makes every older Crier refuse to start,
 * with its own sentence *was written by a newer Crier*. The place must hold nothing that is still needed.
 */
export function putGuard({ legacyEvents }: Pick<StoreLocation, 'legacyEvents'>): void {
  const made = `${legacyEvents}.new`;
  removeDatabase(made);
  const db = new DatabaseSync(made);
  try {
    db.exec(`PRAGMA page_size = 512; CREATE TABLE ${GUARD_TABLE} (sentence TEXT NOT NULL)`);
    db.prepare(`INSERT INTO ${GUARD_TABLE} VALUES (?)`).run(GUARD_SENTENCE);
    db.exec(`PRAGMA user_version = ${GUARD_VERSION}`);
  } finally {
    db.close();
  }
  renameSync(made, legacyEvents);
  sync(dirname(legacyEvents));
}

/** Bytes of a database with its WAL; 0 if it is absent. */
export function bytesOf(path: string): number {
  return [path, `${path}-wal`].reduce((sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0), 0);
}

const STAMP_LENGTH = 16;

/** The end of the second name of a file of an earlier Crier. */
const KEPT_END = '.before-0.4';

/** Leaves a database without side files. */
export const FOLD_WAL = 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE';

/** Codes of a file system without hard links. */
const NO_LINKS = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Gives an old file a second name, under which it stays when it is replaced. On a file system without hard links it is
 * renamed.
 * @returns the name
 */
export function keep(path: string): string {
  foldSides(path);
  const kept = nameToKeep(path);
  if (!existsSync(kept)) {
    try {
      linkSync(path, kept);
    } catch (error) {
      if (!lacksLinks(error)) throw error;
      renameSync(path, kept);
    }
  }
  for (const end of SIDES.slice(1)) if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${kept}${end}`);
  sync(dirname(path));
  return kept;
}

/** Folds what a killed process left in side files into the file, as far as it can be read. */
function foldSides(path: string): void {
  if (!SIDES.some((end) => end !== '' && existsSync(`${path}${end}`))) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    db.exec(FOLD_WAL);
  } catch (error) {
    // The damaged file is kept together with its side files.
    if (!isCorruption(error)) throw error;
  } finally {
    db?.close();
  }
}

function keptName(path: string, n: number): string {
  return `${path}${KEPT_END}${n === 1 ? '' : `-${n}`}`;
}

/** The second name of an old file: the one that it has already, or the first that is free. */
function nameToKeep(path: string): string {
  const { ino } = statSync(path);
  for (let n = 1; ; n += 1) {
    const name = keptName(path, n);
    if (!existsSync(name) || statSync(name).ino === ino) return name;
  }
}

/** The file that was kept last, or null if none was. */
export function lastKept(path: string): string | null {
  let last: string | null = null;
  for (let n = 1; existsSync(keptName(path, n)); n += 1) last = keptName(path, n);
  return last;
}

/** A short text made of the sizes and times of the old files. It changes with every write to them. */
export function stampOf({ path, legacyEvents }: Pick<StoreLocation, 'path' | 'legacyEvents'>): string {
  const seen = [path, existsSync(legacyEvents) ? legacyEvents : (lastKept(legacyEvents) ?? legacyEvents)].map(
    (file) => {
      const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
      return `${stats?.size} ${stats?.mtimeNs} ${bytesOf(`${file}-wal`)}`;
    },
  );
  return hash('sha256', seen.join('\n')).slice(0, STAMP_LENGTH);
}

function lacksLinks(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_LINKS.has(error.code);
}

/** A complete new store that has not replaced the old files yet. */
export interface Upgraded {
  readonly path: string;
  readonly stamp: string;
}

export function upgradingPath({ stem }: StoreLocation): string {
  return `${stem}.upgrading.sqlite`;
}

export function upgradedPath({ stem }: StoreLocation, stamp: string): string {
  return `${stem}.upgraded-${stamp}.sqlite`;
}

/** Whether a name in the folder of a store is that of a file that an upgrade makes. */
export function isUpgradeFile(name: string, stem: string): boolean {
  return name.startsWith(`${basename(stem)}.upgrading.sqlite`) || name.startsWith(`${basename(stem)}.upgraded-`);
}

export function upgradedFiles(location: StoreLocation): Upgraded[] {
  const folder = dirname(location.stem);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => {
    const stamp = /\.upgraded-([0-9a-f]+)\.sqlite$/.exec(name)?.[1] ?? '';
    const path = upgradedPath(location, stamp);
    return stamp !== '' && basename(path) === name ? [{ path, stamp }] : [];
  });
}
