import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../faults/operator-fault.ts';
import { isCorruption, Unsound, unusable } from '../../faults/store-faults.ts';
import type { Log } from '../../ports/log.ts';
import { BUSY_TIMEOUT_MS, makeFolderOf } from './files.ts';

/** Begins the end of the name of a quarantined file. The time follows. */
const CORRUPT = '.corrupt-';
/** Time for which a quarantined file is reported. */
export const QUARANTINE_REPORTED_MS = 7 * 24 * 60 * 60_000;

/**
 * Opens a database file for writing, in WAL; makes the file and its folder where missing. A corrupt file is never used
 * and never silently replaced: it is renamed to `….corrupt-<date>` with its side files, that is logged as an error, and
 * a new file is begun.
 *
 * @param isSound whether the file was found sound just now
 * @throws StoreUnusable where the path cannot be opened and written.
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
    log.error({ path, keptAs, reason: reasonOf(error) }, 'The store is corrupt: quarantined, and a new one is begun');
  }
  try {
    return openSound(path);
  } catch (error) {
    throw unusable(`The store at ${path} cannot be used`, path, error);
  }
}

/** Whether a large file is sound, looked at in a thread of its own: that may take minutes. False: not, or not known, or it is small. */
export async function isLargeAndSound(path: string): Promise<boolean> {
  return isLarge(path) && (await inThread({ kind: 'inspect', input: path })) === true;
}

function openSound(path: string, isSound = false): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('PRAGMA journal_mode = WAL');
    const verdict = isSound ? 'ok' : db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (verdict !== 'ok') throw new Unsound(String(verdict));
    // A file that may only be read lets a transaction begin, and refuses the first write.
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
    db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${version}; ROLLBACK`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether a corrupt file at the path was quarantined within the last week. @param now epoch ms */
export function wasQuarantinedLately(path: string, now: number): boolean {
  const beginning = `${basename(path)}${CORRUPT}`;
  return readdirSync(dirname(path)).some((name) => {
    if (!name.startsWith(beginning)) return false;
    const at = Date.parse(name.slice(beginning.length).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
    return now - at < QUARANTINE_REPORTED_MS;
  });
}

function quarantine(path: string): string {
  const keptAs = `${path}${CORRUPT}${new Date().toISOString().replaceAll(':', '-')}`;
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

/** Bytes. A thread takes longer to start than a smaller file to read. */
export const LARGE_BYTES = 64 * 1024 * 1024;

const WORKER = new URL('../migrations/worker.ts', import.meta.url);

/** A task of `migrations/worker.ts`. */
export interface ThreadTask {
  readonly kind: 'inspect' | 'migrate' | 'convert';
  /** A path of a database, or the `LegacyFiles` to convert. */
  readonly input: unknown;
}

/** Whether a thread should read the file. `/livez` does not answer while the event loop is blocked. */
export function isLarge(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= LARGE_BYTES;
}

/**
 * Runs a task in a thread of its own.
 * @returns the message that it posts, or null if it fails: the caller then repeats the work and gets the error
 */
export async function inThread<T>(task: ThreadTask): Promise<T | null> {
  const worker = new Worker(WORKER, { workerData: task, execArgv: [] });
  try {
    const [posted] = await once(worker, 'message');
    return posted;
  } catch {
    return null;
  } finally {
    await worker.terminate();
  }
}
