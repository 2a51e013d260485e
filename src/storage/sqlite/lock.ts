import { existsSync, readFileSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCodeOf } from '../../faults/operator-fault.ts';
import { StoreUnusable, unusable } from '../../faults/store-faults.ts';
import { makeFolderOf, removeDatabase } from './files.ts';

const SQLITE_BUSY = 5;
/** Limits the wait for a process that only tests the lock (`isLocked`). */
const TEST_WAIT_MS = 100;

/** References the connections, because a garbage-collected connection is closed, which releases its lock. */
const heldConnections = new Set<DatabaseSync>();

/**
 * Locks the store for this process until the returned function is called or the process ends. The lock is an exclusive
 * transaction on an otherwise empty SQLite file. The kernel releases it with the process, however that ends, so that a
 * killed process never delays a start.
 *
 * @throws StoreUnusable if another process holds the lock, or the file cannot be opened
 */
export function lockStore(path: string): () => void {
  makeFolderOf(path);
  const db = openLockFile(path, { readOnly: false });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (sqliteCodeOf(error) === SQLITE_BUSY) {
      throw new StoreUnusable(`Another Crier already runs on this store (it holds ${path}); stop that process first.`);
    }
    throw lockFault(path, error);
  }
  heldConnections.add(db);
  return () => {
    if (heldConnections.delete(db)) db.close();
  };
}

/**
 * Returns whether another process holds the lock.
 * @throws StoreUnusable if the file cannot be read
 */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const db = openLockFile(path, { readOnly: true });
  try {
    db.prepare('PRAGMA schema_version').get();
    return false;
  } catch (error) {
    if (sqliteCodeOf(error) === SQLITE_BUSY) return true;
    throw lockFault(path, error);
  } finally {
    db.close();
  }
}

function openLockFile(path: string, { readOnly }: { readonly readOnly: boolean }): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: readOnly ? 0 : TEST_WAIT_MS, readOnly });
  } catch (error) {
    throw lockFault(path, error);
  }
}

function lockFault(path: string, error: unknown): StoreUnusable {
  return unusable(`The store's lock at ${path} cannot be taken`, path, error);
}

// Marks are small files next to a store. Crier does not start on a marked store.

const movedMark = (stem: string) => `${stem}.moved`;
/** Exists while a restore puts a backup in place, because the files may then be of two different times. */
const restoringMark = (stem: string) => `${stem}.restoring`;

/**
 * Marks the store as moved.
 * @returns the path of the mark
 * @throws the file system's error
 */
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
    `This store was moved to PostgreSQL: set STORE_URL to that database. To run on the files all the same, delete ${mark}; their waiting notices are then delivered a second time.`,
  );
}

/**
 * Marks the store as being restored.
 * @param folderName the name of a folder for the old files
 * @returns the name of that folder, or of an interrupted restore's folder, and a function to call when all files are in
 * place
 */
export function beginRestore(
  stem: string,
  oldFolder: string,
): { readonly oldFolder: string; readonly finish: () => void } {
  const mark = restoringMark(stem);
  const begun = existsSync(mark) ? readFileSync(mark, 'utf8').trim() : '';
  if (begun === '') writeFileSync(mark, `${oldFolder}\n`, { flush: true });
  return { oldFolder: begun || oldFolder, finish: () => rmSync(mark) };
}

/** @throws StoreUnusable if a restore was interrupted */
export function refuseHalfRestored(stem: string): void {
  if (!existsSync(restoringMark(stem))) return;
  throw new StoreUnusable(
    'The restore of a backup into this store was interrupted: run npm run restore again, with the same backup or another one.',
  );
}

/**
 * Returns the path at which a restore prepares a file. It differs from the path of a mark for every name of a store.
 */
export const partPath = (path: string) => `${path}.part`;

/**
 * Deletes the files that an interrupted restore prepared.
 * @param paths paths of the store's files
 */
export function removeParts(paths: readonly string[]): void {
  for (const path of paths) removeDatabase(partPath(path));
}

/**
 * File system types in mountinfo that are remote, or that share no memory between processes, so that SQLite's WAL fails
 * on them. 9p is WSL's access to Windows disks; grpcfuse and osxfs are Docker Desktop's access to a Mac's.
 *
 * Docker Desktop's fakeowner and virtiofs are not listed, because both share one kernel's page cache and locks.
 */
