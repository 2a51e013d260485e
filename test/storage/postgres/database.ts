import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { Log } from '../../../src/ports/log.ts';
import { Postgres } from '../../../src/storage/postgres/connection.ts';
import { locatePostgres, type PostgresLocation } from '../../../src/storage/postgres/location.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { TEMPLATE } from './cluster.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** A new database with this version's tables, gone after the test. @returns its address, as in STORE_URL */
export function makeDatabase(): Promise<string> {
  return make(`TEMPLATE ${TEMPLATE}`);
}

/** The same, with nothing in it. `how`: what follows in CREATE DATABASE. */
export function makeEmptyDatabase(how = ''): Promise<string> {
  return make(how);
}

async function make(how: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await onCluster(`CREATE DATABASE ${name} ${how}`);
  onTestFinished(() => onCluster(`DROP DATABASE ${name} WITH (FORCE)`));
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

/** Runs a statement that belongs to no database. */
export async function onCluster(sql: string): Promise<void> {
  const client = new pg.Client({ host: inject('postgresFolder'), user: 'crier', database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the socket of the run's cluster lies. */
    postgresFolder: string;
  }
}
