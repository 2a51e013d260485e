import { OperatorFault, reasonOf } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import type { Queryable, Session } from './client.ts';
import { Postgres } from './connection.ts';
import { isConnectionLost, retryUntilReachable } from './connection-retries.ts';
import { locatePostgres, type PostgresLocation } from './location.ts';
import { migrateDatabase, tryTables } from './schema.ts';
import { readStoredText } from './stored-text.ts';

const OLDEST_SERVER_VERSION = 15;
const POOLER_FAULT =
  'STORE_URL leads to a connection pooler that hands one connection to many (as PgBouncer does in transaction mode): Crier’s locks break there. Give the address of PostgreSQL itself.';

const NOT_ENCRYPTED_FAULT =
  'PostgreSQL accepts no encrypted connections: enable them there, or remove sslmode from STORE_URL.';

type RetryClock = Pick<Clock, 'monotonic' | 'sleep'>;

/**
 * Opens the database of STORE_URL and migrates its tables. Retries for a minute if PostgreSQL is unreachable.
 *
 * @throws OperatorFault with a sentence for the operator; none quotes the password
 */
export function openPostgres(url: string, log: Log, clock: RetryClock): Promise<Postgres> {
  return open(url, { log, clock, check: refuseUnfinishedMove });
}

/** Opens the database like `openPostgres` for a move of a store. Accepts an unfinished earlier move. */
export function openToMove(url: string, log: Log, clock: RetryClock): Promise<Postgres> {
  return open(url, { log, clock, check: async () => undefined });
}

interface OpenParts {
  readonly log: Log;
  readonly clock: RetryClock;
  /** Runs after the migration. */
  readonly check: (session: Session) => Promise<void>;
}

async function open(url: string, { log, clock, check }: OpenParts): Promise<Postgres> {
  const located = locatePostgres(url);
  if (!located.ok) throw new OperatorFault(located.why);
  const postgres = new Postgres(located.location, log);
  try {
    await retryUntilReachable(() => prepare(postgres, { log, clock, check }).catch(refuseUnencrypted), clock, log);
    return postgres;
  } catch (error) {
    await postgres.end();
    throw openingFault(error, located.location);
  }
}

/** Waiting does not help if the server offers no encryption. */
function refuseUnencrypted(error: unknown): never {
  if (isConnectionLost(error) && /does not support SSL/.test(error.message))
    throw new OperatorFault(NOT_ENCRYPTED_FAULT);
  throw error;
}

async function prepare(postgres: Postgres, { log, clock, check }: OpenParts): Promise<void> {
  const session = await postgres.connect('any');
  try {
    const other = await postgres.connect('any');
    try {
      await refuseUnusableServer(session, other);
      await migrateDatabase(session, clock, log);
      postgres.guardVersion();
      await check(session);
    } finally {
      await other.end();
    }
  } finally {
    await session.end();
  }
}

/**
 * @param other a second connection to the same server
 * @throws OperatorFault if Crier cannot run on the server
 */
