import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../faults/operator-fault.ts';
import { isCorruption, Unsound, unusable } from '../../faults/store-faults.ts';
import type { Log } from '../../ports/log.ts';
import { WEEK_MS } from '../../time/durations.ts';
import { threadMessage } from '../../time/thread-message.ts';
import { BUSY_TIMEOUT_MS, makeFolderOf } from './files.ts';

/** The suffix of a quarantined file. The time follows. */
const CORRUPT_SUFFIX = '.corrupt-';
/** Time for which Crier reports a quarantined file. */
export const QUARANTINE_REPORTED_MS = WEEK_MS;

/**
 * Opens a database file for writing in WAL mode, and creates it and its folder if missing. A corrupt file is never used
 * and never replaced in silence: Crier renames it and its side files to `….corrupt-<date>`, logs an error, and creates
 * a new file.
 *
 * @param isSound whether the file has just been checked
 * @throws StoreUnusable if the path cannot be opened and written
 */
export function openDatabase(
  path: string,
  log: Log,
  { isSound = false }: { readonly isSound?: boolean } = {},
): DatabaseSync {
  makeFolderOf(path);
  try {
    return openSound(path, isSound);
  } catch (error) {
    if (!isCorruption(error)) throw unusable(`The store at ${path} cannot be used`, path, error);
    const keptAs = quarantine(path);
    log.error({ path, keptAs, reason: reasonOf(error) }, 'Store corrupt, quarantined and replaced by a new one');
  }
  try {
    return openSound(path);
  } catch (error) {
    throw unusable(`The store at ${path} cannot be used`, path, error);
  }
}

/**
 * Checks a large file in a thread, which may take minutes.
 * @returns whether the file is sound; false also for small or unchecked files
 */
export async function isLargeAndSound(path: string): Promise<boolean> {
  return isLarge(path) && (await inThread({ kind: 'inspect', input: path })) === true;
}

function openSound(path: string, isSound = false): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    // Deleted data of users must leave the file. FAST would not overwrite pages that become free as a whole.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON');
    const verdict = isSound ? 'ok' : db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (verdict !== 'ok') throw new Unsound(String(verdict));
    // A read-only file lets a transaction begin, and rejects the first write.
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
    db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${version}; ROLLBACK`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Returns whether a corrupt file at the path was quarantined within the last week.
 * @param now epoch ms
 */
export function wasRecentlyQuarantined(path: string, now: number): boolean {
  const beginning = `${basename(path)}${CORRUPT_SUFFIX}`;
  return readdirSync(dirname(path)).some((name) => {
    if (!name.startsWith(beginning)) return false;
    const at = Date.parse(name.slice(beginning.length).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
    return now - at < QUARANTINE_REPORTED_MS;
  });
}

function quarantine(path: string): string {
  const keptAs = `${path}${CORRUPT_SUFFIX}${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    renameSync(path, keptAs);
    for (const side of ['-wal', '-shm']) {
      if (existsSync(path + side)) renameSync(path + side, keptAs + side);
    }
  } catch (error) {
    throw unusable(`The store at ${path} is corrupt and cannot be quarantined`, path, error);
  }
  return keptAs;
}

/** Size (bytes) from which reading a file takes longer than starting a thread. */
export const LARGE_BYTES = 64 * 1024 * 1024;

const WORKER = new URL('../migrations/worker.ts', import.meta.url);

/** A task of `migrations/worker.ts`. */
export interface ThreadTask {
  readonly kind: 'inspect' | 'migrate' | 'convert';
  /** The path of a database, or the `LegacyFiles` to convert. */
  readonly input: unknown;
}

/** Returns whether a thread should read the file. `/livez` does not answer while the event loop is blocked. */
export function isLarge(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= LARGE_BYTES;
}

/**
 * Runs a task in a thread.
 * @returns the message that the thread posts, or null if it fails; the caller then repeats the work and gets the error
 */
export async function inThread<T>(task: ThreadTask): Promise<T | null> {
  try {
    return await threadMessage<T>(WORKER, task);
  } catch {
    return null;
  }
}
