import process from 'node:process';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { recordingLog } from '../../test/log/recording-log.ts';
import { type Cluster, findBinaries, makeCluster, NEEDED } from '../../test/storage/postgres/cluster.ts';
import { minuteClock } from '../../test/storage/postgres/minute-clock.ts';

/**
 * A PostgreSQL server for the bench, which waits for its disk.
 * @throws Error if PostgreSQL is not installed
 */
export function benchCluster(): Promise<Cluster> {
  const binaries = findBinaries();
  if (binaries === null) throw new Error(NEEDED);
  return makeCluster(binaries, { isDurable: true });
}

/** A connection to one of its databases, with all tables created. */
export function openBenchDatabase(url: string) {
  return openPostgres(url, recordingLog(), minuteClock);
}

/** Prints a line of progress. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);
