import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { openWorld, type World } from '../journeys/world/world.ts';
import { writeReleasedStore } from '../storage/sqlite/released/write-released-store.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { type Checked, checkedOf, runCheck } from './run-check.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** Mount namespaces are not available on every system. */
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

let world: World;
afterEach(() => world?.close());

const check = (more: Readonly<Record<string, string>>) => runCheck({ ...world.environment(), ...more });

test('an unusable store is reported: newer, damaged, replaced by a folder, moved away or half restored', async () => {
  world = await openWorld();
  const paths = [1, 2, 3, 4, 5].map((n) => join(world.folder, `${n}.sqlite`));
  const [newer, damaged, folder, moved, half] = paths as [string, string, string, string, string];
  const journal = new DatabaseSync(newer);
  journal.exec('PRAGMA user_version = 99');
  journal.close();
  writeFileSync(damaged, 'no database at all, but a text that is long enough to be looked at as one'.repeat(100));
  mkdirSync(folder);
  writeFileSync(moved.replace('.sqlite', '.moved'), '');
  writeFileSync(half.replace('.sqlite', '.restoring'), '');
  const outputs = await Promise.all(paths.map((path) => check({ STORE_URL: `sqlite://${path}` })));
  expect(outputs.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
  expect(outputs.flatMap(({ failures }) => failures)).toEqual([
    expect.stringMatching(/^✗ Store: The store .+ was written by a newer Crier \(version 99.+start that one again/),
    expect.stringMatching(/^✗ Store: The store at .+2\.sqlite cannot be read: file is not a database\./),
    expect.stringMatching(/^✗ Store: STORE_URL names a folder/),
    expect.stringMatching(/^✗ Store: This store was moved to PostgreSQL/),
    expect.stringMatching(
      /^✗ Store: The restore of a backup into this store was interrupted: run npm run restore again/,
    ),
  ]);
});

const READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"';
const SMALL = 'mount -t tmpfs -o size=1m tmpfs "$1"';
const FULL = `${SMALL} && head -c 2m /dev/zero > "$1/full" 2> /dev/null; true`;

/** Runs the check in a mount namespace in which the store's folder is mounted by the command. */
async function checkMounted(mount: string): Promise<Checked> {
  const script = `${mount}; shift; exec "$@"`;
  const command = ['-rm', 'sh', '-c', script, 'sh', world.folder, process.execPath, MAIN, '--check'];
  const env = { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...world.environment() };
  return new Promise((resolve) => {
    execFile('unshare', command, { env }, (error, stdout, stderr) =>
      resolve(checkedOf(error === null ? 0 : Number(error.code), stdout + stderr)),
    );
  });
}

test.skipIf(!canMount)('a read-only disk, a nearly full disk and a full disk are each reported', async () => {
  world = await openWorld();
  const readOnly = await checkMounted(READ_ONLY);
  expect(readOnly).toMatchObject({ code: 1 });
  expect(readOnly.failures).toEqual([
    expect.stringMatching(
      /^✗ Store: .+EROFS: read-only file system.+Mount that file system so that Crier may write to it/,
    ),
  ]);
  expect((await checkMounted(SMALL)).failures).toEqual([
    expect.stringMatching(/^✗ Store: The disk of .+ has 1 MB left: Crier needs 100\. Free some space on the disk\.$/),
  ]);
  const old = temporaryFolder();
  writeReleasedStore('0.4.0-dev', old);
  const small = `mount -t tmpfs -o size=16m tmpfs "$1" && cp ${old}/*.sqlite "$1"`;
  expect((await checkMounted(small)).failures).toEqual([
    expect.stringMatching(
      /^✗ Store: The disk of .+ has 16 MB left: Crier needs 100, and the upgrade at the next start needs 11 more\. Free some space on the disk\.$/,
    ),
  ]);
  expect((await checkMounted(FULL)).failures).toEqual([
    expect.stringMatching(/^✗ Store: Crier cannot write next to the store: ENOSPC.+Free some space on the disk\.$/),
  ]);
});
