import process from 'node:process';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../../src/storage/postgres/open.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { findBinaries, makeCluster, NEEDED, TEMPLATE } from './cluster.ts';
import { minuteClock } from './minute-clock.ts';

/** Starts one cluster for all tests of a run, with a template for their databases. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const binaries = findBinaries();
  if (binaries === null) {
    process.stderr.write(`${NEEDED}\n`);
    return async () => {};
  }
  const cluster = await makeCluster(binaries);
  const client = new pg.Client({ host: cluster.folder, user: 'crier', database: 'postgres' });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const postgres = await openPostgres(cluster.url(TEMPLATE), recordingLog(), minuteClock);
  await postgres.end();
  project.provide('postgresFolder', cluster.folder);
  return () => cluster.remove();
}
