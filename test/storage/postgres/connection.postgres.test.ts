import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ConnectionLost } from '../../../src/faults/store-faults.ts';
import { isConnectionLost } from '../../../src/storage/postgres/connection-retries.ts';
import { makeDatabase, openDatabase, openHandle, openTcpProxy } from './database.ts';

/** Stands on: a real PostgreSQL, and the event loop, really blocked by a busy loop. */

test('integers of eight bytes and their sums are numbers', async () => {
  const postgres = await openDatabase();
  const most = Number.MAX_SAFE_INTEGER;
  const { rows } = await postgres.query(
    `SELECT count(*) AS count, sum(n) AS sum, array_agg(n ORDER BY n) AS all, 0.5 AS half FROM unnest($1::bigint[]) n`,
    [[-1, most, null]],
  );
  await expect(postgres.query('SELECT $1::bigint + 2 AS n', [most])).rejects.toThrow(/no safe integer/);
  expect(rows).toEqual([{ count: 3, sum: most - 1, all: [-1, most, null], half: 0.5 }]);
});

test('a statement is prepared once, and bytes are returned unchanged', async () => {
  const postgres = await openDatabase();
  const bytes = Buffer.from([0, 1, 92, 255]);
  for (const n of [1, 2]) {
    const { rows } = await postgres.query<{ bytes: Buffer }>({ name: 'bytes', text: 'SELECT $1::bytea AS bytes' }, [
      bytes.subarray(0, n * 2),
    ]);
    expect(rows).toEqual([{ bytes: bytes.subarray(0, n * 2) }]);
  }
});

test('a transaction is atomic', async () => {
  const postgres = await openDatabase();
  const add = "INSERT INTO checkpoints VALUES ('one', 1)";
  await expect(
    postgres.transaction(async (tx) => {
      await tx.query(add);
      throw new Error('changed its mind');
    }),
  ).rejects.toThrow('changed its mind');
  const count = async () => (await postgres.query("SELECT 1 FROM checkpoints WHERE name = 'one'")).count;
  expect(await count()).toBe(0);
  expect(await postgres.transaction((tx) => tx.query(add))).toMatchObject({ count: 1 });
  expect(await count()).toBe(1);
});

test('a transaction with a rejected statement is never reported as committed', async () => {
  const postgres = await openDatabase();
  await expect(
    postgres.transaction(async (tx) => {
      await tx.query("INSERT INTO checkpoints VALUES ('one', 1)");
      await tx.query('SELECT 1 / 0').catch(() => 'does not matter');
    }),
  ).rejects.toThrow('rolled it back');
});

test('every kind of session commits to disk, reads committed data, and has a statement timeout', async () => {
  const postgres = await openDatabase();
  const asked = `SELECT current_setting('synchronous_commit') AS commit, current_setting('transaction_isolation') AS isolation,
    current_setting('statement_timeout') AS statement, current_setting('client_encoding') AS encoding`;
  const { rows } = await postgres.query(asked);
  expect(rows).toEqual([{ commit: 'on', isolation: 'read committed', statement: '10s', encoding: 'UTF8' }]);
  const session = await postgres.connect('any');
  expect((await session.query(asked)).rows).toMatchObject([{ statement: '0' }]);
  await session.end();
  expect(session.ended.aborted).toBe(true);
});

test('a connection that the server ends is lost, and the next one is new', async () => {
  const postgres = await openDatabase();
  const session = await postgres.connect('short');
  const ended = once(session.ended, 'abort');
  const lost = await postgres.query('SELECT pg_terminate_backend(pg_backend_pid())').catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(ConnectionLost);
  expect(isConnectionLost(lost) && lost.backend?.pid).toBeGreaterThan(0);
  await postgres.query('SELECT pg_terminate_backend($1)', [session.backend.pid]);
  await ended;
  await expect(session.query('SELECT 1')).rejects.toThrow(ConnectionLost);
});

test('a statement sent over a lost connection no longer runs once it is settled', async () => {
  const postgres = await openDatabase();
  const session = await postgres.connect('any');
  const sleeping = session.query('SELECT pg_sleep(3600)').catch((error: unknown) => error);
  const lost = new ConnectionLost(new Error('cut'), session.backend);
  await postgres.settled(lost);
  expect(await sleeping).toBeInstanceOf(ConnectionLost);
  const { rows } = await postgres.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [session.backend.pid]);
  expect(rows).toEqual([]);
  await postgres.settled(lost);
});

test('an error from the server is no lost connection', async () => {
  const postgres = await openDatabase();
  await expect(postgres.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await expect(postgres.query('INSERT INTO checkpoints VALUES ($1, 0.5)', ['x'])).resolves.toBeTruthy();
  await expect(postgres.query('INSERT INTO checkpoints VALUES ($1, $2)', ['y', 0.5])).rejects.toMatchObject({
    code: '22P02',
  });
});

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('fault 96: a session connects and gets its answer though the event loop blocks beyond its timeouts', async () => {
  const postgres = await openDatabase();
  const connecting = postgres.connect('brief');
  await new Promise(setImmediate);
  block(2_000);
  const session = await connecting;
  const answer = session.query('SELECT 1 AS one');
  await new Promise(setImmediate);
  block(2_000);
  expect((await answer).rows).toEqual([{ one: 1 }]);
  expect(session.ended.aborted).toBe(false);
  await session.end();
});

test('fault 96: statements wait for new and busy connections though the event loop blocks', async () => {
  const postgres = await openDatabase();
  const answers = Array.from({ length: 25 }, () => postgres.query('SELECT pg_sleep(0.1)'));
  await new Promise(setImmediate);
  block(11_000);
  await expect(Promise.all(answers)).resolves.toHaveLength(25);
});

test('a session whose server falls silent is lost after its timeout, also while it connects', async () => {
  const url = await makeDatabase();
  const proxy = await openTcpProxy(url);
  const postgres = openHandle(proxy.url(url));
  const session = await postgres.connect('brief');
  proxy.hold(true);
  await expect(session.query('SELECT 1')).rejects.toThrow('PostgreSQL is unreachable: No answer within 1.5 s');
  expect(session.ended.aborted).toBe(true);
  await expect(postgres.connect('brief')).rejects.toThrow('PostgreSQL is unreachable: No connection within 1.5 s');
});
