import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';
import { canOperatorFix, OperatorFault, reasonOf, sqliteCodeOf } from '../faults/operator-fault.ts';
import { isLegacy, requireLayout } from '../storage/migrations/legacy-layout.ts';
import { giveToOwner, makeFolder, type StoreLocation, sync } from '../storage/sqlite/files.ts';
import { lockStore, refuseMoved } from '../storage/sqlite/lock.ts';
import { refuseFolder } from '../storage/sqlite/store.ts';
import { ABOUT, type Format, filesOf, writeAbout } from './backup-folder.ts';

export interface BackupParts {
  readonly location: StoreLocation;
  /** Where to; null: a new folder, named for the time, in `backups` next to the store. */
  readonly folder: string | null;
  /** The version of Crier. */
  readonly version: string;
  /** Hears how far it is, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** Pages that are copied before others get a turn: some ms. */
const PAGES = 1_000;
/** How long a reader waits for a Crier that recovers or migrates the store. */
const BUSY_MS = 10_000;

/**
 * Copies the store as it stands at one moment, while Crier runs and other backups are made. Saved lists of shops are left out,
 * as Crier asks for them again. The folder is there complete or not at all. A store of an earlier Crier is copied as it is, while no
 * Crier runs on it.
 * @returns where it lies, and its size
 * @throws OperatorFault
 */
export async function makeBackup(parts: BackupParts): Promise<{ folder: string; bytes: number }> {
  const { location, folder } = parts;
  refuseMoved(location.stem);
  const wanted = resolve(folder ?? join(dirname(location.path), 'backups', nameOf(new Date())));
  if (folder !== null && existsSync(wanted)) throw isThere(wanted);
  const { format, sources } = findSources(location);
  // The settings and the journal of a legacy store are of one moment if nobody writes to them.
  const unlock = format === 1 ? lockStore(location.lock) : () => undefined;
  const unfinished = `${wanted}.${randomUUID().slice(0, 8)}.unfinished`;
  try {
    makeFolder(unfinished);
    await copyInto(unfinished, format, sources, parts);
    const files = filesOf(format);
    if (folder === null) {
      const made = [unfinished, ...[...files, ABOUT].map((name) => join(unfinished, name)), dirname(unfinished)];
      giveToOwner(made, dirname(location.path));
    }
    const target = giveName(unfinished, wanted, folder !== null);
    sync(dirname(target));
    return { folder: target, bytes: files.reduce((sum, file) => sum + statSync(join(target, file)).size, 0) };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    const isOfSystem = error instanceof Error && ('syscall' in error || sqliteCodeOf(error) !== null);
    if (!isOfSystem) throw error;
    const cure = canOperatorFix(error) ? '' : ' Name another folder.';
    throw new OperatorFault(`No backup was made in ${wanted}: ${reasonOf(error)}.${cure}`, { cause: error });
  } finally {
    unlock();
    if (format === 1) giveToOwner([location.lock], dirname(location.path));
  }
}

interface Sources {
  readonly format: Format;
  /** Paths, in the order of the files of the format. */
  readonly sources: readonly string[];
}

/** @throws OperatorFault if there is no store, or it is not for this user */
function findSources(location: StoreLocation): Sources {
  refuseFolder(location.path);
  refuseUnreadable(location.path);
  const layout = requireLayout(location);
  if (!isLegacy(layout)) return { format: 2, sources: [location.path] };
  refuseUnreadable(location.legacyEvents);
  if (layout.events === 'guard')
    throw new OperatorFault(
      `The upgrade of the store at ${location.path} was interrupted. Start Crier, which finishes it, and back up then.`,
    );
  return { format: 1, sources: [location.path, location.legacyEvents] };
}

async function copyInto(
  folder: string,
  format: Format,
  sources: readonly string[],
  { version, onProgress }: BackupParts,
): Promise<void> {
  const at = Date.now();
  const dbs = sources.map(openStill);
  try {
    const sizes = sources.map((path) => statSync(path).size);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    let before = 0;
    for (const [index, name] of filesOf(format).entries()) {
      const size = sizes[index] ?? 0;
      const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) =>
        onProgress((before + size * (1 - remainingPages / totalPages)) / all);
      const db = dbs[index];
      if (db === undefined) throw new RangeError('a file that was not opened');
      const path = join(folder, name);
      await copyDatabase(db, path, { rate: PAGES, progress });
      checkCopy(path);
      before += size;
    }
  } finally {
    for (const db of dbs) db.close();
  }
  for (const file of filesOf(format)) sync(join(folder, file));
  const { name, text } = writeAbout(folder, { format, at, crier: version });
  writeFileSync(join(folder, name), text, { mode: 0o600, flush: true });
  sync(folder);
}

/** Opens a database for reading in a transaction, which sees no later writes of others. */
function openStill(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  db.exec('BEGIN');
  // The transaction begins with its first read.
  db.prepare('SELECT count(*) FROM sqlite_schema').get();
  return db;
}

/** @throws OperatorFault if the file is missing, or not for this user */
function refuseUnreadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    if (canOperatorFix(error))
      throw new OperatorFault(`The store at ${path} cannot be read by this user: be the one that Crier runs as.`);
    throw new OperatorFault(`There is no store to back up: ${path} is missing. Set STORE_URL as Crier has it.`);
  }
}

function isThere(path: string): OperatorFault {
  return new OperatorFault(`${path} is there already: name a folder that is not, so that no backup is written over.`);
}

/** `2026-11-23T15-04-05Z` */
function nameOf(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/**
 * Renames a backup that is whole. Another may be made under that name at this very moment: this one has a number then.
 * @param isChosen no other name will do
 */
function giveName(unfinished: string, wanted: string, isChosen: boolean): string {
  for (let n = 1; ; n += 1) {
    const target = n === 1 ? wanted : `${wanted}-${n}`;
    try {
      if (!existsSync(target)) {
        renameSync(unfinished, target);
        return target;
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    }
    if (isChosen) throw isThere(target);
  }
}

/** @throws OperatorFault where it is damaged, as the store must be then */
function checkCopy(path: string): void {
  const db = new DatabaseSync(path);
  try {
    const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    // One file is all that a backup is: no WAL next to it.
    db.exec('PRAGMA journal_mode = DELETE');
    if (verdict === 'ok') return;
    throw new OperatorFault(
      `The copy ${basename(path)} is damaged (${verdict}): so is the store, or the disk. Restart Crier, which looks after its store, and check the disk.`,
    );
  } finally {
    db.close();
  }
}
