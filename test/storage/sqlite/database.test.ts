import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { isLargeAndSound, openDatabase } from '../../../src/storage/sqlite/database.ts';
import { makeFolderOf } from '../../../src/storage/sqlite/files.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: a real store in files. */

function filled(path: string): void {
  const db = new DatabaseSync(path);
  db.exec(`CREATE TABLE t (a UNIQUE); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
           INSERT INTO t SELECT hex(randomblob(20)) FROM n`);
  db.close();
}

function overwrite(path: string, position: number, length: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(length, 0x5a), 0, length, position);
  closeSync(file);
}

it('an open creates missing parent folders', () => {
  const log = recordingLog();
  const db = openDatabase(join(temporaryFolder(), 'a', 'b', 'crier.sqlite'), log);
  onTestFinished(() => db.close());
  expect(db.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('wal');
  expect(log.lines).toEqual([]);
});

it.each([
  ['its first page', () => 0],
  ['a page in the middle', (size: number) => Math.floor(size / 8192) * 4096],
])('fault 58: a file whose damage is in %s is quarantined with all its bytes, and logged', (_what, position) => {
  const folder = temporaryFolder();
  const path = join(folder, 'crier.sqlite');
  filled(path);
  const size = statSync(path).size;
  overwrite(path, position(size), 4096);

  const log = recordingLog();
  const db = openDatabase(path, log);
  onTestFinished(() => db.close());
  expect(db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables).toBe(0);
  expect(log.lines.map((line) => line.level)).toEqual(['error']);
  expect(log.errors()).toHaveLength(1);
  const kept = readdirSync(folder).find((name) => /\.corrupt-[\dT.-]+Z$/.test(name));
  expect(kept && statSync(join(folder, kept)).size).toBe(size);
});

it('an undamaged file is reopened unchanged', () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  filled(path);
  const db = openDatabase(path, recordingLog());
  onTestFinished(() => db.close());
  expect(db.prepare('SELECT count(*) AS rows FROM t').get()?.rows).toBe(5000);
});

it('fault 56: a folder that cannot be created is refused, with the fix', () => {
  expect(() => makeFolderOf('/proc/nowhere/deep/crier.sqlite')).toThrow(
    /cannot be created: ENOENT.* Set STORE_URL to a path/,
  );
});

it('a large file is checked in a thread, and a damaged or small one when it is opened', async () => {
  const folder = temporaryFolder();
  const [large, small] = [join(folder, 'large.sqlite'), join(folder, 'small.sqlite')];
  for (const path of [large, small]) filled(path);
  const db = new DatabaseSync(large);
  db.exec('INSERT INTO t VALUES (zeroblob(70000000))');
  db.close();
  expect(await isLargeAndSound(small)).toBe(false);
  expect(await isLargeAndSound(join(folder, 'none.sqlite'))).toBe(false);
  expect(await isLargeAndSound(large)).toBe(true);
  openDatabase(large, recordingLog(), { isSound: true }).close();
  overwrite(large, 3 * 4096, 4096);
  expect(await isLargeAndSound(large)).toBe(false);
});
