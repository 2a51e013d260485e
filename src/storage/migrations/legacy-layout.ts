import { hash } from 'node:crypto';
import { existsSync, linkSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorFault, reasonOf } from '../../faults/operator-fault.ts';
import { isCorruption } from '../../faults/store-faults.ts';
import { BUSY_TIMEOUT_MS, removeDatabase, SIDE_SUFFIXES, type StoreLocation, sync } from '../sqlite/files.ts';

/**
 * The legacy layout has two files: the settings in Keyv's table at the path of the store, and the journal at
 * `legacyEvents`. Since 0.4.0 the file at the path holds everything, and a guard file replaces `legacyEvents`.
 */

/**
 * The file at the path of the store.
 * - `empty`: a database without tables
 * - `settings`: written by an earlier Crier
 * - `store`: everything, written by Crier 0.4 or later
 * - `corrupt`: not a database
 */
type StoreFileKind = 'absent' | 'empty' | 'settings' | 'store' | 'corrupt';

/**
 * The file at `legacyEvents`.
 * - `journal`: written by an earlier Crier
 * - `guard`: see `putGuard`
 */
type JournalFileKind = 'absent' | 'empty' | 'journal' | 'guard' | 'corrupt';

/** The two files of either layout. */
export interface StoreLayout {
  readonly store: StoreFileKind;
  readonly events: JournalFileKind;
}

/** A user_version above every version that a Crier of the legacy layout accepts. */
const GUARD_VERSION = 1_000_000;
const GUARD_TABLE = 'one_store';
const GUARD_SENTENCE =
  'Crier 0.4 and later keep everything in one file. This file makes an older Crier refuse to start on that store.';

/**
 * Inspects both files without writing.
 * @throws errors of SQLite, except those of a corrupt file
 */
export function readLayout({ path, legacyEvents }: Pick<StoreLocation, 'path' | 'legacyEvents'>): StoreLayout {
  const [store, events] = [readFile(path), readFile(legacyEvents)];
  return {
    store: typeof store === 'string' ? store : storeFileKind(store),
    events: typeof events === 'string' ? events : journalFileKind(events),
  };
}

/**
 * Reads the layout of the store for a command that cannot continue without it.
 * @throws OperatorFault if a file cannot be read
 */
export function requireLayout(location: Pick<StoreLocation, 'path' | 'legacyEvents'>): StoreLayout {
  try {
    return readLayout(location);
  } catch (error) {
    throw new OperatorFault(`The store at ${location.path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Returns whether the files are a store of an earlier Crier. */
export function isLegacy({ store, events }: StoreLayout): boolean {
  return store === 'settings' || (store !== 'store' && events === 'journal');
}

interface DatabaseContent {
  readonly version: number;
  readonly tables: ReadonlySet<string>;
}

function storeFileKind({ version, tables }: DatabaseContent): StoreFileKind {
  // A rejected start of an older Crier leaves Keyv's table in a store, so the version decides first.
  if (version > 0) return 'store';
  if (tables.has('keyv')) return 'settings';
  return tables.size === 0 ? 'empty' : 'store';
}

function journalFileKind({ version, tables }: DatabaseContent): JournalFileKind {
  if (version === GUARD_VERSION && tables.has(GUARD_TABLE)) return 'guard';
  return version === 0 && tables.size === 0 ? 'empty' : 'journal';
}

function readFile(path: string): DatabaseContent | 'absent' | 'corrupt' {
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
 * Replaces the legacy journal by a small database, atomically. Its version makes every older Crier refuse to start,
 * with the message *was written by a newer Crier*. Any file at that path is lost.
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

/** Returns the size of a database with its WAL in bytes, or 0 if it is absent. */
export function databaseBytes(path: string): number {
  return [path, `${path}-wal`].reduce((sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0), 0);
}

const STAMP_LENGTH = 16;

/** An upgrade keeps each legacy file under a second name with this suffix. */
const SECOND_NAME_SUFFIX = '.before-0.4';

/** Moves the WAL into the database and deletes the side files. */
export const FOLD_WAL = 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE';

/** Error codes of a file system without hard links. */
const NO_HARD_LINK_CODES = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Gives a legacy file a second name, which survives when the file is replaced. On a file system without hard links, the
 * file is renamed instead.
 * @returns the second name
 */
export function giveSecondName(path: string): string {
  foldSideFiles(path);
  const kept = secondName(path);
  if (!existsSync(kept)) {
    try {
      linkSync(path, kept);
    } catch (error) {
      if (!lacksHardLinks(error)) throw error;
      renameSync(path, kept);
    }
  }
  for (const end of SIDE_SUFFIXES.slice(1))
    if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${kept}${end}`);
  sync(dirname(path));
  return kept;
}

/** Moves the readable content of the side files, which a killed process left, into the database. */
function foldSideFiles(path: string): void {
  if (!SIDE_SUFFIXES.some((end) => end !== '' && existsSync(`${path}${end}`))) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    db.exec(FOLD_WAL);
  } catch (error) {
    // A damaged file is kept together with its side files.
    if (!isCorruption(error)) throw error;
  } finally {
    db?.close();
  }
}

function nthSecondName(path: string, n: number): string {
  return `${path}${SECOND_NAME_SUFFIX}${n === 1 ? '' : `-${n}`}`;
}

/** Returns the second name that a legacy file already has, or the first free one. */
function secondName(path: string): string {
  const { ino } = statSync(path);
  for (let n = 1; ; n += 1) {
    const name = nthSecondName(path, n);
    if (!existsSync(name) || statSync(name).ino === ino) return name;
  }
}

/** @returns the second name that was given last, or null if there is none */
export function lastSecondName(path: string): string | null {
  let last: string | null = null;
  for (let n = 1; existsSync(nthSecondName(path, n)); n += 1) last = nthSecondName(path, n);
  return last;
}

/** Returns a short hash of the sizes and times of the legacy files. It changes with every write to them. */
export function hashLegacyFiles({ path, legacyEvents }: Pick<StoreLocation, 'path' | 'legacyEvents'>): string {
  const seen = [path, existsSync(legacyEvents) ? legacyEvents : (lastSecondName(legacyEvents) ?? legacyEvents)].map(
    (file) => {
      const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
      return `${stats?.size} ${stats?.mtimeNs} ${databaseBytes(`${file}-wal`)}`;
    },
  );
  return hash('sha256', seen.join('\n')).slice(0, STAMP_LENGTH);
}

function lacksHardLinks(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_HARD_LINK_CODES.has(error.code);
}

/** A complete new store that has not replaced the legacy files yet. */
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

/** Returns whether an upgrade created the file of that name in the folder of a store. */
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
