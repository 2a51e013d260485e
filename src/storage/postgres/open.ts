import { OperatorFault, reasonOf } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { Postgres } from './connection.ts';
import { isConnectionLost } from './connection-lost.ts';
import { locatePostgres, type PostgresLocation } from './location.ts';
import { refuseUnfinishedMove } from './moved-store.ts';
import { retryUntilReachable } from './retry-until-reachable.ts';
import { migrate } from './schema.ts';
import type { Session } from './session.ts';

const OLDEST = 15;
const POOLER =
  'STORE_URL leads to a connection pooler that hands one connection to many (as PgBouncer does in transaction mode): Crier’s locks break there. Give the address of PostgreSQL itself.';

const NOT_ENCRYPTED =
  'PostgreSQL takes no encrypted connections: turn them on there, or take sslmode out of STORE_URL.';

type Waiting = Pick<Clock, 'monotonic' | 'sleep'>;

/**
 * Opens the database of STORE_URL, with its tables up to date. Where PostgreSQL is not reached, that is tried for a minute.
 *
 * @throws OperatorFault with a sentence for the operator; none quotes the password
 */
export function openPostgres(url: string, log: Log, clock: Waiting): Promise<Postgres> {
  return open(url, { log, clock, check: refuseUnfinishedMove });
}

/** The same for who moves a store there, also where that was begun before. */
export function openToMove(url: string, log: Log, clock: Waiting): Promise<Postgres> {
  return open(url, { log, clock, check: async () => undefined });
}

interface OpenParts {
  readonly log: Log;
  readonly clock: Waiting;
  /** Once the tables are up to date. */
  readonly check: (session: Session) => Promise<void>;
}

async function open(url: string, { log, clock, check }: OpenParts): Promise<Postgres> {
  const located = locatePostgres(url);
  if (!located.ok) throw new OperatorFault(located.why);
  const postgres = new Postgres(located.location, log);
  try {
    await retryUntilReachable(() => prepare(postgres, { log, clock, check }).catch(refusePlain), clock, log);
    return postgres;
  } catch (error) {
    await postgres.end();
    throw faultOfOpening(error, located.location);
  }
}

/** A server without encryption stays so, however long one waits. */
function refusePlain(error: unknown): never {
  if (isConnectionLost(error) && /does not support SSL/.test(error.message)) throw new OperatorFault(NOT_ENCRYPTED);
  throw error;
}

async function prepare(postgres: Postgres, { log, clock, check }: OpenParts): Promise<void> {
  const session = await postgres.connect('any');
  try {
    const other = await postgres.connect('any');
    try {
      await checkServer(session, other);
      await migrate(session, clock, log);
      postgres.guardVersion();
      await check(session);
    } finally {
      await other.end();
    }
  } finally {
    await session.end();
  }
}

/** @throws OperatorFault where it is none that Crier can work on. `other`: a second connection to it */
export async function checkServer(session: Session, other: Session): Promise<void> {
  if (session.backend.pid === other.backend.pid) throw new OperatorFault(POOLER);
  const { rows } = await session.query<{ pid: number; version: number; encoding: string; isStandby: boolean }>(`
    SELECT pg_backend_pid() AS pid, current_setting('server_version_num')::int / 10000 AS version,
      current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "isStandby"`);
  const [server] = rows;
  if (server === undefined || server.pid !== session.backend.pid) throw new OperatorFault(POOLER);
  if (server.version < OLDEST) {
    throw new OperatorFault(`STORE_URL leads to PostgreSQL ${server.version}: Crier needs ${OLDEST} or newer.`);
  }
  if (server.encoding !== 'UTF8') {
    throw new OperatorFault(
      `The database of STORE_URL is encoded in ${server.encoding}: make one in UTF8 (CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0).`,
    );
  }
  if (server.isStandby)
    throw new OperatorFault('STORE_URL leads to a standby, which takes no writes: give its primary.');
}

/** What whoever runs Crier can mend of it, in words that do not quote the password; else the error itself. */
export function faultOfOpening(error: unknown, { host, port, user, password, database }: PostgresLocation): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const where = `PostgreSQL at ${host}:${port}`;
  // Of a password that is missing the driver speaks itself, in words of its own.
  const isSasl = reasonOf(error).startsWith('SASL');
  if (isSasl && password === '')
    return new OperatorFault(`${where} asks ${user} for a password: give it in STORE_URL, or in PGPASSWORD.`);
  if (code.startsWith('28') || isSasl)
    return new OperatorFault(
      `${where} does not let ${user} in: ${reasonOf(error)}. Correct ${password === '' ? 'PGPASSWORD or ' : ''}STORE_URL.`,
    );
  if (code === '3D000')
    return new OperatorFault(`${where} has no database ${database}: create it, or correct STORE_URL.`);
  if (code === '08P01' && /unsupported startup parameter/.test(reasonOf(error))) return new OperatorFault(POOLER);
  if (isConnectionLost(error)) {
    return new OperatorFault(`${where} is not reached: ${reasonOf(error.cause)}. Start it, or correct STORE_URL.`);
  }
  return error;
}
