import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeBackup } from '../../../src/backup/backup.ts';
import { restoreBackup } from '../../../src/backup/restore.ts';
import { locateStore } from '../../../src/storage/sqlite/files.ts';
import { writeReleasedStore } from '../../storage/sqlite/released/write-released-store.ts';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';
import { upgrade } from '../../storage/sqlite/upgrade/legacy-store.ts';

const WATCHED = new URL('watched-backup.ts', import.meta.url).pathname;

function storeIn(folder: string) {
  const located = locateStore(`sqlite://${join(folder, 'crier.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  return located.location;
}

/** The files with a mark in each layout; the journal of two files becomes the single file. */
const MARKED = { 'one file': ['crier.sqlite'], 'two files': ['crier.sqlite', 'crier.events.sqlite'] } as const;

/** Makes a store in a new folder that was killed, so that its owner's name is in the WAL only. */
async function markedStore(layout: keyof typeof MARKED, name: string): Promise<string> {
  const [made, folder] = [temporaryFolder(), temporaryFolder()];
  writeReleasedStore('0.4.0-dev', made);
  if (layout === 'one file') await upgrade(made);
  const open = MARKED[layout].map((file) => new DatabaseSync(join(made, file)));
  for (const db of open) db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE mark AS SELECT '${name}' AS name`);
  for (const file of readdirSync(made).filter((each) => !each.includes('before-0.4')))
    cpSync(join(made, file), join(folder, file));
  for (const db of open) db.close();
  return folder;
}

function markOf(path: string): unknown {
  const db = new DatabaseSync(path);
  try {
    const isMarked = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'mark'").get() !== undefined;
    return isMarked ? db.prepare('SELECT name FROM mark').get()?.name : null;
  } finally {
    db.close();
  }
}

const marksIn = (folder: string, layout: keyof typeof MARKED) =>
  MARKED[layout].map((file) => markOf(join(folder, file)));

/** Returns the files of the old store that were kept, anywhere. */
function keptOfOld(folder: string): string[] {
  const oldFolders = readdirSync(folder).filter((name) => name.includes('before-restore'));
  return oldFolders.flatMap((oldFolder) =>
    readdirSync(join(folder, oldFolder)).filter(
      (file) => /sqlite$/.test(file) && markOf(join(folder, oldFolder, file)) === 'old',
    ),
  );
}

/** Returns the folders left by a kill before each change, in order; the last one had no kill. */
async function killed(what: 'backup' | 'restore', folder: string, store: string, backup: string): Promise<string[]> {
  const copies = temporaryFolder();
  const child = spawn(process.execPath, [WATCHED, folder, copies, what, backup], {
    env: { PATH: process.env.PATH, STORE_URL: `sqlite://${join(store, 'crier.sqlite')}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
  return readdirSync(copies)
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => join(copies, name));
}

test.each(['one file', 'two files'] as const)(
  'a backup of a store in %s that is killed at any change leaves the store alone, and is complete or absent',
  async (layout) => {
    const folder = temporaryFolder();
    cpSync(await markedStore(layout, 'store'), join(folder, 'store'), { recursive: true });
    const left = await killed('backup', folder, join(folder, 'store'), join(folder, 'backup'));
    expect(left.length).toBeGreaterThan(6);
    for (const [index, each] of left.entries()) {
      const [store, backup] = [join(each, 'store'), join(each, 'backup')];
      expect(marksIn(store, layout)).toEqual(MARKED[layout].map(() => 'store'));
      if (!existsSync(backup))
        await makeBackup({ location: storeIn(store), folder: backup, version: '0', onProgress: () => undefined });
      const elsewhere = temporaryFolder();
      restoreBackup({ location: storeIn(elsewhere), folder: backup, now: Date.now() });
      expect(marksIn(elsewhere, 'one file'), `killed before change ${index}`).toEqual(['store']);
    }
  },
);

test.each([
  ['two files', 'one file'],
  ['one file', 'two files'],
] as const)(
  'a restore of %s over %s that is killed at any change loses nothing, and completes when run again',
  async (layout, oldLayout) => {
    const source = await markedStore(layout, 'backup');
    const backup = join(temporaryFolder(), 'backup');
    await makeBackup({ location: storeIn(source), folder: backup, version: '0', onProgress: () => undefined });
    const old = await markedStore(oldLayout, 'old');
    const left = await killed('restore', old, old, backup);
    expect(left.length).toBeGreaterThan(12);
    for (const [index, folder] of left.entries()) {
      const moment = `killed before change ${index}`;
      // A start finds the whole old store or the whole new one.
      if (!existsSync(join(folder, 'crier.restoring'))) {
        const isNew = markOf(join(folder, 'crier.sqlite')) === 'backup';
        if (!isNew) expect(marksIn(folder, oldLayout), moment).toEqual(MARKED[oldLayout].map(() => 'old'));
      }
      // In the same second as the one before.
      restoreBackup({ location: storeIn(folder), folder: backup, now: Date.now() });
      expect(marksIn(folder, 'one file'), moment).toEqual(['backup']);
      expect(keptOfOld(folder).sort(), moment).toEqual([...MARKED[oldLayout]].sort());
      expect(existsSync(join(folder, 'crier.restoring')), moment).toBe(false);
    }
  },
);
