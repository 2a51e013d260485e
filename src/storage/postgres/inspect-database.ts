import { OperatorFault } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import { Postgres } from './connection.ts';
import { locatePostgres, type PostgresLocation } from './location.ts';
import { refuseUnfinishedMove } from './moved-store.ts';
import { checkServer, faultOfOpening } from './open.ts';
import { tryTables } from './schema.ts';

const PROCESSES = `SELECT count(DISTINCT application_name)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'crier %'
  AND application_name <> current_setting('application_name')`;

/** A database that was looked over and left as it is. */
export interface InspectedDatabase {
  /** To be ended. */
  readonly postgres: Postgres;
  /** Where it is, without a password. */
  readonly where: string;
  /** False: a start makes its tables, or brings them up to date. */
  readonly isUpToDate: boolean;
  /** How many of Crier's processes are at work on it. */
  readonly processes: number;
}

/**
 * Looks over the database of STORE_URL, tried once.
 * @throws OperatorFault as `openPostgres` does
 */
export async function inspectDatabase(url: string, log: Log): Promise<InspectedDatabase> {
  const located = locatePostgres(url);
  if (!located.ok) throw new OperatorFault(located.why);
  const postgres = new Postgres(located.location, log);
  try {
    return { postgres, where: whereOf(located.location), ...(await look(postgres)) };
  } catch (error) {
    await postgres.end();
    throw faultOfOpening(error, located.location);
  }
}

async function look(postgres: Postgres): Promise<Pick<InspectedDatabase, 'isUpToDate' | 'processes'>> {
  const session = await postgres.connect('short');
  try {
    const other = await postgres.connect('short');
    try {
      await checkServer(session, other);
    } finally {
      await other.end();
    }
    const isUpToDate = await tryTables(session);
    if (isUpToDate) await refuseUnfinishedMove(session);
    const { rows } = await session.query<{ count: number }>(PROCESSES);
    return { isUpToDate, processes: rows[0]?.count ?? 0 };
  } finally {
    await session.end();
  }
}

function whereOf({ host, port, database }: PostgresLocation): string {
  return `${database} at ${host}:${port}`;
}
