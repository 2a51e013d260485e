import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RESTORED } from '../routing/notice.ts';
import { checkpointName } from '../storage/mappers/checkpoint-names.ts';
import { BACKUP_RESTORED_REASON } from '../storage/mappers/outbox-rows.ts';
import { type Converted, convertLegacy } from '../storage/migrations/convert-legacy.ts';
import { isUpgradeFile, putGuard, readLayout } from '../storage/migrations/legacy-layout.ts';
import { isNewer, migrateFile } from '../storage/migrations/sqlite.ts';
import { giveToOwner, makeFolderOf, SIDE_SUFFIXES, type StoreLocation, sync } from '../storage/sqlite/files.ts';
import { beginRestore, lockStore, partPath, refuseMoved, removeParts } from '../storage/sqlite/lock.ts';
import { RESTORED_AT, RESTORED_FROM } from '../subscriptions/watch-ends.ts';
import {
  type BackupAbout,
  JOURNAL_FILE,
  newerBackupFault,
  readAbout,
  SETTINGS_FILE,
  STORE_FILE,
} from './backup-folder.ts';

export interface RestoreParts {
  readonly location: StoreLocation;
  /** The folder of the backup. */
  readonly folder: string;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Replaces an unused store by a backup of any version, and migrates it. The old files are moved into a folder, never
 * deleted. A restore that is interrupted while it copies has changed nothing; after that, it leaves a mark with which
 * Crier does not start. Running it again completes it.
 * @returns `at`, the time of the backup (epoch ms); the folder of the old files, or null if there were none; and
 * sentences for the operator about settings that differ from the backup
 * @throws OperatorFault
 */
export function restoreBackup({ location, folder, now }: RestoreParts): {
  at: number;
  oldFilesFolder: string | null;
  notices: readonly string[];
} {
  const about = readAbout(folder);
  refuseMoved(location.stem);
  makeFolderOf(location.path);
  const unlock = lockStore(location.lock);
  try {
    // SQLite would take side files of an interrupted copy for those of the new copy.
    removeParts([location.path, location.legacyEvents]);
    const part = partPath(location.path);
    let notices: readonly string[];
    try {
      const converted = makeStore(part, folder, about, now);
      notices = converted === null ? [] : noticesOf(converted, folder);
      settleFile(part, about.at, now);
      sync(part);
      giveToOwner([location.lock, part], dirname(location.path));
    } catch (error) {
      // Until here the old store is unchanged.
      removeParts([location.path, location.legacyEvents]);
      throw error;
    }
    const { oldFolder, finish } = beginRestore(location.stem, oldFilesName(location.stem, now));
    const oldFilesFolder = moveOldFiles(location, join(dirname(location.stem), oldFolder));
    renameSync(part, location.path);
    sync(dirname(location.path));
    if (readLayout(location).events === 'absent') putGuard(location);
    giveToOwner([location.legacyEvents], dirname(location.path));
    finish();
    return { at: about.at, oldFilesFolder, notices };
  } finally {
    unlock();
  }
}

/** The database of a backup that becomes the store, and the legacy settings to copy into it, or null. */
interface BackupContent {
  readonly main: string;
  readonly settings: string | null;
}

function contentOf(folder: string, { format }: BackupAbout): BackupContent {
  if (format === 2) return { main: join(folder, STORE_FILE), settings: null };
  const [settings, journal] = [join(folder, SETTINGS_FILE), join(folder, JOURNAL_FILE)];
  // An older Crier's backup of an upgraded store has the store as the settings, and the guard as the journal.
  const { store } = readLayout({ path: settings, legacyEvents: journal });
  return store === 'store' ? { main: settings, settings: null } : { main: journal, settings };
}

/**
 * Builds a store from a backup, with the tables of this version.
 * @returns the outcome of the conversion of a backup of two files, or null for a backup of one file
 * @throws OperatorFault if a newer Crier made the backup
 */
function makeStore(path: string, folder: string, about: BackupAbout, now: number): Converted | null {
  const { main, settings } = contentOf(folder, about);
  const db = new DatabaseSync(main, { readOnly: true });
  try {
    if (isNewer(db)) throw newerBackupFault(folder, about.crier);
  } finally {
    db.close();
  }
  copyFileSync(main, path);
  if (settings !== null) return convertLegacy({ path, settings, isQuarantined: false, now });
  migrateRestored(path);
  return null;
}

function noticesOf(converted: Converted, folder: string): readonly string[] {
  const { reverted, notReverted, unknown, expected } = converted;
  const notices: string[] = [];
  if (expected !== null)
    notices.push(
      `Settings were lost before the backup was made: it has ${formatTally(converted)} instead of ${formatTally(expected)}. An older backup may have them.`,
    );
  if (reverted.length > 0)
    notices.push(`Interrupted changes of watches reverted, of the users ${reverted.join(', ')}.`);
  if (notReverted.length > 0)
    notices.push(
      `Interrupted changes of watches unreadable, of the users ${notReverted.join(', ')}. They stay in ${folder}.`,
    );
  const kinds = Object.entries(unknown).map(([kind, count]) => `${kind} (${count})`);
  if (kinds.length > 0)
    notices.push(`Records of kinds that this Crier does not know stay in ${folder}: ${kinds.join(', ')}.`);
  return notices;
}

function formatTally({ feeds, watches, people }: Pick<Converted, 'feeds' | 'watches' | 'people'>): string {
  return `${feeds} feeds, ${watches} watches and the quiet hours of ${people} people`;
}

function migrateRestored(path: string): void {
  const db = new DatabaseSync(path);
  try {
    migrateFile(db);
  } finally {
    db.close();
  }
}

function settleFile(path: string, from: number, at: number): void {
  const db = new DatabaseSync(path);
  try {
    settleRestored(db, from, at);
  } finally {
    db.close();
  }
}

/** Returns a free name of a folder for the old files. */
function oldFilesName(stem: string, now: number): string {
  const name = `${basename(stem)}.before-restore-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(join(dirname(stem), free))) return free;
  }
}

/**
 * Moves the files of the old store, with their side files and saved snapshots, into the folder. A file whose name
 * exists there belongs to an interrupted restore and stays.
 */
function moveOldFiles(location: StoreLocation, oldFolder: string): string | null {
  const { path, legacyEvents, stem } = location;
  const folder = dirname(path);
  const isGuarded = readLayout(location).events === 'guard';
  const databases = isGuarded ? [path] : [path, legacyEvents];
  const own = new Set(databases.flatMap((each) => SIDE_SUFFIXES.map((end) => `${basename(each)}${end}`)));
  const isOld = (name: string) =>
    (own.has(name) || isUpgradeFile(name, stem) || name.startsWith(`${basename(stem)}.shops-`)) &&
    !existsSync(join(oldFolder, name));
  const old = readdirSync(folder).filter(isOld);
  if (old.length === 0) return existsSync(oldFolder) ? oldFolder : null;
  mkdirSync(oldFolder, { mode: 0o700, recursive: true });
  giveToOwner([oldFolder], folder);
  for (const name of old) renameSync(join(folder, name), join(oldFolder, name));
  for (const each of [oldFolder, folder]) sync(each);
  return oldFolder;
}

const SHOPS_REQUESTED_CHECKPOINT = 'getAllShops';
const STREAM_LIVE_CHECKPOINT = 'stream-live';

/**
 * Continues a journal after a restore, in one transaction. Waiting notices are dropped, because they may have been
 * delivered after the backup. The time since the backup becomes an outage, which Crier reports at its start. The shops
 * count as requested just now.
 * @param from time of the backup (epoch ms)
 * @param at the current time (epoch ms)
 */
export function settleRestored(db: DatabaseSync, from: number, at: number): void {
  db.exec('BEGIN IMMEDIATE');
  // Notices of a split message still name it, but did not end with it.
  db.prepare('UPDATE notices SET ended_at = ?, why = ?, message = NULL WHERE ended_at IS NULL').run(
    at,
    BACKUP_RESTORED_REASON,
  );
  db.prepare('UPDATE messages SET settled_at = ?, why = ? WHERE settled_at IS NULL').run(at, BACKUP_RESTORED_REASON);
  db.prepare('UPDATE outages SET ended = max(began, ?) WHERE ended IS NULL').run(from);
  db.prepare('INSERT INTO outages (began, ended, why) VALUES (?, ?, ?)').run(from, at, RESTORED);
  const put = db.prepare('INSERT INTO checkpoints (name, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at');
  put.run(checkpointName(SHOPS_REQUESTED_CHECKPOINT), at);
  // The outage of the next start begins where this one ends.
  put.run(checkpointName(STREAM_LIVE_CHECKPOINT), at);
  put.run(checkpointName(RESTORED_FROM), from);
  put.run(checkpointName(RESTORED_AT), at);
  db.exec('COMMIT');
}
