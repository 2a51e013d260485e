import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { TABLES } from '../../src/move/tables.ts';
import { makeDatabase, openHandle, openTcpProxy } from '../storage/postgres/database.ts';
import { startChild } from '../storage/sqlite/child.ts';
import { fillStore, newStore, openFiles } from './filled-store.ts';
import { answersOfDatabase, answersOfFiles, openBeside, runMove } from './run-move.ts';

const MAIN = join(import.meta.dirname, '../../src/move/main.ts');
const MANY = 10_000;

const LOCKS = `SELECT FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const WAITS = `${LOCKS} AND NOT granted`;

/** More trades than go over at once. */
function addTrades(path: string): void {
  const db = new DatabaseSync(path);
  db.exec(`WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${MANY})
    INSERT INTO trades (item, at, seq, kind, count, paid) SELECT 1, 1000 + n / 3, n % 3, n % 3, n, 2 * n FROM n`);
  db.close();
}

test('cut at every table, after what was sent is there and before that is heard, it goes on and ends right', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const to = await makeDatabase();
  const proxy = await openTcpProxy(to);
  for (const { name } of TABLES) {
    const cut = proxy.cutAfterAnswerTo(`move-${name}`);
    expect(await runMove(url, proxy.url(to))).toMatch(
      /The connection to PostgreSQL was lost: .*\. What has arrived stays: run the same again, which goes on from there\.$/,
    );
    await cut;
    await expect(answersOfDatabase(to)).rejects.toThrow(
      /holds only a part of what was to be moved there from .*: run npm run move again/,
    );
  }
  const said = await runMove(url, to);
  expect(said).toContain('Going on where it was\ntrades: 24 of 24\n');
  expect(said).not.toContain('DIFFERENT');
  expect(await answersOfDatabase(to)).toEqual(await answersOfFiles(location));
});

test('killed within a table it goes on behind the last row that is there', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  addTrades(location.legacyEvents);
  const to = await makeDatabase();
  const db = await openBeside(to);
  await db.query('SELECT pg_advisory_lock(1, 1)');
  await db.query(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM trades) THEN PERFORM pg_advisory_xact_lock(1, 1); END IF; RETURN NULL; END $$`);
  await db.query('CREATE TRIGGER wait BEFORE INSERT ON trades FOR EACH STATEMENT EXECUTE FUNCTION wait()');
  const child = startChild(MAIN, [url, to]);
  await expect.poll(async () => (await db.query(WAITS)).rowCount).toBe(1);
  await child.kill();
  await db.query('SELECT pg_advisory_unlock(1, 1)');
  await expect.poll(async () => (await db.query(LOCKS)).rowCount).toBe(0);
  const said = await runMove(url, to);
  // What the killed one had asked for last is there, too.
  expect(said).toContain(`Going on where it was\ntrades: 4000 of ${MANY + 24}\n`);
  expect(said).toMatch(new RegExp(`\\ntrades +${MANY + 24} +${MANY + 24} +equal\\n`));
  expect(await answersOfDatabase(to)).toEqual(await answersOfFiles(location));
});

test('a store that was used since the move began is moved from the beginning', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const to = await makeDatabase();
  const proxy = await openTcpProxy(to);
  const cut = proxy.cutAfterAnswerTo('move-changes');
  await runMove(url, proxy.url(to));
  await cut;
  const files = await openFiles(location);
  await files.settings.removeFeed('f1');
  await files.journal.note({ later: 1 });
  await files.close();
  const said = await runMove(url, to);
  expect(said).toContain('The files have changed since: beginning anew\nfeeds: 0 of 1\n');
  expect(await answersOfDatabase(to)).toEqual(await answersOfFiles(location));
});

test('what arrives otherwise than it was sent is a fault, and nobody may run on it', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const to = await makeDatabase();
  const db = openHandle(to);
  const spoil = (body: string) =>
    db.query(
      `CREATE OR REPLACE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN new; END $$`,
    );
  await spoil(`new.paid := new.paid + 1;`);
  await db.query('CREATE TRIGGER spoil BEFORE INSERT ON trades FOR EACH ROW EXECUTE FUNCTION spoil()');
  const said = await runMove(url, to);
  expect(said).toMatch(/\ntrades +24 +24 +DIFFERENT\n/);
  expect(said).toMatch(
    /\nWhat has arrived is not what was sent: nobody may run on the database yet\. Run the same again, which begins anew\.$/,
  );
  await expect(answersOfDatabase(to)).rejects.toThrow(/holds only a part/);
  await spoil('');
  expect(await runMove(url, to)).toMatch(/All of it is there\./);
});
