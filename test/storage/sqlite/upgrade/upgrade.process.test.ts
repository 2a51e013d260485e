import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { openStore } from '../../../../src/storage/sqlite/store.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { startChild } from '../child.ts';
import { writeReleasedStore } from '../released/write-released-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bytesIn, change, contentOf, locationIn, rowsOf, upgrade } from './legacy-store.ts';

/** Stands on: a store of two files, upgraded in a process of its own, and copies of all files before each change. */

const WATCHED = new URL('watched-upgrade.ts', import.meta.url).pathname;

/** Returns the stores left by a kill before each change of an upgrade, in the order of the changes. */
async function killedStores(source: string): Promise<readonly string[]> {
  const [folder, copies] = [temporaryFolder(), temporaryFolder()];
  cpSync(source, folder, { recursive: true });
  const child = startChild(WATCHED, [folder, copies]);
  expect(await once(child.process, 'exit')).toEqual([0, null]);
  return readdirSync(copies)
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => join(copies, name));
}

function versionOf(path: string): number | null {
  return existsSync(path) ? Number(rowsOf(path, 'PRAGMA user_version')[0]?.user_version) : null;
}

it('an upgrade killed before any of its file changes is completed by the next start without losses', async () => {
  const source = temporaryFolder();
  const { settings, journal } = writeReleasedStore('0.4.0-dev', source);
  const old = { settings: contentOf(settings), journal: contentOf(journal) };
  const killed = await killedStores(source);
  const expected = contentOf(join(killed.at(-1) ?? '', 'crier.sqlite'));
  const restartable: string[] = [];
  for (const [index, folder] of killed.entries()) {
    const moment = `killed before change ${index}`;
    const [store, events] = [join(folder, 'crier.sqlite'), join(folder, 'crier.events.sqlite')];
    // An older release finds both of its files unchanged, or refuses to start.
    const version = versionOf(events);
    if (version === 7) {
      expect(contentOf(store), moment).toEqual(old.settings);
      expect(contentOf(events), moment).toEqual(old.journal);
      restartable.push(folder);
      cpSync(folder, `${folder}-restarted`, { recursive: true });
    } else expect(version, moment).toBe(1_000_000);

    await upgrade(folder);
    expect(contentOf(store), moment).toEqual(expected);
    expect(
      readdirSync(folder).filter((name) => /upgrad|\.new|wal|shm/.test(name)),
      moment,
    ).toEqual([]);
    expect(contentOf(`${store}.before-0.4`), moment).toEqual(old.settings);
    expect(contentOf(`${events}.before-0.4`), moment).toEqual(old.journal);
  }
  expect(killed.length).toBeGreaterThan(30);

  // An older release that starts after the kill writes to the old files, and those writes are upgraded too.
  expect(restartable.length).toBeGreaterThan(20);
  for (const folder of restartable.map((each) => `${each}-restarted`)) {
    change(join(folder, 'crier.sqlite'), `INSERT INTO keyv (key, value, namespace) VALUES ('later', '{}', 'watches')`);
    change(join(folder, 'crier.events.sqlite'), `INSERT INTO moments (name, at) VALUES ('later', 1)`);
    await upgrade(folder);
    const { watches, checkpoints } = contentOf(join(folder, 'crier.sqlite'));
    expect(watches, folder).toHaveLength((expected.watches?.length ?? 0) + 1);
    expect(checkpoints, folder).toHaveLength((expected.checkpoints?.length ?? 0) + 1);
  }
});

const ONCE = new URL('upgrade-once.ts', import.meta.url).pathname;
const READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"';
/** Copies the store into the new file system. */
const SMALL = 'mkdir "$1/small" && mount -t tmpfs -o size=4m tmpfs "$1/small" && cp "$1"/*.sqlite "$1/small"';
/** Mount namespaces are not available on every system. */
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

/** @returns the message for the operator, then the log */
function upgradeMounted(mount: string, folder: string, store: string): string {
  const script = `${mount}; shift; exec "$@"`;
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', ONCE, store];
  const run = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', folder, ...node], { encoding: 'utf8' });
  return run.stdout + run.stderr;
}

it.skipIf(!canMount)(
  'faults 54, 56: a full disk and a read-only disk are named, and the old files stay unchanged',
  () => {
    const folder = temporaryFolder();
    writeReleasedStore('0.4.0-dev', folder);
    const before = bytesIn(folder);
    const small = join(folder, 'small');
    expect(upgradeMounted(SMALL, folder, small)).toMatch(
      /^The upgrade of the store needs 11 MB of free disk space in \S+, and 3 MB are free\. Free 8 MB more and start Crier again\. The store is unchanged\.\n$/,
    );
    rmSync(small, { recursive: true });
    const refused = `The store at ${join(folder, 'crier.sqlite')} cannot be used: EROFS: read-only file system, access '${folder}'. Mount that file system so that Crier may write to it, or use a path on another one.\n`;
    expect(upgradeMounted(READ_ONLY, folder, folder)).toBe(refused);
    expect(bytesIn(folder)).toEqual(before);
  },
);

it.skipIf(!canMount)('fault 56: a store that needs no upgrade is refused on a read-only disk, unchanged', async () => {
  const folder = temporaryFolder();
  writeReleasedStore('0.4.0-dev', folder);
  await (await openStore(locationIn(folder), recordingLog())).close();
  const before = bytesIn(folder);
  expect(upgradeMounted(READ_ONLY, folder, folder)).toMatch(
    /^The store at \S+ cannot be used: EROFS.* Mount that file system so that Crier may write to it, or use a path on another one\.\n$/,
  );
  expect(bytesIn(folder)).toEqual(before);
});

it.skipIf(process.getuid?.() !== 0)(
  'fault 56: a folder without write permission is named, and the old files stay (needs root)',
  () => {
    const folder = temporaryFolder();
    writeReleasedStore('0.4.0-dev', folder);
    for (const name of readdirSync(folder)) chownSync(join(folder, name), 65_534, 65_534);
    chmodSync(folder, 0o755);
    const before = bytesIn(folder);
    const moment = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ONCE, folder, '65534'], {
      encoding: 'utf8',
    });
    expect(moment.stdout).toMatch(
      /^The store at \S+ cannot be used: EACCES.* Let the user that Crier runs as read and write there\.\n$/,
    );
    expect(bytesIn(folder)).toEqual(before);
  },
);
