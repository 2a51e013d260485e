import { chownSync, closeSync, fsyncSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { reasonOf } from '../../faults/operator-fault.ts';
import { StoreUnusable } from '../../faults/store-faults.ts';

/** A database and SQLite's own files next to it: the ends of their names. */
export const SIDES = ['', '-wal', '-shm', '-journal'];

/** Limits the wait for a lock of another program, such as a backup. A waiting statement blocks the event loop. */
export const BUSY_TIMEOUT_MS = 1_000;

/** Removes a database with its side files. */
export function removeDatabase(path: string): void {
  for (const end of SIDES) rmSync(`${path}${end}`, { force: true });
}

/** Flushes a file, or a folder's list of files, to the disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Gives files that root has made to the owner of the store's folder. The user that Crier runs as could not open root's
 * files. Does nothing for any other user.
 */
export function giveToOwner(paths: readonly string[], folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  for (const path of paths) chownSync(path, uid, gid);
}

/**
 * Makes a folder and its missing parents, each readable by its user alone: the store holds what users watch. Node's own
 * `recursive` never returns where no folder can be made, as in /proc, and reports ENOENT for a read-only disk.
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Makes the folder of a file of the store. @throws StoreUnusable */
export function makeFolderOf(path: string): void {
  try {
    makeFolder(dirname(path));
  } catch (error) {
    const why = `The store's folder ${dirname(path)} cannot be made: ${reasonOf(error)}. Set STORE_URL to a path that Crier may write.`;
    throw new StoreUnusable(why);
  }
}

/**
 * Measures a store's files with SQLite's side files. The files that an upgrade kept are not counted: the operator
 * deletes them.
 * @returns bytes of the store, of the cache and of the saved snapshots (`shops`)
 */
export async function storeBytes(stem: string): Promise<{ store: number; cache: number; shops: number }> {
  const bytes = { store: 0, cache: 0, shops: 0 };
  const begin = `${basename(stem)}.`;
  for (const name of await readdir(dirname(stem))) {
    if (!name.startsWith(begin) || name.includes('.before-')) continue;
    // The file may have been deleted since it was listed.
    const { size } = await stat(join(dirname(stem), name)).catch(() => ({ size: 0 }));
    const rest = name.slice(begin.length);
    if (rest.startsWith('cache.')) bytes.cache += size;
    else if (rest.startsWith('shops-')) bytes.shops += size;
    else bytes.store += size;
  }
  return bytes;
}

/** The paths of a store. All files lie in one folder. */
export interface StoreLocation {
  /** The store itself: settings, history and outbox. */
  readonly path: string;
  /** Expendable values. A file that is corrupt, full or deleted never stops Crier. */
  readonly cache: string;
  readonly lock: string;
  /** The beginning of the paths of saved snapshots and of marks. */
  readonly stem: string;
  /** The journal of an earlier Crier, whose settings stood alone at `path`. */
  readonly legacyEvents: string;
}

const SCHEME = 'sqlite://';
const EXAMPLES = 'such as sqlite://data/crier.sqlite (relative) or sqlite:///var/lib/crier/crier.sqlite (absolute)';

/** Names that SQLite gives to its own side files. */
const SIDE_FILE = /-(?:journal|wal|shm)$/i;

/** Reads STORE_URL: `sqlite://` and a path, taken literally. `why` is a sentence that says what would do. */
export function locateStore(url: string): { ok: true; location: StoreLocation } | { ok: false; why: string } {
  const refuse = (what: string) => ({ ok: false as const, why: `${what}; give sqlite:// and a path, ${EXAMPLES}.` });
  if (!url.startsWith(SCHEME)) return refuse('STORE_URL does not begin with sqlite://');
  const path = url.slice(SCHEME.length);
  if (path === '' || path.includes('\0')) return refuse('STORE_URL names no file');
  if (path.includes(':memory:')) return refuse('STORE_URL names a store in memory, which would forget everything');
  if (/[?#]/.test(path)) return refuse('STORE_URL has a ? or #, which means nothing here');
  if (/(?:^|[/\\])\.{0,2}$/.test(path)) return refuse('STORE_URL names a folder');
  if (SIDE_FILE.test(path)) return refuse('STORE_URL ends in -journal, -wal or -shm, which SQLite keeps for itself');
  const stem = path.replace(/\.(?:sqlite3?|db)$/i, '');
  return {
    ok: true,
    location: {
      path,
      cache: `${stem}.cache.sqlite`,
      lock: `${stem}.lock.sqlite`,
      stem,
      legacyEvents: `${stem}.events.sqlite`,
    },
  };
}