const NETWORK_TYPES =
  /^(?:nfs4?|cifs|smb[23]?|smbfs|9p|v9fs|afs|ceph|lustre|gpfs|beegfs|coda|ncpfs|orangefs|ocfs2|gfs2|glusterfs|davfs|drvfs|osxfs|fuse\.(?:sshfs|rclone|s3fs|gcsfuse|glusterfs|ceph(?:-fuse)?|davfs2?|curlftpfs|juicefs|smbnetfs|cifs|goofys|blobfuse2?|grpcfuse|osxfs|moosefs|mfs))$/;

/** The source of a FUSE file system with a host in it: `ada@host:/path`, `//host/share`. */
const REMOTE_SOURCE = /^(?:[^/\s:]+@[^/\s:]+:|\/\/)/;

/**
 * `f_type` of statfs(2), for a machine without /proc. FUSE is not listed, because all its file systems share one
 * number.
 */
const NETWORK_NUMBERS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'nfs'],
  [0xff534d42, 'cifs'],
  [0xfe534d42, 'smb'],
  [0x517b, 'smb'],
  [0x01021997, '9p'],
  [0x00c36400, 'ceph'],
  [0x5346414f, 'afs'],
  [0x0bd00bd0, 'lustre'],
]);

/**
 * Returns the type of the network file system that holds a path.
 *
 * @param mountinfo the text of /proc/self/mountinfo
 * @param path absolute, without symbolic links
 * @returns the type, such as `nfs4`, or null for a local file system
 */
export function networkFileSystemOf(mountinfo: string, path: string): string | null {
  let longest = -1;
  let found: { readonly type: string; readonly source: string } | null = null;
  for (const line of mountinfo.split('\n')) {
    const [mount = '', rest] = line.split(' - ');
    const point = unescapeMount(mount.split(' ')[4] ?? '');
    const [type = '', source = ''] = rest?.split(' ') ?? [];
    const isAbove = point === '/' || path === point || path.startsWith(`${point}/`);
    // The later of two mounts at the same point hides the earlier.
    if (!point || !type || !isAbove || point.length < longest) continue;
    longest = point.length;
    found = { type, source: unescapeMount(source) };
  }
  if (found === null) return null;
  const isRemote = NETWORK_TYPES.test(found.type) || (/^fuse\b/.test(found.type) && REMOTE_SOURCE.test(found.source));
  return isRemote ? found.type : null;
}

/** The system's facts about its mounts. */
export interface Mounts {
  /** Returns the text of /proc/self/mountinfo, or null if it is unreadable, for example in a chroot without /proc. */
  readonly mountinfo: () => string | null;
  /** Returns `f_type` of statfs(2) for a folder. */
  readonly typeNumber: (folder: string) => number;
}

const MOUNTS: Mounts = { mountinfo: readMountinfo, typeNumber: (folder) => statfsSync(folder).type };

/**
 * Warns if the store is on a network file system.
 *
 * @param path a file of the store, which need not exist yet
 * @returns a sentence for the operator, or null for a local file system
 */
export function warnOfNetworkFileSystem(path: string, mounts: Mounts = MOUNTS): string | null {
  if (process.platform !== 'linux') return null;
  const folder = existingFolder(resolve(path));
  const mountinfo = mounts.mountinfo();
  const type =
    mountinfo === null
      ? (NETWORK_NUMBERS.get(mounts.typeNumber(folder)) ?? null)
      : networkFileSystemOf(mountinfo, folder);
  if (type === null) return null;
  return `The store is on a network file system (${type} at ${folder}), where SQLite can lose or damage data: move it to a local disk or a Docker volume, or use PostgreSQL`;
}

function existingFolder(path: string): string {
  const folder = dirname(path);
  try {
    return realpathSync(folder);
  } catch (error) {
    if (folder === path) throw error;
    return existingFolder(folder);
  }
}

function readMountinfo(): string | null {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return null; // without /proc, statfs(2) identifies only the common types
  }
}

/** mountinfo writes blanks, tabs, line ends and backslashes as octal numbers. */
function unescapeMount(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