async function refuseUnusableServer(session: Session, other: Session): Promise<void> {
  if (session.backend.pid === other.backend.pid) throw new OperatorFault(POOLER_FAULT);
  const { rows } = await session.query<{ pid: number; version: number; encoding: string; isStandby: boolean }>(`
    SELECT pg_backend_pid() AS pid, current_setting('server_version_num')::int / 10000 AS version,
      current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "isStandby"`);
  const [server] = rows;
  if (server === undefined || server.pid !== session.backend.pid) throw new OperatorFault(POOLER_FAULT);
  if (server.version < OLDEST_SERVER_VERSION) {
    throw new OperatorFault(
      `STORE_URL leads to PostgreSQL ${server.version}: Crier needs ${OLDEST_SERVER_VERSION} or newer.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new OperatorFault(
      `The database of STORE_URL is encoded in ${server.encoding}: create one in UTF8 (CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0).`,
    );
  }
  if (server.isStandby)
    throw new OperatorFault('STORE_URL leads to a standby, which accepts no writes: give the address of its primary.');
}

/** @returns an error that the operator can fix, without the password, or else the error itself */
function openingFault(error: unknown, { host, port, user, password, database }: PostgresLocation): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const where = `PostgreSQL at ${host}:${port}`;
  // The driver reports a missing password itself, without a code.
  const isSasl = reasonOf(error).startsWith('SASL');
  if (isSasl && password === '')
    return new OperatorFault(`${where} asks ${user} for a password: give it in STORE_URL, or in PGPASSWORD.`);
  if (code.startsWith('28') || isSasl)
    return new OperatorFault(
      `${where} rejects the user ${user}: ${reasonOf(error)}. Correct ${password === '' ? 'PGPASSWORD or ' : ''}STORE_URL.`,
    );
  if (code === '3D000')
    return new OperatorFault(`${where} has no database ${database}: create it, or correct STORE_URL.`);
  if (code === '08P01' && /unsupported startup parameter/.test(reasonOf(error))) return new OperatorFault(POOLER_FAULT);
  if (isConnectionLost(error)) {
    return new OperatorFault(`${where} is unreachable: ${reasonOf(error.cause)}. Start it, or correct STORE_URL.`);
  }
  return error;
}

/** A move of a SQLite store into this database, unfinished or done. */
export interface MovedStore {
  /** The path of the SQLite file. */
  readonly source: string;
  /** Sizes and modification times of the SQLite store's files when the move began. */
  readonly stamp: string;
  /** The progress as JSON (see `src/move`), or null before the first row. */
  readonly position: string | null;
  /** Epoch ms, or null while the move is unfinished. */
  readonly doneAt: number | null;
}

const READ_MOVED_STORE = `SELECT source, stamp, position, floor(extract(epoch FROM done_at) * 1000)::bigint AS "doneAt" FROM moved_store`;

/** @returns the move, or null if no store was moved into the database */
export async function readMovedStore(db: Queryable): Promise<MovedStore | null> {
  const { rows } = await db.query<MovedStore>(READ_MOVED_STORE);
  const [row] = rows;
  return row === undefined ? null : { ...row, source: readStoredText(row.source) };
}

/** @throws OperatorFault if a move into the database is unfinished */
async function refuseUnfinishedMove(db: Queryable): Promise<void> {
  const moved = await readMovedStore(db);
  if (moved === null || moved.doneAt !== null) return;
  throw new OperatorFault(
    `The database of STORE_URL holds only a part of the store moved from ${moved.source}: run npm run move again until it reports that the store is moved, or give another database.`,
  );
}

const COUNT_PROCESSES = `SELECT count(DISTINCT application_name)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'crier %'
  AND application_name <> current_setting('application_name')`;

/** The result of an inspection, which changes nothing in the database. */
interface InspectedDatabase {
  /** The caller must end it. */
  readonly postgres: Postgres;
  /** The address without a password. */
  readonly where: string;
  /** False if a start creates or migrates the tables. */
  readonly isUpToDate: boolean;
  /** The number of Crier's processes on the database. */
  readonly processes: number;
}

/**
 * Inspects the database of STORE_URL, in one attempt.
 * @throws OperatorFault as `openPostgres` does
 */
export async function inspectDatabase(url: string, log: Log): Promise<InspectedDatabase> {
  const located = locatePostgres(url);
  if (!located.ok) throw new OperatorFault(located.why);
  const postgres = new Postgres(located.location, log);
  try {
    return { postgres, where: formatAddress(located.location), ...(await inspect(postgres)) };
  } catch (error) {
    await postgres.end();
    throw openingFault(error, located.location);
  }
}

async function inspect(postgres: Postgres): Promise<Pick<InspectedDatabase, 'isUpToDate' | 'processes'>> {
  const session = await postgres.connect('short');
  try {
    const other = await postgres.connect('short');
    try {
      await refuseUnusableServer(session, other);
    } finally {
      await other.end();
    }
    const isUpToDate = await tryTables(session);
    if (isUpToDate) await refuseUnfinishedMove(session);
    const { rows } = await session.query<{ count: number }>(COUNT_PROCESSES);
    return { isUpToDate, processes: rows[0]?.count ?? 0 };
  } finally {
    await session.end();
  }
}

function formatAddress({ host, port, database }: PostgresLocation): string {
  return `${database} at ${host}:${port}`;
}
