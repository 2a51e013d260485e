import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCodeOf } from '../../faults/operator-fault.ts';
import { StoreUnusable, unusable } from '../../faults/store-faults.ts';
import { makeFolderOf } from './files.ts';

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
