import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';
import { canOperatorFix, OperatorFault, reasonOf, sqliteCodeOf } from '../faults/operator-fault.ts';
import { isLegacy, requireLayout } from '../storage/migrations/legacy-layout.ts';
import { giveToOwner, makeFolder, type StoreLocation, sync } from '../storage/sqlite/files.ts';
import { lockStore, refuseMoved } from '../storage/sqlite/lock.ts';
import { refuseFolder } from '../storage/sqlite/store.ts';
import { BACKUP_ABOUT_FILE, type BackupFormat, filesOf, writeAbout } from './backup-folder.ts';

export interface BackupParts {
  readonly location: StoreLocation;
  /** The folder of the backup. Null for a new folder in `backups` next to the store, named after the time. */
  readonly folder: string | null;
  /** The version of Crier. */
  readonly version: string;
  /** Receives the progress, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** Pages copied before the event loop gets a turn: some ms. */
const PAGES_PER_TURN = 1_000;
/** Limits the wait for a Crier that recovers or migrates the store. */
const LONGEST_BUSY_WAIT_MS = 10_000;

/**
 * Copies the store as it is at one moment, while Crier runs and other backups are made. Saved snapshots are left out,
 * because Crier requests them again. The folder appears complete or not at all. A store of the legacy layout is copied
 * as it is, while no Crier runs on it.
 * @returns the folder of the backup, and its size in bytes
 * @throws OperatorFault
 */
export async function makeBackup(parts: BackupParts): Promise<{ folder: string; bytes: number }> {
  const { location, folder } = parts;
  refuseMoved(location.stem);
  const wanted = resolve(folder ?? join(dirname(location.path), 'backups', backupName(new Date())));
  if (folder !== null && existsSync(wanted)) throw alreadyExistsFault(wanted);
  const { format, sources } = findSources(location);
  // Settings and journal of the legacy layout are of one moment only if nobody writes to them.
  const unlock = format === 1 ? lockStore(location.lock) : () => undefined;
  const unfinished = `${wanted}.${randomUUID().slice(0, 8)}.unfinished`;
  try {
    makeFolder(unfinished);
    await copyInto(unfinished, format, sources, parts);
    const files = filesOf(format);
    if (folder === null) {
      const made = [
        unfinished,
        ...[...files, BACKUP_ABOUT_FILE].map((name) => join(unfinished, name)),
        dirname(unfinished),
      ];
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
  readonly format: BackupFormat;
  /** Paths, in the order of the format's files. */
  readonly sources: readonly string[];
}

/** @throws OperatorFault if there is no store, or this user may not read it */
function findSources(location: StoreLocation): Sources {
  refuseFolder(location.path);
  refuseUnreadable(location.path);
  const layout = requireLayout(location);
  if (!isLegacy(layout)) return { format: 2, sources: [location.path] };
  refuseUnreadable(location.legacyEvents);
  if (layout.events === 'guard')
    throw new OperatorFault(
      `The upgrade of the store at ${location.path} was interrupted. Start Crier, which finishes the upgrade, then back up.`,
    );
  return { format: 1, sources: [location.path, location.legacyEvents] };
}

async function copyInto(
  folder: string,
  format: BackupFormat,
  sources: readonly string[],
  { version, onProgress }: BackupParts,
): Promise<void> {
  const at = Date.now();
  const dbs = sources.map(openSnapshot);
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
      await copyDatabase(db, path, { rate: PAGES_PER_TURN, progress });
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

/** Opens a database for reading in a transaction, which does not see later writes. */
function openSnapshot(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: LONGEST_BUSY_WAIT_MS });
  db.exec('BEGIN');
  // The transaction begins with its first read.
  db.prepare('SELECT count(*) FROM sqlite_schema').get();
  return db;
}

/** @throws OperatorFault if the file is missing, or this user may not read it */
function refuseUnreadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    if (canOperatorFix(error))
      throw new OperatorFault(
        `The store at ${path} cannot be read by this user: run the backup as the user that runs Crier.`,
      );
    throw new OperatorFault(`There is no store to back up: ${path} is missing. Set the STORE_URL that Crier uses.`);
  }
}

function alreadyExistsFault(path: string): OperatorFault {
  return new OperatorFault(`${path} already exists: give a new folder, so that no backup is overwritten.`);
}

/** `2026-11-23T15-04-05Z` */
function backupName(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/**
 * Renames a complete backup. If another backup takes the name at the same time, this one gets a number.
 * @param isChosen whether the operator chose the name, so that no other may be used
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
    if (isChosen) throw alreadyExistsFault(target);
  }
}

/** @throws OperatorFault if the copy is damaged, as the store must then be */
function checkCopy(path: string): void {
  const db = new DatabaseSync(path);
  try {
    const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    // A backup is a single file without a WAL.
    db.exec('PRAGMA journal_mode = DELETE');
    if (verdict === 'ok') return;
    throw new OperatorFault(
      `The copy ${basename(path)} is damaged (${verdict}): so is the store, or the disk. Restart Crier, which checks its store, and check the disk.`,
    );
  } finally {
    db.close();
  }
}
