import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeDatabase, openHandle, openTcpProxy } from '../storage/postgres/database.ts';
import { startChild } from '../storage/sqlite/child.ts';
import { fillStore, newStore, openFiles } from './filled-store.ts';
import { answersOfDatabase, answersOfFiles, openOtherConnection, runMove } from './run-move.ts';

const MAIN = join(import.meta.dirname, '../../src/move/main.ts');
const MANY = 10_000;

const LOCKS = `SELECT FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const WAITS = `${LOCKS} AND NOT granted`;

function addTrades(path: string): void {
  const db = new DatabaseSync(path);
  db.exec(`WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${MANY})
    INSERT INTO trades (item, at, seq, kind, count, paid) SELECT 1, 1000 + n / 3, n % 3, n % 3, n, 2 * n FROM n`);
  db.close();
}

/** The statements of a move, in order. */
const STATEMENTS = [
  'move-feeds',
  'move-changes',
  'move-trades',
  'snapshot_pieces',
  'DECLARE copied',
  'setval',
  'done_at =',
];

test('a move whose connection is cut at any step continues, and its result is equal', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const to = await makeDatabase();
  const proxy = await openTcpProxy(to);
  for (const statement of STATEMENTS) {
    const cut = proxy.cutAfterAnswerTo(statement);
    expect(await runMove(url, proxy.url(to)), statement).toMatch(
      /The connection to PostgreSQL was lost: .*\. Run the same command again: it continues there\.$/,
    );
    await cut;
    await expect(answersOfDatabase(to)).rejects.toThrow(
      /holds only a part of the store moved from .*: run npm run move again/,
    );
  }
  const output = await runMove(url, to);
  expect(output).toMatch(/^Checking the files\nContinuing an earlier move\nsnapshots: 0 of 1\nsnapshots: 1 of 1\n/);
  expect(output).not.toContain('DIFFERENT');
  expect(await answersOfDatabase(to)).toEqual(await answersOfFiles(location));
});

test('a move that is killed within a table continues after its last committed row', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  addTrades(location.path);
  const to = await makeDatabase();
  const db = await openOtherConnection(to);
  await db.query('SELECT pg_advisory_lock(1, 1)');
  await db.query(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM trades) THEN PERFORM pg_advisory_xact_lock(1, 1); END IF; RETURN NULL; END $$`);
  await db.query('CREATE TRIGGER wait BEFORE INSERT ON trades FOR EACH STATEMENT EXECUTE FUNCTION wait()');
  const child = startChild(MAIN, [url, to]);
  await expect.poll(async () => (await db.query(WAITS)).rowCount).toBe(1);
  await child.kill();
  await db.query('SELECT pg_advisory_unlock(1, 1)');
  await expect.poll(async () => (await db.query(LOCKS)).rowCount).toBe(0);
  const output = await runMove(url, to);
  // The last statement of the killed process was committed.
  expect(output).toContain(`Continuing an earlier move\ntrades: 4000 of ${MANY + 24}\n`);
  expect(output).toMatch(new RegExp(`\\ntrades +${MANY + 24} +${MANY + 24} +equal\\n`));
  expect(await answersOfDatabase(to)).toEqual(await answersOfFiles(location));
});

test('a move that is cut after every batch sends each row once and counts damaged rows once', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  addTrades(location.path);
  const db = new DatabaseSync(location.path);
  db.exec('INSERT INTO trades (item, at, seq, kind, count, paid) VALUES (0, 1, 0, 1, 0, 1), (1, 1500, 9, 1, 0, 1)');
  db.exec(`INSERT INTO trades (item, at, seq, kind, count, paid) VALUES ('none', 1, 0, 1, 1, 1)`);
  db.close();
  const to = await makeDatabase();
  const proxy = await openTcpProxy(to);
  for (const sent of [2_000, 4_000, 6_000, 8_000, 10_000, MANY + 24]) {
    const cut = proxy.cutAfterAnswerTo('move-trades');
    expect(await runMove(url, proxy.url(to))).toMatch(/The connection to PostgreSQL was lost/);
    await cut;
    const { rows } = await openHandle(to).query('SELECT count(*) AS sent FROM trades');
    expect(rows).toEqual([{ sent }]);
  }
  const output = await runMove(url, to);
  expect(output).toContain('Damaged, left in the file: 3 of trades (0/1/0, 1/1500/9, none/1/0)');
  expect(output).toContain('The store is moved.');
  await expect(answersOfDatabase(to)).resolves.toBeDefined();
});

test('a store that Crier used after the move began is moved from the beginning', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const to = await makeDatabase();
  const proxy = await openTcpProxy(to);
  const cut = proxy.cutAfterAnswerTo('move-changes');
  await runMove(url, proxy.url(to));
  await cut;
  const files = await openFiles(location);
  await files.settings.removeFeed('f1');
  await files.journal.saveNumbers({ later: 1 });
  await files.close();
  const output = await runMove(url, to);
  expect(output).toContain('Store has changed since an earlier move, starting from the beginning\nfeeds: 0 of 1\n');
  expect(await answersOfDatabase(to)).toEqual(await answersOfFiles(location));
});

test('a row that differs after the copy is reported, and Crier does not start on the database', async () => {
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
  const output = await runMove(url, to);
  expect(output).toMatch(/\ntrades +24 +24 +DIFFERENT\n/);
  expect(output).toMatch(
    /\nThe database differs from the store, so Crier does not start on it\. Run the same command again: it starts from the beginning\.$/,
  );
  await expect(answersOfDatabase(to)).rejects.toThrow(/holds only a part/);
  await spoil('');
  expect(await runMove(url, to)).toMatch(/The store is moved\./);
});
