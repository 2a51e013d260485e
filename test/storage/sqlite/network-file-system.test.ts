import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { networkFileSystemOf, warnOfNetworkFileSystem } from '../../../src/storage/sqlite/lock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const line = (point: string, type: string, source = 'none') =>
  `36 35 98:0 / ${point} rw,noatime shared:1 - ${type} ${source} rw`;
const ROOT = line('/', 'overlay', 'overlay');

test.each([
  'ext4',
  'xfs',
  'btrfs',
  'zfs',
  'tmpfs',
  'overlay',
  'f2fs',
  'virtiofs',
  'fakeowner',
  'fuseblk',
  'fuse.fuse-overlayfs',
  'fuse.mergerfs',
  'fuse.ntfs-3g',
  'fuse.lxcfs',
  'ecryptfs',
  'aufs',
  'vfat',
  'apfs',
])('a store on %s causes no warning', (type) => {
  expect(networkFileSystemOf([ROOT, line('/data', type, '/dev/sda1')].join('\n'), '/data')).toBeNull();
});

test.each([
  'nfs',
  'nfs4',
  'cifs',
  'smb3',
  '9p',
  'ceph',
  'lustre',
  'fuse.sshfs',
  'fuse.rclone',
  'fuse.s3fs',
  'fuse.grpcfuse',
])('a store on %s causes a warning', (type) => {
  expect(networkFileSystemOf([ROOT, line('/data', type)].join('\n'), '/data')).toBe(type);
});

test.each([
  ['a folder below the mount', [ROOT, line('/mnt', 'nfs4')], '/mnt/crier/data', 'nfs4'],
  ['a folder next to the mount', [ROOT, line('/mnt', 'nfs4')], '/mnt2/data', null],
  ['a local disk inside a network mount', [line('/mnt', 'nfs4'), line('/mnt/disk', 'ext4')], '/mnt/disk/a', null],
  ['a network mount listed before its parent', [line('/a/b', 'cifs'), line('/a', 'ext4')], '/a/b', 'cifs'],
  ['a mount that hides an earlier one', [line('/data', 'autofs'), line('/data', 'nfs4')], '/data', 'nfs4'],
  ['a mount that a local one hides', [line('/data', 'nfs4'), line('/data', 'ext4')], '/data', null],
  ['a blank in the mount point', [ROOT, line('/my\\040data', 'cifs')], '/my data/crier', 'cifs'],
  ['a root on NFS', [line('/', 'nfs4')], '/data', 'nfs4'],
  ['an unknown FUSE with a host as source', [ROOT, line('/d', 'fuse', 'ada@host:/x')], '/d', 'fuse'],
  ['an unknown FUSE with a device as source', [ROOT, line('/d', 'fuse.x', '/dev/sda1')], '/d', null],
  ['no optional fields', ['1 2 0:3 / /d rw - nfs4 host:/x rw'], '/d', 'nfs4'],
  ['an empty or garbled list', ['', 'x - y', '1 2 3'], '/d', null],
])('%s is judged by the topmost mount', (_name, lines, path, type) => {
  expect(networkFileSystemOf(lines.join('\n'), path)).toBe(type);
});

test('a store in a local folder that does not exist yet causes no warning', () => {
  expect(warnOfNetworkFileSystem(join(temporaryFolder(), 'later', 'crier.sqlite'))).toBeNull();
});

const NFS_NUMBER = 0x6969;
const EXT4_NUMBER = 0xef53;

test.each([
  ['no mountinfo, and statfs names NFS', null, NFS_NUMBER, 'nfs'],
  ['no mountinfo, and statfs names SMB', null, 0xfe534d42, 'smb'],
  ['no mountinfo, and statfs names a local type', null, EXT4_NUMBER, null],
  ['mountinfo names NFS, whatever statfs names', line('/', 'nfs4'), EXT4_NUMBER, 'nfs4'],
  ['mountinfo names a local type, whatever statfs names', ROOT, NFS_NUMBER, null],
])('a store is judged where %s', (_name, mountinfo, number, type) => {
  const folder = temporaryFolder();
  const asked: string[] = [];
  const typeNumber = (path: string) => {
    asked.push(path);
    return number;
  };
  const warning = warnOfNetworkFileSystem(join(folder, 'crier.sqlite'), { mountinfo: () => mountinfo, typeNumber });
  const at = realpathSync(folder);
  if (type === null) expect(warning).toBeNull();
  else expect(warning).toContain(`The store is on a network file system (${type} at ${at})`);
  expect(asked).toEqual(mountinfo === null ? [at] : []);
});
