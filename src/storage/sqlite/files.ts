import { chownSync, closeSync, fsyncSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { reasonOf } from '../../faults/operator-fault.ts';
import { StoreUnusable } from '../../faults/store-faults.ts';

export const MEGABYTE_BYTES = 1_000_000;

/** The suffixes of a database and of SQLite's own files next to it. */
export const SIDE_SUFFIXES = ['', '-wal', '-shm', '-journal'];

/**
 * Limits the wait for a lock of another program, such as a backup, because a waiting statement blocks the event loop.
 */
export const BUSY_TIMEOUT_MS = 1_000;

/** Deletes a database with its side files. */
export function removeDatabase(path: string): void {
  for (const end of SIDE_SUFFIXES) rmSync(`${path}${end}`, { force: true });
}

/** Flushes a file, or the list of files of a folder, to the disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Gives files that root created to the owner of the store's folder, because the user that runs Crier could not open
 * them. Does nothing for any other user.
 */
export function giveToOwner(paths: readonly string[], folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  for (const path of paths) chownSync(path, uid, gid);
}

/**
 * Creates a folder and its missing parents, readable only by their owner, because the store holds what users watch.
 * Node's `recursive` never returns where no folder can be created, such as in /proc, and reports ENOENT for a read-only
 * disk.
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Creates the folder of a file of the store.
 * @throws StoreUnusable
 */
export function makeFolderOf(path: string): void {
  try {
    makeFolder(dirname(path));
  } catch (error) {
    const why = `The store's folder ${dirname(path)} cannot be created: ${reasonOf(error)}. Set STORE_URL to a path that Crier may write.`;
    throw new StoreUnusable(why);
  }
}

/**
 * Measures the files of a store with SQLite's side files. Files that an upgrade kept do not count, because the operator
 * deletes them.
 * @returns the bytes of the store, of the cache and of the saved snapshots (`shops`)
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

/** The paths of a store, all in one folder. */
export interface StoreLocation {
  /** The store itself: settings, history and outbox. */
  readonly path: string;
  /** Expendable values. A corrupt, full or deleted cache file never stops Crier. */
  readonly cache: string;
  readonly lock: string;
  /** The common beginning of the paths of saved snapshots and marks. */
  readonly stem: string;
  /** The journal of the legacy layout, which had only the settings at `path`. */
  readonly legacyEvents: string;
}

const SCHEME = 'sqlite://';
const EXAMPLES = 'such as sqlite://data/crier.sqlite (relative) or sqlite:///var/lib/crier/crier.sqlite (absolute)';

/** The suffixes of SQLite's own side files. */
const SIDE_FILE_PATTERN = /-(?:journal|wal|shm)$/i;

/**
 * Reads STORE_URL: `sqlite://` and a path, taken literally.
 * @returns the paths, or `why` with a sentence that names the fault and valid examples
 */
export function locateStore(url: string): { ok: true; location: StoreLocation } | { ok: false; why: string } {
  const refuse = (what: string) => ({ ok: false as const, why: `${what}; give sqlite:// and a path, ${EXAMPLES}.` });
  if (!url.startsWith(SCHEME)) return refuse('STORE_URL does not begin with sqlite://');
  const path = url.slice(SCHEME.length);
  if (path === '' || path.includes('\0')) return refuse('STORE_URL names no file');
  if (path.includes(':memory:'))
    return refuse('STORE_URL names a store in memory, which would lose everything at the end of the process');
  if (/[?#]/.test(path)) return refuse('STORE_URL has a ? or #, which has no meaning here');
  if (/(?:^|[/\\])\.{0,2}$/.test(path)) return refuse('STORE_URL names a folder');
  if (SIDE_FILE_PATTERN.test(path))
    return refuse('STORE_URL ends in -journal, -wal or -shm, which SQLite keeps for itself');
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
