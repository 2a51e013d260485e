import { readFileSync, realpathSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';

/**
 * Types of mountinfo whose files lie on another machine, or behind a protocol that shares no memory: SQLite's WAL works
 * with none of them. 9p is WSL's way to Windows' disks, grpcfuse and osxfs Docker Desktop's way to a Mac's. Docker
 * Desktop's fakeowner and virtiofs are left out: both give one kernel's page cache and locks.
 */
const NETWORK_TYPES =
  /^(?:nfs4?|cifs|smb[23]?|smbfs|9p|v9fs|afs|ceph|lustre|gpfs|beegfs|coda|ncpfs|orangefs|ocfs2|gfs2|glusterfs|davfs|drvfs|osxfs|fuse\.(?:sshfs|rclone|s3fs|gcsfuse|glusterfs|ceph(?:-fuse)?|davfs2?|curlftpfs|juicefs|smbnetfs|cifs|goofys|blobfuse2?|grpcfuse|osxfs|moosefs|mfs))$/;

/** The source of a FUSE file system with a host in it: `ada@host:/path`, `//host/share`. */
const REMOTE_SOURCE = /^(?:[^/\s:]+@[^/\s:]+:|\/\/)/;

/**
 * `f_type` of statfs(2), for a machine without /proc. FUSE has one number for all its file systems, so it is left out.
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
 * Finds the network file system that a path lies on.
 *
 * @param mountinfo the text of /proc/self/mountinfo
 * @param path absolute, without symbolic links
 * @returns its type, such as `nfs4`, or null if it is none
 */
export function networkFileSystemOf(mountinfo: string, path: string): string | null {
  let longest = -1;
  let found: { readonly type: string; readonly source: string } | null = null;
  for (const line of mountinfo.split('\n')) {
    const [mount = '', rest] = line.split(' - ');
    const point = unescaped(mount.split(' ')[4] ?? '');
    const [type = '', source = ''] = rest?.split(' ') ?? [];
    const isAbove = point === '/' || path === point || path.startsWith(`${point}/`);
    // The later of two mounts at one point hides the earlier.
    if (!point || !type || !isAbove || point.length < longest) continue;
    longest = point.length;
    found = { type, source: unescaped(source) };
  }
  if (found === null) return null;
  const isRemote = NETWORK_TYPES.test(found.type) || (/^fuse\b/.test(found.type) && REMOTE_SOURCE.test(found.source));
  return isRemote ? found.type : null;
}

/** Facts of the system about its mounts. */
export interface Mounts {
  /** The text of /proc/self/mountinfo, or null where it cannot be read, as in a chroot without /proc. */
  readonly mountinfo: () => string | null;
  /** `f_type` of statfs(2) for a folder. */
  readonly typeNumber: (folder: string) => number;
}

const MOUNTS: Mounts = { mountinfo: readMountinfo, typeNumber: (folder) => statfsSync(folder).type };

/**
 * Warns if the store lies on a network file system.
 *
 * @param path a file of the store, which need not exist yet
 * @returns a sentence for the operator, or null if there is nothing to warn of
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
    return null; // no /proc: statfs(2) knows less, but knows the common types
  }
}

/** Blanks, tabs, line ends and backslashes are written as octal numbers. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
