import { expect, onTestFinished, test } from 'vitest';
import { OperatorFault } from '../../../src/faults/operator-fault.ts';
import { POSTGRES_MIGRATIONS } from '../../../src/storage/migrations/postgres.ts';
import { inspectDatabase, openPostgres } from '../../../src/storage/postgres/open.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeEmptyDatabase, openHandle } from './database.ts';
import { onCluster } from './database-pool.ts';
import { minuteClock } from './minute-clock.ts';
import { openOtherProgram, openVersion, upgrade } from './old-version.ts';

/** Stands on: a real PostgreSQL with the tables of earlier versions. */

/** The statement with which the leader of 0.4.0-dev takes its lock again over another connection. */
const RETAKE_LOCK = `WITH took AS MATERIALIZED (SELECT pg_try_advisory_lock(4711, 1) AS is_taken)
  UPDATE leader SET pid = pg_backend_pid(), beat_at = clock_timestamp() FROM took WHERE is_taken AND epoch = 0`;
const NO_COLUMN = '42703';
const NO_TABLE = '42P01';

/** Statements of 0.4.0-dev by the task of the process. */
const OLD_STATEMENTS = {
  'take the lead': `UPDATE leader SET epoch = epoch + 1, pid = pg_backend_pid(), holder = 'old', last_group = 0, was_clean = false`,
  'write events': 'UPDATE leader SET last_group = 1 WHERE epoch = 1 AND pid = pg_backend_pid()',
  'claim a target': `UPDATE lines SET holder = 'old', fence = 1 RETURNING reconsider`,
  'enqueue a notice': `INSERT INTO notices (id, cause, target, sources, due_at) VALUES (9, 9, 'user:1', '[]', 1)`,
  'save a feed': `INSERT INTO feeds (id, guild, channel, kind, lookup, reach, awake, created_at, record) VALUES ('f', '1', '2', 'trades', '', 0, true, 1, '{}')`,
  'edit a watch': `UPDATE watches SET record = '{}', rev = watches.rev + 1`,
  'edit a user': `UPDATE people SET record = '{}', rev = people.rev + 1`,
  'keep an undo step': `INSERT INTO kept (space, key, record) VALUES ('undos', '1', '{}')`,
  'write a checkpoint': `INSERT INTO moments (name, at) VALUES ('one', 1)`,
};

test('an upgrade ends the connections of an older fleet, whose statements fail and whose gateways stop', async () => {
  const { url, session } = await openVersion(4);
  const psql = await openOtherProgram(url);
  await session.query('SELECT pg_advisory_lock(4711, 1)');
  await session.query('INSERT INTO fleet (shards, per_block) VALUES (2, 1)');
  const waiting = await openHandle(url).connect('any');
  onTestFinished(() => waiting.end());
  // The old leader reconnects at once and takes its lock again.
  const back = await openOtherProgram(url);
  const regained = new Promise((resolve) =>
    session.ended.addEventListener('abort', () => back.query(RETAKE_LOCK).catch(resolve)),
  );
  await upgrade(url);
  expect(await regained).toHaveProperty('code', NO_COLUMN);
  expect([session, waiting].map(({ ended }) => ended.aborted)).toEqual([true, true]);
  expect((await psql.query('SELECT 1')).rowCount, 'another program').toBe(1);

  const old = await openHandle(url).connect('any');
  onTestFinished(() => old.end());
  for (const [work, statement] of Object.entries(OLD_STATEMENTS)) {
    const error = await old.query(statement).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error, work).toHaveProperty('code', expect.toBeOneOf([NO_COLUMN, NO_TABLE]));
  }
  // 0.4.0-dev compares this row with its own division of shards, quotes it and stops.
  await old.query(
    `INSERT INTO fleet (shards, per_block) VALUES ($1, $2)
    ON CONFLICT (one) DO UPDATE SET shards = excluded.shards, per_block = excluded.per_block`,
    [2, 1],
  );
  const { rows } = await old.query('SELECT shards AS total, per_block AS "perBlock" FROM fleet');
  expect(rows).toEqual([{ total: expect.stringContaining('a newer Crier has upgraded the database'), perBlock: 0 }]);
  const { rows: divided } = await old.query('SELECT total, per_block FROM sharding');
  expect(divided, 'the division of the bot').toEqual([{ total: 2, per_block: 1 }]);
});

test('no statement of an older process runs while or after a newer one upgrades the database', async () => {
  const url = await makeEmptyDatabase();
  const older = await openPostgres(url, recordingLog(), minuteClock);
  onTestFinished(() => older.end());
  const session = await older.connect('short');
  onTestFinished(() => session.end());
  // The newer process knows one more migration step.
  const newer = await openOtherProgram(url);
  await newer.query('BEGIN; LOCK TABLE crier_schema IN ACCESS EXCLUSIVE MODE');
  await newer.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'crier %'`);
  await expect.poll(() => session.ended.aborted).toBe(true);
  const refused = Promise.allSettled([
    older.query(`INSERT INTO checkpoints (name, at) VALUES ('old', 1)`),
    older.connect('short'),
    older.checkVersion(),
  ]);
  expect(older.superseded.aborted).toBe(false);
  await newer.query('UPDATE crier_schema SET version = 99; COMMIT');
  const fault = new OperatorFault(
    `A newer Crier has upgraded the database of STORE_URL (version 99, this one knows ${POSTGRES_MIGRATIONS.length}): this process stops. Start the newer version here, too.`,
  );
  expect((await refused).map((result) => result.status === 'rejected' && result.reason)).toEqual([fault, fault, fault]);
  expect(older.superseded.reason).toEqual(fault);
  expect((await newer.query(`SELECT FROM checkpoints WHERE name = 'old'`)).rowCount).toBe(0);
});

test('several processes of a new version that start at once upgrade the tables once, and all run', async () => {
  const { url } = await openVersion(4);
  const opened = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url, recordingLog(), systemClock)));
  onTestFinished(async () => {
    await Promise.all(opened.map((postgres) => postgres.end()));
  });
  for (const postgres of opened) await postgres.checkVersion();
  const { rows } = await openHandle(url).query('SELECT version FROM crier_schema');
  expect(rows).toEqual([{ version: POSTGRES_MIGRATIONS.length }]);
});

test('an upgrade by a user who does not own the tables changes nothing and fails with an error message', async () => {
  const { url, session } = await openVersion(4);
  const guest = `guest_${new URL(url).pathname.slice(1)}`;
  await session.query(`CREATE ROLE ${guest} LOGIN`);
  onTestFinished(() => onCluster(`DROP ROLE ${guest}`));
  await session.query(`GRANT CREATE ON SCHEMA public TO ${guest}`);
  await session.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${guest}`);
  const asGuest = new URL(url);
  asGuest.username = guest;
  const fault = new OperatorFault(
    'The user of STORE_URL may not create tables in its database, or write to them: make it the owner of both.',
  );
  await expect(upgrade(asGuest.href)).rejects.toThrow(fault);
  await expect(inspectDatabase(asGuest.href, recordingLog()), '--check').rejects.toThrow(fault);
  expect(session.ended.aborted, 'the older process goes on').toBe(false);
  const { rows } = await session.query(`SELECT version, to_regclass('told') IS NOT NULL AS "isOld" FROM crier_schema`);
  expect(rows).toEqual([{ version: 4, isOld: true }]);
  await session.query(`DROP OWNED BY ${guest}`);
});
