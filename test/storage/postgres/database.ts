import { inject, onTestFinished } from 'vitest';
import type { Log } from '../../../src/ports/log.ts';
import { Postgres } from '../../../src/storage/postgres/connection.ts';
import { locatePostgres, type PostgresLocation } from '../../../src/storage/postgres/location.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { createDatabase, DatabasePool, dropDatabase } from './database-pool.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const plain = new DatabasePool(() => null);
const connected = new DatabasePool((name) => new Postgres(locationOf(urlOf(name)), recordingLog()));

/** A database with this version's tables and nothing in them, for this test alone. @returns its address, as in STORE_URL */
export async function makeDatabase(): Promise<string> {
  const pooled = await plain.take();
  onTestFinished(() => plain.giveBack(pooled));
  return urlOf(pooled.name);
}

/**
 * A handle on such a database, never to be ended: the next test goes on with its connections. For tests that do not look at
 * connections.
 */
export async function borrowHandle(): Promise<Postgres> {
  const pooled = await connected.take();
  onTestFinished(() => connected.giveBack(pooled));
  return pooled.handle;
}

/** A new database without tables, gone after the test. `how`: what follows in CREATE DATABASE. */
export async function makeEmptyDatabase(how = ''): Promise<string> {
  const name = await createDatabase(how);
  onTestFinished(() => dropDatabase(name));
  return urlOf(name);
}

/** A handle on a database, ended after the test; several may be open on one. */
export function openHandle(url: string, log: Log = recordingLog()): Postgres {
  const postgres = new Postgres(locationOf(url), log);
  onTestFinished(() => postgres.end());
  return postgres;
}

/** A proxy before the database at that address, closed after the test. */
export async function openTcpProxy(direct: string): Promise<TcpProxy> {
  const proxy = await startTcpProxy(direct);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** A handle on a new database. */
export async function openDatabase(): Promise<Postgres> {
  return openHandle(await makeDatabase());
}

export function locationOf(url: string): PostgresLocation {
  const located = locatePostgres(url);
  if (!located.ok) throw new Error(located.why);
  return located.location;
}

/** The address of one of the cluster's databases. */
export function urlOf(database: string): string {
  return `postgres://crier@localhost/${database}?host=${inject('postgresFolder')}`;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the socket of the run's cluster lies. */
    postgresFolder: string;
  }
}
