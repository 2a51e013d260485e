import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCodeOf } from '../../faults/operator-fault.ts';
import { StoreUnusable, unusable } from '../../faults/store-faults.ts';
import { makeFolderOf, removeDatabase } from './files.ts';

const SQLITE_BUSY = 5;
/** Wait for a process that only checks the lock (`isLocked`), in ms. */
const LOOK_MS = 100;

/** References the connections. A garbage-collected connection is closed, which releases its lock. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only one on the store, until the returned function is called or the process ends. The lock is
 * an exclusive transaction on an otherwise empty SQLite file, so the kernel holds it: it goes with the process however
 * that ends, and one left by a killed process never delays a start.
 *
 * @throws StoreUnusable where another process holds it, or the file cannot be opened.
 */
export function lockStore(path: string): () => void {
  makeFolderOf(path);
  const db = openLockFile(path, { readOnly: false });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (sqliteCodeOf(error) === SQLITE_BUSY) {
      throw new StoreUnusable(`Another Crier already runs on this store (it holds ${path}); stop it first.`);
    }
    throw untakable(path, error);
  }
  held.add(db);
  return () => {
    if (held.delete(db)) db.close();
  };
}

/** Whether another process holds it. @throws StoreUnusable where the file cannot be read */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const db = openLockFile(path, { readOnly: true });
  try {
    db.prepare('PRAGMA schema_version').get();
    return false;
  } catch (error) {
    if (sqliteCodeOf(error) === SQLITE_BUSY) return true;
    throw untakable(path, error);
  } finally {
    db.close();
  }
}

function openLockFile(path: string, { readOnly }: { readonly readOnly: boolean }): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: readOnly ? 0 : LOOK_MS, readOnly });
  } catch (error) {
    throw untakable(path, error);
  }
}

function untakable(path: string, error: unknown): StoreUnusable {
  return unusable(`The store's lock at ${path} cannot be taken`, path, error);
}

// Small files next to a store. Crier does not start on a marked store.

const movedMark = (stem: string) => `${stem}.moved`;
/** Stands there while a restore puts a backup in place: the files may be of two moments. */
const restoringMark = (stem: string) => `${stem}.restoring`;

/** Marks the store as moved. @returns the path of the mark. @throws the file system's error */
export function markMoved(stem: string, at: number): string {
  const path = movedMark(stem);
  writeFileSync(path, `Moved to PostgreSQL at ${new Date(at).toISOString()}.\n`);
  return path;
}

/** @throws StoreUnusable if the store was moved */
export function refuseMoved(stem: string): void {
  const mark = movedMark(stem);
  if (!existsSync(mark)) return;
  throw new StoreUnusable(
    `This store was moved to PostgreSQL: set STORE_URL to that. To run on the files all the same, delete ${mark}; notices that waited there are then delivered a second time.`,
  );
}

/**
 * Marks the store as being restored.
 * @param aside the name of a folder for the old files
 * @returns the name of that folder (of an interrupted restore's folder, if there was one), and a function to call when
 *   all files are in place
 */
export function beginRestore(stem: string, aside: string): { readonly aside: string; readonly finish: () => void } {
  const mark = restoringMark(stem);
  const begun = existsSync(mark) ? readFileSync(mark, 'utf8').trim() : '';
  if (begun === '') writeFileSync(mark, `${aside}\n`, { flush: true });
  return { aside: begun || aside, finish: () => rmSync(mark) };
}

/** @throws StoreUnusable if a restore was interrupted */
export function refuseHalfRestored(stem: string): void {
  if (!existsSync(restoringMark(stem))) return;
  throw new StoreUnusable(
    'The restore of a backup into this store was cut short: run npm run restore again, with the same backup or another.',
  );
}

/** The path at which a restore prepares a file. It differs from the path of the mark for every name of a store. */
export const partOf = (path: string) => `${path}.part`;

/** Removes the files that an interrupted restore prepared. @param paths of the store's files */
export function removeParts(paths: readonly string[]): void {
  for (const path of paths) removeDatabase(partOf(path));
}
