import process from 'node:process';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { recordingLog } from '../../test/log/recording-log.ts';
import { type Cluster, findBinaries, makeCluster, NEEDED } from '../../test/storage/postgres/cluster.ts';
import { impatient } from '../../test/storage/postgres/impatient.ts';

/** A PostgreSQL of the bench's own, which waits for its disk. @throws Error where none is installed */
export function benchCluster(): Promise<Cluster> {
  const binaries = findBinaries();
  if (binaries === null) throw new Error(NEEDED);
  return makeCluster(binaries, { isDurable: true });
}

/** A handle on one of its databases, with all tables. */
export function openBenchDatabase(url: string) {
  return openPostgres(url, recordingLog(), impatient);
}

/** Lines for whoever waits. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);
