import { expect, test } from 'vitest';
import { OperatorFault } from '../../../src/faults/operator-fault.ts';
import { POSTGRES_MIGRATIONS } from '../../../src/storage/migrations/postgres.ts';
import { openPostgres } from '../../../src/storage/postgres/open.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeEmptyDatabase, openHandle } from './database.ts';
import { minuteClock } from './minute-clock.ts';

test('several processes that start at once create the tables once', async () => {
  const url = await makeEmptyDatabase();
  const log = recordingLog();
  const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url, log, minuteClock)));
  await Promise.all(opened.map((postgres) => postgres.end()));
  const { rows } = await openHandle(url).query<{ version: number }>('SELECT version FROM crier_schema');
  expect(rows).toEqual([{ version: POSTGRES_MIGRATIONS.length }]);
  expect(log.lines, 'a new database is not upgraded').toEqual([]);
});

test('a database of a newer release is left unchanged', async () => {
  const url = await makeEmptyDatabase();
  await (await openPostgres(url, recordingLog(), minuteClock)).end();
  await openHandle(url).query('UPDATE crier_schema SET version = 99');
  await expect(openPostgres(url, recordingLog(), minuteClock)).rejects.toThrow(
    new OperatorFault(
      `The database of STORE_URL was written by a newer Crier (version 99, this one knows ${POSTGRES_MIGRATIONS.length}): start that one again, or set another STORE_URL.`,
    ),
  );
});

test('tables of another program are left unchanged', async () => {
  const url = await makeEmptyDatabase();
  await openHandle(url).query('CREATE TABLE messages (theirs text)');
  await expect(openPostgres(url, recordingLog(), minuteClock)).rejects.toThrow(/holds tables of another program/);
  const { rows } = await openHandle(url).query(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  expect(rows).toEqual([{ tablename: 'messages' }]);
});
