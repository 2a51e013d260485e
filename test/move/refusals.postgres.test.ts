import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { StoreLocation } from '../../src/storage/sqlite/files.ts';
import { makeDatabase, openHandle, urlOf } from '../storage/postgres/database.ts';
import { POOL } from '../storage/postgres/database-pool.ts';
import { lead } from '../storage/postgres/ingest/lead.ts';
import { fillStore, newStore, openFiles } from './filled-store.ts';
import { openOtherConnection, runMove } from './run-move.ts';

/** Moves a filled store after `spoil` changed it. @returns the last line of the move */
async function lastLineOfMove(spoil: (location: StoreLocation) => void, to?: string): Promise<string> {
  const { url, location } = newStore();
  await fillStore(location);
  spoil(location);
  return lastOf(await runMove(url, to ?? (await makeDatabase())));
}

const lastOf = (output: string) => output.split('\n').at(-1) ?? '';

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

test('a move from PostgreSQL to SQLite is refused and names the alternatives', () => {
  const main = join(import.meta.dirname, '../../src/move/main.ts');
  const node = ['--disable-warning=ExperimentalWarning', main, 'postgres://crier@db/crier', 'sqlite://crier.sqlite'];
  const { status, stderr } = spawnSync(process.execPath, node, { encoding: 'utf8' });
  expect(stderr).toMatch(/^Crier moves a store from SQLite to PostgreSQL only\. Keep the database in STORE_URL, or /);
  expect(status).toBe(1);
});

test('a move from a path without a store creates no files', async () => {
  const { url, location } = newStore();
  expect(await runMove(url, urlOf('none'))).toContain(`There is no store to move: ${location.path} is missing.`);
  expect(existsSync(location.lock)).toBe(false);
});

test('a folder in place of the store or of its former journal is refused with its reason', async () => {
  const [store, journal] = [newStore(), newStore()];
  mkdirSync(store.location.path, { recursive: true });
  expect(lastOf(await runMove(store.url, urlOf('none')))).toMatch(/^STORE_URL names a folder, /);
  mkdirSync(journal.location.legacyEvents, { recursive: true });
  expect(lastOf(await runMove(journal.url, urlOf('none')))).toMatch(/^The store at \S+ cannot be read: /);
});

test('a move refuses a store of a newer or older release, the two files of 0.3 and a damaged store', async () => {
  const versioned = (version: number) => lastLineOfMove(({ path }) => change(path, `PRAGMA user_version = ${version}`));
  const older =
    /^The store at .*crier\.sqlite was written by an older Crier: start this version of Crier on it once, stop it, and move it then\.$/;
  expect(await versioned(99)).toMatch(/was written by a newer Crier \(version 99, .*\): move it with that version\.$/);
  expect(await versioned(1)).toMatch(older);
  const legacy = ({ path }: { readonly path: string }) => {
    rmSync(path);
    change(path, 'CREATE TABLE keyv (key TEXT PRIMARY KEY, value TEXT, namespace TEXT, expires INTEGER)');
  };
  expect(await lastLineOfMove(legacy)).toMatch(older);
  // Makes a store in the former layout of two files, without its settings file.
  const withoutSettings = ({ path, legacyEvents }: Pick<StoreLocation, 'path' | 'legacyEvents'>) => {
    rmSync(legacyEvents, { force: true });
    renameSync(path, legacyEvents);
  };
  expect(await lastLineOfMove(withoutSettings)).toMatch(older);
  expect(await lastLineOfMove(({ path }) => writeFileSync(path, 'x'.repeat(9_000)))).toMatch(
    /crier\.sqlite .*(damaged|database)/,
  );
});

test('a move of a store that Crier is running on is refused', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const files = await openFiles(location);
  expect(lastOf(await runMove(url, await makeDatabase()))).toMatch(
    /^Another Crier already runs on this store .*; stop that process first\.$/,
  );
  await files.close();
});

const RUNS = /^Crier or another move runs on the database: stop all of its processes first\.$/;

test('a database that has or had a leader is refused', async () => {
  const to = await makeDatabase();
  const term = await lead(openHandle(to));
  expect(await lastLineOfMove(() => {}, to)).toMatch(RUNS);
  await term.end();
  expect(await lastLineOfMove(() => {}, to)).toBe('The database holds rows of another Crier: give an empty database.');
});

test('a refused move leaves no connection and no lock on the database', async () => {
  const to = await makeDatabase();
  const beside = await openOtherConnection(to, 'crier elsewhere 7');
  expect(await lastLineOfMove(() => {}, to)).toMatch(RUNS);
  const left = await beside.query(
    `SELECT application_name FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> $1`,
    [POOL],
  );
  expect(left.rows).toEqual([]);
});

test('a move into a database that a follower uses is refused', async () => {
  const to = await makeDatabase();
  await openOtherConnection(to, 'crier elsewhere 7');
  expect(await lastLineOfMove(() => {}, to)).toMatch(RUNS);
});

test('a move into a database that already contains another moved store is refused', async () => {
  const to = await makeDatabase();
  expect(await lastLineOfMove(() => {}, to)).toMatch(/^The files stay unchanged/);
  expect(await lastLineOfMove(() => {}, to)).toMatch(
    /^The database holds a store moved from .*crier\.sqlite: give an empty database\.$/,
  );
});

test('a database with rows is refused', async () => {
  const to = await makeDatabase();
  await openHandle(to).query(`INSERT INTO people (id, record) VALUES ('1', '{}')`);
  expect(await lastLineOfMove(() => {}, to)).toBe('The database holds rows of another Crier: give an empty database.');
});
