import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeBackup } from '../../../src/backup/backup.ts';
import { restoreBackup } from '../../../src/backup/restore.ts';
import { locateStore } from '../../../src/storage/sqlite/location.ts';
import { type Released, writeReleasedStore } from '../../storage/sqlite/released/write-released-store.ts';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';

const KILLED = new URL('killed-between-changes.ts', import.meta.url).pathname;

function storeIn(folder: string) {
  const located = locateStore(`sqlite://${join(folder, 'crier.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  return located.location;
}

const FILES = ['crier.sqlite', 'crier.events.sqlite'];

/** A store in a new folder, whose files both say whose they are, in the WAL alone: it was killed. */
function markedStore(version: Released, name: string): string {
  const [made, folder] = [temporaryFolder(), temporaryFolder()];
  writeReleasedStore(version, made);
  const open = FILES.map((file) => new DatabaseSync(join(made, file)));
  for (const db of open) db.exec(`CREATE TABLE mark AS SELECT '${name}' AS name`);
  cpSync(made, folder, { recursive: true });
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

const marksIn = (folder: string) => FILES.map((file) => markOf(join(folder, file)));

/** All that was set aside of the old store, wherever. */
function keptOfOld(folder: string): string[] {
  const asides = readdirSync(folder).filter((name) => name.includes('before-restore'));
  return asides.flatMap((aside) =>
    readdirSync(join(folder, aside)).filter(
      (file) => /sqlite$/.test(file) && markOf(join(folder, aside, file)) === 'old',
    ),
  );
}

/** Whether it was killed before that change: it makes fewer otherwise. */
async function runKilled(before: number, what: 'backup' | 'restore', folder: string, backup: string): Promise<boolean> {
  const child = spawn(process.execPath, [KILLED, String(before), what, backup], {
    env: { PATH: process.env.PATH, STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}` },
    stdio: 'ignore',
  });
  const [, signal] = await once(child, 'exit');
  return signal === 'SIGKILL';
}

test('a backup that is killed before any of its changes to files leaves the store alone, and is there whole or not at all', async () => {
  const folder = markedStore('0.3.0', 'store');
  let kills = 0;
  for (let isKilled = true; isKilled; kills += 1) {
    const backup = join(temporaryFolder(), 'backup');
    isKilled = await runKilled(kills, 'backup', folder, backup);
    expect(marksIn(folder)).toEqual(['store', 'store']);
    if (!existsSync(backup))
      await makeBackup({ location: storeIn(folder), folder: backup, version: '0', onProgress: () => undefined });
    const elsewhere = temporaryFolder();
    restoreBackup({ location: storeIn(elsewhere), folder: backup, now: Date.now() });
    expect(marksIn(elsewhere), `killed before change ${kills}`).toEqual(['store', 'store']);
  }
  expect(kills).toBeGreaterThan(6);
});

test('a restore that is killed before any of its changes to files loses nothing of the old store, and is done when run again', async () => {
  const source = markedStore('0.3.0', 'backup');
  const backup = join(temporaryFolder(), 'backup');
  await makeBackup({ location: storeIn(source), folder: backup, version: '0', onProgress: () => undefined });

  let kills = 0;
  for (let isKilled = true; isKilled; kills += 1) {
    const folder = markedStore('0.2.0', 'old');
    isKilled = await runKilled(kills, 'restore', folder, backup);
    // Where Crier would start, both files are of one store.
    if (!existsSync(join(folder, 'crier.restoring')))
      expect(marksIn(folder)).toBeOneOf([
        ['old', 'old'],
        ['backup', 'backup'],
      ]);
    // In the same second as the one before.
    restoreBackup({ location: storeIn(folder), folder: backup, now: Date.now() });
    expect(marksIn(folder), `killed before change ${kills}`).toEqual(['backup', 'backup']);
    expect(keptOfOld(folder).sort(), `killed before change ${kills}`).toEqual(['crier.events.sqlite', 'crier.sqlite']);
    expect(existsSync(join(folder, 'crier.restoring'))).toBe(false);
  }
  expect(kills).toBeGreaterThan(12);
});
