import { inject, onTestFinished } from 'vitest';
import type { Log } from '../../../src/ports/log.ts';
import { Postgres } from '../../../src/storage/postgres/connection.ts';
import { locatePostgres, type PostgresLocation } from '../../../src/storage/postgres/location.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { createDatabase, DatabasePool, dropDatabase } from './database-pool.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const plain = new DatabasePool(() => null);
const connected = new DatabasePool((name) => new Postgres(locationOf(urlOf(name)), recordingLog()));

/**
 * Makes a database for this test only, with this version's tables and no rows.
 * @returns its address, as in STORE_URL
 */
export async function makeDatabase(): Promise<string> {
  const pooled = await plain.take();
  onTestFinished(() => plain.giveBack(pooled));
  return urlOf(pooled.name);
}

/** Opens a handle on such a database. The test must not end it, because the next test reuses its connections. */
export async function borrowHandle(): Promise<Postgres> {
  const pooled = await connected.take();
  onTestFinished(() => connected.giveBack(pooled));
  return pooled.handle;
}

/**
 * Makes a database without tables, dropped after the test. `how` holds the clauses after the name in CREATE DATABASE.
 */
export async function makeEmptyDatabase(how = ''): Promise<string> {
  const name = await createDatabase(how);
  onTestFinished(() => dropDatabase(name));
  return urlOf(name);
}

/** Opens a handle on a database, ended after the test; several may be open on one database. */
export function openHandle(url: string, log: Log = recordingLog()): Postgres {
  const postgres = new Postgres(locationOf(url), log);
  onTestFinished(() => postgres.end());
  return postgres;
}

/** Opens a proxy in front of the database at that address, closed after the test. */
export async function openTcpProxy(direct: string): Promise<TcpProxy> {
  const proxy = await startTcpProxy(direct);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Opens a handle on a new database. */
export async function openDatabase(): Promise<Postgres> {
  return openHandle(await makeDatabase());
}

export function locationOf(url: string): PostgresLocation {
  const located = locatePostgres(url);
  if (!located.ok) throw new Error(located.why);
  return located.location;
}

/** Returns the address of a database of the cluster. */
export function urlOf(database: string): string {
  return `postgres://crier@localhost/${database}?host=${inject('postgresFolder')}`;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the socket of this run's cluster. */
    postgresFolder: string;
  }
}
