import { OperatorFault } from '../../faults/operator-fault.ts';
import { Condition } from '../../log/condition.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { POSTGRES_MIGRATIONS } from '../migrations/postgres.ts';
import { COUNT_UNKNOWN_RECORDS, RENAMED_TABLES_VERSION } from '../migrations/postgres-rename-tables.ts';
import { LOCKS, type Queryable, type Session } from './client.ts';
import { retryForAMinute, sqlStateOf } from './connection-retries.ts';

/** Limits the wait of a step for a table's lock, because statements of all other processes queue behind it. */
const LOCK_WAIT_MS = 300;
/** Interval of the checks for locks of other programs. */
const LOCK_CHECK_MS = 100;

/** PostgreSQL's code of a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The `crier_schema.version` of a database with current tables. */
export const DATABASE_VERSION = POSTGRES_MIGRATIONS.length;

/** Matches the processes of Crier on the database. */
const IS_FLEET = `a.datname = current_database() AND a.usename = current_user AND a.application_name LIKE 'crier %'`;

/**
 * Ends the connections of all other processes of Crier on the database, except those that wait to migrate it as well.
 */
const END_OTHER_PROCESSES = `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
  WHERE ${IS_FLEET} AND a.pid <> pg_backend_pid() AND NOT EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid
    AND l.locktype = 'advisory' AND l.classid = ${LOCKS.migration} AND l.database = a.datid)`;

/**
 * Migrates the tables in one transaction, after any other process that does the same. If another program such as
 * pg_dump locks a table, retries for a minute, with pauses in which the fleet continues.
 *
 * @throws OperatorFault if a newer Crier wrote the database, if Crier may not create or write tables there, or if a
 * table stays locked
 */
export async function migrateDatabase(
  session: Session,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  log: Log,
): Promise<void> {
  const begins = 'Tables locked by another program, retrying the upgrade for a minute';
  const condition = new Condition({ log, begins, ends: 'Tables no longer locked' });
  const isRetryable = (error: unknown) => sqlStateOf(error) === LOCK_NOT_AVAILABLE;
  // A dump of a large database may take longer than the minute. The operator then starts Crier after the dump.
  const attempt = retryForAMinute(() => migrateOnce(session), { clock, isRetryable, condition });
  const { fromVersion, unknown } = await attempt.catch((error) => {
    throw schemaFault(error);
  });
  if (fromVersion > 0 && fromVersion < DATABASE_VERSION)
    log.info({ fromVersion, toVersion: DATABASE_VERSION }, 'Database upgraded');
  if (unknown > 0) log.warn({ count: unknown }, 'Records of an unknown kind deleted in the upgrade');
}

interface Migrated {
  /** The version before the migration, or 0 if the database was new. */
  readonly fromVersion: number;
  /** The number of records of an unknown kind that the upgrade deleted. */
  readonly unknown: number;
}

async function migrateOnce(session: Session): Promise<Migrated> {
  await session.query('BEGIN');
  try {
    await session.query(`SELECT pg_advisory_xact_lock(${LOCKS.migration}, 1)`);
    await session.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
    const migrated = await migrateSteps(session);
    await session.query('COMMIT');
    return migrated;
  } catch (error) {
    if (!session.ended.aborted) await session.query('ROLLBACK');
    throw error;
  }
}

async function migrateSteps(session: Session): Promise<Migrated> {
  const version = await createOrReadVersion(session);
  refuseNewerDatabase(version);
  if (version > 0 && version < DATABASE_VERSION) await shutOutFleet(session);
  const unknown = version > 0 && version < RENAMED_TABLES_VERSION ? await countUnknownRecords(session) : 0;
  for (const step of POSTGRES_MIGRATIONS.slice(version)) await session.query(step);
  // Written even if the version is the same, because it shows whether Crier may write.
  await session.query('UPDATE crier_schema SET version = $1', [DATABASE_VERSION]);
  return { fromVersion: version, unknown };
}

async function countUnknownRecords(session: Session): Promise<number> {
  const { rows } = await session.query<{ count: number }>(COUNT_UNKNOWN_RECORDS);
  return rows[0]?.count ?? 0;
}

/** Crier's tables. */
const CRIER_TABLES = `SELECT oid FROM pg_class WHERE relkind = 'r' AND pg_has_role(relowner, 'USAGE') AND
  relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'crier_schema'::regclass)`;

/**
 * Locks all tables at once, before a process whose connection was ended reconnects. Otherwise that process would hold
 * one table and wait for another.
 */
const LOCK_ALL = `DO $$ BEGIN EXECUTE (
  SELECT 'LOCK TABLE ' || string_agg(oid::regclass::text, ', ' ORDER BY oid) || ' IN ACCESS EXCLUSIVE MODE'
  FROM (${CRIER_TABLES}) AS tables); END $$`;

/**
 * Fails as `LOCK_ALL` would if another program holds a table's lock for longer than a lock is waited for. Clears the
 * snapshot of `pg_stat_activity`, so that `END_OTHER_PROCESSES` sees connections made since.
 */
