import pg from 'pg';
import { onTestFinished } from 'vitest';
import { POSTGRES_MIGRATIONS } from '../../../src/storage/migrations/postgres.ts';
import { openPostgres } from '../../../src/storage/postgres/open.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { locationOf, makeEmptyDatabase, openHandle } from './database.ts';
import { minuteClock } from './minute-clock.ts';

/** Makes a database with the tables of an earlier version, and a connection of an earlier process of Crier. */
export async function openVersion(version: number) {
  const url = await makeEmptyDatabase();
  const session = await openHandle(url).connect('any');
  onTestFinished(() => session.end());
  await session.query(
    'CREATE TABLE crier_schema (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL)',
  );
  await session.query('INSERT INTO crier_schema (version) VALUES ($1)', [version]);
  for (const step of POSTGRES_MIGRATIONS.slice(0, version)) await session.query(step);
  return { url, session };
}

/** Opens the database as a start does, which migrates its tables. */
export async function upgrade(url: string): Promise<void> {
  await (await openPostgres(url, recordingLog(), minuteClock)).end();
}

/** Opens a connection of another program, such as psql or pg_dump. */
export async function openOtherProgram(url: string): Promise<pg.Client> {
  const { host, database, user } = locationOf(url);
  const client = new pg.Client({ host, database, user, application_name: 'psql' });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
