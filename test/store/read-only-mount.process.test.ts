import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { recordingLog } from '../log/recording-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

const LOCK = new URL('../../src/store/lock.ts', import.meta.url).href;
const FORMAT = new URL('../../src/format-fault.ts', import.meta.url).href;
const MOUNT = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';

/** What runs a command where the folder is mounted read-only, for it alone. */
const mounted = (folder: string, ...command: readonly string[]) => ['-rm', 'sh', '-c', MOUNT, 'sh', folder, ...command];

/** Not every system lets a process have mounts of its own. */
const canMount = spawnSync('unshare', mounted(import.meta.dirname, 'true')).status === 0;

test.skipIf(!canMount)('a read-only mount is named as that, whether a store is there or not', () => {
  const folder = temporaryFolder();
  openDatabase(join(folder, 'old.sqlite'), recordingLog()).close();
  const source = `const { lockStore } = await import('${LOCK}');
    const { formatFault } = await import('${FORMAT}');
    for (const name of ['new', 'old'])
      try { lockStore('${folder}/' + name + '.sqlite'); } catch (error) { console.log(formatFault(error)); }`;
  const command = mounted(folder, process.execPath, '--input-type=module', '-e', source);
  const why = `EROFS: read-only file system, access '${folder}'`;
  const remedy = 'Mount that file system so that Crier may write to it, or use a path on another one.';
  const line = (name: string) => `The store's lock at ${folder}/${name}.sqlite cannot be taken: ${why}. ${remedy}\n`;
  expect(execFileSync('unshare', command, { encoding: 'utf8', stdio: 'pipe' })).toBe(line('new') + line('old'));
});
