import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { StoreLocation } from '../../src/storage/sqlite/location.ts';
import { makeDatabase, openHandle, urlOf } from '../storage/postgres/database.ts';
import { lead } from '../storage/postgres/pen/lead.ts';
import { fillStore, newStore, openFiles } from './filled-store.ts';
import { openBeside, runMove } from './run-move.ts';

/** The last line that is said of a move of a filled store, after what was done to it. */
async function saidOf(spoil: (location: StoreLocation) => void, to?: string): Promise<string> {
  const { url, location } = newStore();
  await fillStore(location);
  spoil(location);
  return lastOf(await runMove(url, to ?? (await makeDatabase())));
}

const lastOf = (said: string) => said.split('\n').at(-1) ?? '';

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

test('where there is no store none is made', async () => {
  const { url, location } = newStore();
  expect(await runMove(url, urlOf('none'))).toContain(`There is no store to be moved: ${location.path} is missing.`);
  expect(existsSync(location.lock)).toBe(false);
  expect(await saidOf(({ legacyEvents: events }) => rmSync(events))).toMatch(
    /events\.sqlite is missing\. Correct the path\.$/,
  );
});

test('a store of a newer Crier, of an older one, one with a change that was cut short, and a damaged one', async () => {
  const versioned = (version: number) =>
    saidOf(({ legacyEvents: events }) => change(events, `PRAGMA user_version = ${version}`));
  expect(await versioned(99)).toMatch(/was written by a newer Crier \(version 99, .*\): move it with that one\.$/);
  expect(await versioned(1)).toMatch(
    /was written by an older Crier: start Crier on it once, stop it, and move it then\.$/,
  );
  const insert = `INSERT INTO keyv (key, value, namespace) VALUES ('400', '{}', 'unfinished')`;
  expect(await saidOf(({ path: settings }) => change(settings, insert))).toMatch(
    /holds a change that was cut short: start Crier/,
  );
  expect(await saidOf(({ path: settings }) => writeFileSync(settings, 'x'.repeat(9_000)))).toMatch(
    /crier\.sqlite .*(damaged|database)/,
  );
});

test('a Crier runs on the files', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const files = await openFiles(location);
  expect(lastOf(await runMove(url, await makeDatabase()))).toMatch(
    /^Another Crier already runs on this store .*; stop it first\.$/,
  );
  await files.close();
});

const RUNS = /^A Crier runs on the database, or another move does: stop all of its processes first\.$/;

test('a Crier leads on the database', async () => {
  const to = await makeDatabase();
  const term = await lead(openHandle(to));
  expect(await saidOf(() => {}, to)).toMatch(RUNS);
  await term.end();
  expect(await saidOf(() => {}, to)).toBe('The database holds what another Crier has written: give one that is empty.');
});

test('where it is refused it leaves nothing behind that would keep it, or others, waiting', async () => {
  const to = await makeDatabase();
  const beside = await openBeside(to, 'crier elsewhere 7');
  expect(await saidOf(() => {}, to)).toMatch(RUNS);
  const left = await beside.query(
    'SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  expect(left.rows).toEqual([]);
});

test('a Crier on the database that does not lead', async () => {
  const to = await makeDatabase();
  await openBeside(to, 'crier elsewhere 7');
  expect(await saidOf(() => {}, to)).toMatch(RUNS);
});

test('a database in which another store lies already', async () => {
  const to = await makeDatabase();
  expect(await saidOf(() => {}, to)).toMatch(/^The files stay as they are/);
  expect(await saidOf(() => {}, to)).toMatch(
    /^The database holds what was moved there from .*crier\.sqlite: give one that is empty\.$/,
  );
});

test('a database in which something lies', async () => {
  const to = await makeDatabase();
  await openHandle(to).query(`INSERT INTO people (id, record) VALUES ('1', '{}')`);
  expect(await saidOf(() => {}, to)).toBe('The database holds what another Crier has written: give one that is empty.');
});
