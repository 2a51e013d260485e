import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RESTORED } from '../routing/notice.ts';
import { checkpointName } from '../storage/mappers/checkpoint-names.ts';
import { BACKUP_RESTORED_REASON } from '../storage/mappers/outbox-rows.ts';
import { type Converted, convertLegacy } from '../storage/migrations/convert-legacy.ts';
import { isUpgradeFile, putGuard, readLayout } from '../storage/migrations/legacy-layout.ts';
import { isNewer, migrate } from '../storage/migrations/sqlite.ts';
import { giveToOwner, makeFolderOf, SIDES, type StoreLocation, sync } from '../storage/sqlite/files.ts';
import { beginRestore, lockStore, partOf, refuseMoved, removeParts } from '../storage/sqlite/lock.ts';
import { RESTORED_AT, RESTORED_FROM } from '../subscriptions/watch-ends.ts';
import { type About, JOURNAL, newer, readAbout, SETTINGS, STORE } from './backup-folder.ts';

export interface RestoreParts {
  readonly location: StoreLocation;
  /** The folder of the backup. */
  readonly folder: string;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Puts a backup in the place of the store, which nobody may be using, and brings it up to date. Backups of every earlier version
 * are taken. The old files are set aside, never removed. A restore that is cut short while it copies has changed nothing; after
 * that, it leaves a mark with which Crier does not start. Running it again completes it.
 * @returns when the backup was made, epoch ms; where the old files lie, or null if there were none; sentences for the operator
 * about settings that the store does not have as the backup has them
 * @throws OperatorFault
 */
export function restoreBackup({ location, folder, now }: RestoreParts): {
  at: number;
  setAside: string | null;
  notices: readonly string[];
} {
  const about = readAbout(folder);
  refuseMoved(location.stem);
  makeFolderOf(location.path);
  const unlock = lockStore(location.lock);
  try {
    // SQLite would take side files of a copy that was cut short for those of the new copy.
    removeParts([location.path, location.legacyEvents]);
    const part = partOf(location.path);
    let notices: readonly string[];
    try {
      const converted = makeStore(part, folder, about, now);
      notices = converted === null ? [] : noticesOf(converted, folder);
      settle(part, about.at, now);
      sync(part);
      giveToOwner([location.lock, part], dirname(location.path));
    } catch (error) {
      // The old store is untouched.
      removeParts([location.path, location.legacyEvents]);
      throw error;
    }
    const { aside, finish } = beginRestore(location.stem, nameAside(location.stem, now));
    const setAside = setOldAside(location, join(dirname(location.stem), aside));
    renameSync(part, location.path);
    sync(dirname(location.path));
    if (readLayout(location).events === 'absent') putGuard(location);
    giveToOwner([location.legacyEvents], dirname(location.path));
    finish();
    return { at: about.at, setAside, notices };
  } finally {
    unlock();
  }
}

/** The database of a backup that becomes the store, and the settings to be taken into it; null if it has them. */
interface Content {
  readonly main: string;
  readonly settings: string | null;
}

function contentOf(folder: string, { format }: About): Content {
  if (format === 2) return { main: join(folder, STORE), settings: null };
  const [settings, journal] = [join(folder, SETTINGS), join(folder, JOURNAL)];
  // An older Crier's backup of an upgraded store has it as the settings, and the guard as the journal.
  const { store } = readLayout({ path: settings, legacyEvents: journal });
  return store === 'store' ? { main: settings, settings: null } : { main: journal, settings };
}

/**
 * Makes a store of a backup, with the tables of this version.
 * @returns what became of the settings of a backup of two files; null: the backup is of one file
 * @throws OperatorFault if the backup is of a newer Crier
 */
function makeStore(path: string, folder: string, about: About, now: number): Converted | null {
  const { main, settings } = contentOf(folder, about);
  const db = new DatabaseSync(main, { readOnly: true });
  try {
    if (isNewer(db)) throw newer(folder, about.crier);
  } finally {
    db.close();
  }
  copyFileSync(main, path);
  if (settings !== null) return convertLegacy({ path, settings, isQuarantined: false, now });
  migrateFile(path);
  return null;
}

function noticesOf(converted: Converted, folder: string): readonly string[] {
  const { reverted, notReverted, unknown, expected } = converted;
  const notices: string[] = [];
  if (expected !== null)
    notices.push(
      `Settings were lost before the backup was made: it has ${tallyText(converted)}, of ${tallyText(expected)}. An older backup may have them.`,
    );
  if (reverted.length > 0)
    notices.push(`Interrupted changes of watches reverted, of the users ${reverted.join(', ')}.`);
  if (notReverted.length > 0)
    notices.push(
      `Changes of watches that were cut short cannot be read, of the users ${notReverted.join(', ')}. They stay in ${folder}.`,
    );
  const kinds = Object.entries(unknown).map(([kind, count]) => `${kind} (${count})`);
  if (kinds.length > 0)
    notices.push(`Records of kinds that this Crier does not know stay in ${folder}: ${kinds.join(', ')}.`);
  return notices;
}

function tallyText({ feeds, watches, people }: Pick<Converted, 'feeds' | 'watches' | 'people'>): string {
  return `${feeds} feeds, ${watches} watches and the quiet hours of ${people} people`;
}

function migrateFile(path: string): void {
  const db = new DatabaseSync(path);
  try {
    migrate(db);
  } finally {
    db.close();
  }
}

function settle(path: string, from: number, at: number): void {
  const db = new DatabaseSync(path);
  try {
    settleRestored(db, from, at);
  } finally {
    db.close();
  }
}

/** The name of a folder for the old files that does not exist yet. */
function nameAside(stem: string, now: number): string {
  const name = `${basename(stem)}.before-restore-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(join(dirname(stem), free))) return free;
  }
}

/**
 * Moves the files of the old store with their side files and saved lists into that folder. A file that has its namesake there
 * already is of a restore that was cut short.
 */
function setOldAside(location: StoreLocation, aside: string): string | null {
  const { path, legacyEvents, stem } = location;
  const folder = dirname(path);
  const isGuarded = readLayout(location).events === 'guard';
  const databases = isGuarded ? [path] : [path, legacyEvents];
  const own = new Set(databases.flatMap((each) => SIDES.map((end) => `${basename(each)}${end}`)));
  const isOld = (name: string) =>
    (own.has(name) || isUpgradeFile(name, stem) || name.startsWith(`${basename(stem)}.shops-`)) &&
    !existsSync(join(aside, name));
  const old = readdirSync(folder).filter(isOld);
  if (old.length === 0) return existsSync(aside) ? aside : null;
  mkdirSync(aside, { mode: 0o700, recursive: true });
  giveToOwner([aside], folder);
  for (const name of old) renameSync(join(folder, name), join(aside, name));
  for (const each of [aside, folder]) sync(each);
  return aside;
}

const SHOPS_ASKED = 'getAllShops';
const STREAM_LIVE = 'stream-live';

/**
 * Makes a journal go on from a restore, in one transaction: nothing that waited is sent, since it may have been told after the backup
 * was made; the time since is an outage, which Crier tells everybody of when it starts; and the shops may have been asked for just now.
 * @param from when the backup was made, `at` now; epoch ms
 */
export function settleRestored(db: DatabaseSync, from: number, at: number): void {
  db.exec('BEGIN IMMEDIATE');
  // Notices of a split message go on naming it, but did not end with it.
  db.prepare('UPDATE notices SET ended_at = ?, why = ?, message = NULL WHERE ended_at IS NULL').run(
    at,
    BACKUP_RESTORED_REASON,
  );
  db.prepare('UPDATE messages SET settled_at = ?, why = ? WHERE settled_at IS NULL').run(at, BACKUP_RESTORED_REASON);
  db.prepare('UPDATE outages SET ended = max(began, ?) WHERE ended IS NULL').run(from);
  db.prepare('INSERT INTO outages (began, ended, why) VALUES (?, ?, ?)').run(from, at, RESTORED);
  const put = db.prepare('INSERT INTO checkpoints (name, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at');
  put.run(checkpointName(SHOPS_ASKED), at);
  // The next start's own time without the stream begins where this one ends.
  put.run(checkpointName(STREAM_LIVE), at);
  put.run(checkpointName(RESTORED_FROM), from);
  put.run(checkpointName(RESTORED_AT), at);
  db.exec('COMMIT');
}
