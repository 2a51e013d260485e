import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isNewer } from '../storage/migrations/sqlite.ts';
import { makeFolderOf } from '../storage/sqlite/database.ts';
import type { StoreLocation } from '../storage/sqlite/location.ts';
import { lockStore } from '../storage/sqlite/lock.ts';
import { refuseMoved } from '../storage/sqlite/moved-mark.ts';
import { giveToOwner } from '../storage/sqlite/owner.ts';
import { beginRestore, partOf, removeParts, SIDES } from '../storage/sqlite/restore-mark.ts';
import { JOURNAL, newer, readAbout, SETTINGS } from './backup-folder.ts';
import { settleRestored } from './settle-restored.ts';
import { sync } from './sync.ts';

export interface RestoreParts {
  readonly location: StoreLocation;
  /** That of the backup. */
  readonly folder: string;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Puts a backup in the place of the store, which nobody may be using. What was there is set aside, never removed. Cut short
 * while it copies, it has changed nothing; after that, it leaves a mark with which Crier does not start. Running it again does it.
 * @returns when the backup was made, epoch ms; where the old files lie, null: there were none
 * @throws OperatorFault
 */
export function restoreBackup({ location, folder, now }: RestoreParts): { at: number; setAside: string | null } {
  const { at, crier } = readAbout(folder);
  if (isJournalNewer(join(folder, JOURNAL))) throw newer(folder, crier);
  refuseMoved(location.stem);
  makeFolderOf(location.path);
  const unlock = lockStore(location.lock);
  try {
    const paths = [location.path, location.legacyEvents];
    // What SQLite wrote beside a copy that was cut short would be taken for this one's.
    removeParts(paths);
    try {
      copyFileSync(join(folder, SETTINGS), partOf(location.path));
      copyFileSync(join(folder, JOURNAL), partOf(location.legacyEvents));
      settle(partOf(location.legacyEvents), at, now);
      for (const path of paths) sync(partOf(path));
      giveToOwner([location.lock, ...paths.map(partOf)], dirname(location.path));
    } catch (error) {
      // Nothing of the old store was touched.
      removeParts(paths);
      throw error;
    }
    const { aside, finish } = beginRestore(location.stem, nameAside(location.stem, now));
    const setAside = setOldAside(location, join(dirname(location.stem), aside));
    for (const path of paths) renameSync(partOf(path), path);
    sync(dirname(location.path));
    finish();
    return { at, setAside };
  } finally {
    unlock();
  }
}

function isJournalNewer(path: string): boolean {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return isNewer(db);
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

/** That of the folder for what was there: none there is yet. */
function nameAside(stem: string, now: number): string {
  const name = `${basename(stem)}.before-restore-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(join(dirname(stem), free))) return free;
  }
}

/**
 * Moves all files of the old store, those beside it too, into that folder. What has its namesake there already is none of them, but of
 * a restore that was cut short.
 */
function setOldAside({ path: settings, legacyEvents: events, stem }: StoreLocation, aside: string): string | null {
  const folder = dirname(settings);
  const databases = [settings, events].flatMap((path) => SIDES.map((end) => `${path}${end}`));
  const own = new Set(databases.map((path) => basename(path)));
  const isOld = (name: string) =>
    (own.has(name) || name.startsWith(`${basename(stem)}.shops-`)) && !existsSync(join(aside, name));
  const old = readdirSync(folder).filter(isOld);
  if (old.length === 0) return existsSync(aside) ? aside : null;
  mkdirSync(aside, { mode: 0o700, recursive: true });
  giveToOwner([aside], folder);
  for (const name of old) renameSync(join(folder, name), join(aside, name));
  for (const each of [aside, folder]) sync(each);
  return aside;
}
