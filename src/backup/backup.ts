import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';
import { OperatorFault } from '../operator-fault.ts';
import type { StoreLocation } from '../store/location.ts';
import { JOURNAL, SETTINGS, writeAbout } from './backup-folder.ts';
import { openAtOneMoment } from './one-moment.ts';

export interface BackupParts {
  readonly location: StoreLocation;
  /** Where to; null: a new folder, named for the time, in `backups` beside the store. */
  readonly folder: string | null;
  /** The version of Crier. */
  readonly version: string;
  /** Hears how far it is, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** Pages that are copied before others get a turn: some ms. */
const PAGES = 1_000;

/**
 * Copies settings and journal as they stand at one moment, beside a Crier at work. The lists of shops are not in it: they are asked for
 * anew. The folder is there whole or not at all.
 * @returns where it lies, and its size
 * @throws OperatorFault
 */
export async function makeBackup({
  location,
  folder,
  version,
  onProgress,
}: BackupParts): Promise<{ folder: string; bytes: number }> {
  const sources = [location.settings, location.events];
  const missing = sources.filter((path) => !existsSync(path));
  if (missing.length > 0)
    throw new OperatorFault(
      `There is no store to back up: ${missing.join(', ')} is missing. Set STORE_URL as Crier has it.`,
    );
  const target = resolve(folder ?? join(dirname(location.settings), 'backups', nameOf(new Date())));
  if (existsSync(target))
    throw new OperatorFault(
      `${target} is there already: name a folder that is not, so that no backup is written over.`,
    );
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    const { at, dbs } = openAtOneMoment(sources);
    try {
      const sizes = sources.map((path) => statSync(path).size);
      const all = sizes.reduce((sum, size) => sum + size, 0);
      let before = 0;
      for (const [index, name] of [SETTINGS, JOURNAL].entries()) {
        const size = sizes[index] ?? 0;
        const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) =>
          onProgress((before + size * (1 - remainingPages / totalPages)) / all);
        const db = dbs[index];
        if (db === undefined) throw new RangeError('a file that was not opened');
        const path = join(unfinished, name);
        await copyDatabase(db, path, { rate: PAGES, progress });
        checkCopy(path);
        before += size;
      }
    } finally {
      for (const db of dbs) db.close();
    }
    const { name, text } = writeAbout({ at, crier: version });
    writeFileSync(join(unfinished, name), text, { mode: 0o600, flush: true });
    for (const file of [SETTINGS, JOURNAL]) sync(join(unfinished, file));
    sync(unfinished);
    renameSync(unfinished, target);
    sync(dirname(target));
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  const bytes = [SETTINGS, JOURNAL].reduce((sum, file) => sum + statSync(join(target, file)).size, 0);
  return { folder: target, bytes };
}

/** `2026-11-23T15-04-05Z` */
function nameOf(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** @throws OperatorFault where it is damaged, as the store must be then */
function checkCopy(path: string): void {
  const db = new DatabaseSync(path);
  try {
    const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    // One file is all that a backup is: no WAL beside it.
    db.exec('PRAGMA journal_mode = DELETE');
    if (verdict === 'ok') return;
    throw new OperatorFault(
      `The copy ${basename(path)} is damaged (${verdict}): so is the store, or the disk. Restart Crier, which looks after its store, and look after the disk.`,
    );
  } finally {
    db.close();
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