const REFUSE_LOCKED = `DO $$ BEGIN
  FOR attempt IN 0..${LOCK_WAIT_MS / LOCK_CHECK_MS} LOOP
    PERFORM pg_sleep(${LOCK_CHECK_MS / 1_000}) WHERE attempt > 0;
    PERFORM pg_stat_clear_snapshot();
    PERFORM FROM pg_locks l WHERE l.locktype = 'relation' AND l.granted AND l.relation IN (${CRIER_TABLES})
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.pid IS DISTINCT FROM pg_backend_pid()
      AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = l.pid AND ${IS_FLEET});
    IF NOT FOUND THEN PERFORM pg_stat_clear_snapshot(); RETURN; END IF;
  END LOOP;
  RAISE lock_not_available;
END $$`;

const MAY_UPGRADE = `SELECT pg_has_role(relowner, 'USAGE') AND has_schema_privilege(relnamespace, 'CREATE') AS "may"
  FROM pg_class WHERE oid = 'crier_schema'::regclass`;

/**
 * Ensures that no statement of an older process runs once the tables are migrated. Earlier connections are ended. A
 * later one waits for the lock of `crier_schema` and then reads the new version (see `checkVersion`). The transaction
 * also holds the leader's lock, which nobody takes without reading `leader`. A user who could not migrate the tables
 * ends nothing.
 */
async function shutOutFleet(session: Session): Promise<void> {
  await requireOwner(session);
  await session.query('LOCK TABLE crier_schema, leader IN ACCESS EXCLUSIVE MODE');
  // Checks for foreign locks first, because each retry would end the connections of the fleet again.
  await session.query(REFUSE_LOCKED);
  await session.query(`${END_OTHER_PROCESSES}; ${LOCK_ALL}; SELECT pg_advisory_xact_lock(${LOCKS.leader}, 1)`);
}

/** @throws OperatorFault if the user may not migrate the tables */
async function requireOwner(session: Session): Promise<void> {
  const { rows } = await session.query<{ may: boolean }>(MAY_UPGRADE);
  if (rows[0]?.may !== true) throw new OperatorFault(NOT_OWNER);
}

function refuseNewerDatabase(version: number): void {
  if (version <= DATABASE_VERSION) return;
  throw new OperatorFault(
    `The database of STORE_URL was written by a newer Crier (${versions(version)}): start that one again, or set another STORE_URL.`,
  );
}

/** @throws OperatorFault if a newer Crier has upgraded the database while this process ran */
export async function checkVersion(db: Queryable): Promise<void> {
  const version = await readVersion(db);
  if (version <= DATABASE_VERSION) return;
  throw new OperatorFault(
    `A newer Crier has upgraded the database of STORE_URL (${versions(version)}): this process stops. Start the newer version here, too.`,
  );
}

function versions(version: number): string {
  return `version ${version}, this one knows ${DATABASE_VERSION}`;
}

/**
 * Tries the next start's changes to the tables, and rolls them back.
 *
 * @returns whether the tables are those of this Crier; if not, the next start creates or migrates them
 * @throws OperatorFault as `migrateDatabase` does
 */
export async function tryTables(session: Session): Promise<boolean> {
  await session.query('BEGIN');
  try {
    const version = (await hasTables(session)) ? await readVersion(session) : 0;
    refuseNewerDatabase(version);
    const isUpToDate = version === DATABASE_VERSION;
    if (version > 0 && !isUpToDate) await requireOwner(session);
    await session.query(isUpToDate ? 'UPDATE crier_schema SET version = version' : 'CREATE TABLE crier_check ()');
    return isUpToDate;
  } catch (error) {
    throw schemaFault(error);
  } finally {
    if (!session.ended.aborted) await session.query('ROLLBACK');
  }
}

async function hasTables(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ name: string | null }>(`SELECT to_regclass('crier_schema')::text AS name`);
  return rows[0]?.name != null;
}

async function readVersion(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ version: number }>('SELECT version FROM crier_schema');
  return rows[0]?.version ?? 0;
}

/** @returns the version, or 0 for a new database */
async function createOrReadVersion(session: Session): Promise<number> {
  if (!(await hasTables(session))) {
    await session.query(
      'CREATE TABLE crier_schema (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL)',
    );
    await session.query('INSERT INTO crier_schema (version) VALUES (0)');
  }
  return readVersion(session);
}

const NOT_OWNER =
  'The user of STORE_URL may not create tables in its database, or write to them: make it the owner of both.';

/** Messages for the operator, by PostgreSQL's code. */
const OPERATOR_FAULTS: Readonly<Record<string, string>> = {
  '25006':
    'The database of STORE_URL accepts no writes of its user (default_transaction_read_only): turn that off for Crier.',
  '42501': NOT_OWNER,
  [LOCK_NOT_AVAILABLE]:
    'Another program, such as pg_dump, has locked tables of the database of STORE_URL: ' +
    'start Crier again when it is done.',
  '42P07': 'The database of STORE_URL holds tables of another program: give Crier a database of its own.',
};

function schemaFault(error: unknown): unknown {
  const sentence = OPERATOR_FAULTS[sqlStateOf(error) ?? ''];
  return sentence === undefined ? error : new OperatorFault(sentence);
}
