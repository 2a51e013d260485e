import { OperatorFault } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { STEPS } from '../migrations/postgres.ts';
import { LOCKS } from './locks.ts';
import type { Session } from './session.ts';

/** While a step waits for the lock of a table, the statements of every other process wait behind it. */
const LOCK_WAIT_MS = 300;
const AGAIN_MS = 1_000;
/** A dump of a large database may take longer: the operator then starts Crier after it. */
const LONGEST_MS = 60_000;

/** PostgreSQL's code of a lock that was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings the tables up to date, in one transaction; where another process does so already, after it. Where a table is
 * locked by a long statement of another, such as pg_dump, tries again for a minute, with pauses in which the other
 * processes of the fleet go on.
 *
 * @throws OperatorFault where a newer Crier wrote the database, Crier may not make its tables there or write to them,
 * or a table stays locked.
 */
export async function migrate(session: Session, clock: Pick<Clock, 'monotonic' | 'sleep'>, log: Log): Promise<void> {
  const latest = clock.monotonic() + LONGEST_MS;
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await migrateOnce(session);
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || clock.monotonic() >= latest) throw faultOf(error);
      if (!isLogged) log.warn({}, 'Tables locked by another program, retrying the upgrade for a minute');
      await clock.sleep(AGAIN_MS);
    }
  }
}

async function migrateOnce(session: Session): Promise<void> {
  await session.query('BEGIN');
  try {
    await session.query(`SELECT pg_advisory_xact_lock(${LOCKS.migration}, 1)`);
    await session.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
    await bringUpToDate(session);
    await session.query('COMMIT');
  } catch (error) {
    if (!session.ended.aborted) await session.query('ROLLBACK');
    throw error;
  }
}

async function bringUpToDate(session: Session): Promise<void> {
  const version = await versionOf(session);
  refuseNewer(version);
  for (const step of STEPS.slice(version)) await session.query(step);
  // Also where all is there: it shows whether Crier may write.
  await session.query('UPDATE crier_schema SET version = $1', [STEPS.length]);
}

function refuseNewer(version: number): void {
  if (version <= STEPS.length) return;
  const versions = `version ${version}, this one knows ${STEPS.length}`;
  throw new OperatorFault(
    `The database of STORE_URL was written by a newer Crier (${versions}): start that one again, or set another STORE_URL.`,
  );
}

/**
 * Whether the tables are those of this Crier; if not, they are made, or brought up to date, by the next start. What that takes is
 * tried, and all of it taken back.
 *
 * @throws OperatorFault as `migrate` does
 */
export async function tryTables(session: Session): Promise<boolean> {
  await session.query('BEGIN');
  try {
    const version = (await hasTables(session)) ? await readVersion(session) : 0;
    refuseNewer(version);
    const isUpToDate = version === STEPS.length;
    await session.query(isUpToDate ? 'UPDATE crier_schema SET version = version' : 'CREATE TABLE crier_check ()');
    return isUpToDate;
  } catch (error) {
    throw faultOf(error);
  } finally {
    if (!session.ended.aborted) await session.query('ROLLBACK');
  }
}

async function hasTables(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ name: string | null }>(`SELECT to_regclass('crier_schema')::text AS name`);
  return rows[0]?.name != null;
}

async function readVersion(session: Session): Promise<number> {
  const { rows } = await session.query<{ version: number }>('SELECT version FROM crier_schema');
  return rows[0]?.version ?? 0;
}

/** 0: the database is new. */
async function versionOf(session: Session): Promise<number> {
  if (!(await hasTables(session))) {
    await session.query(
      'CREATE TABLE crier_schema (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL)',
    );
    await session.query('INSERT INTO crier_schema (version) VALUES (0)');
  }
  return readVersion(session);
}

/** By PostgreSQL's code. */
const FAULTS: Readonly<Record<string, string>> = {
  '25006':
    'The database of STORE_URL takes no writes of its user (default_transaction_read_only): turn that off for Crier.',
  '42501': 'The user of STORE_URL may not make tables in its database, or write to them: make it the owner of both.',
  [LOCK_NOT_AVAILABLE]:
    'Another program, such as pg_dump, has locked tables of the database of STORE_URL: ' +
    'start Crier again when it is done.',
  '42P07': 'The database of STORE_URL holds tables of another program: give Crier a database of its own.',
};

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

function faultOf(error: unknown): unknown {
  const said = FAULTS[codeOf(error) ?? ''];
  return said === undefined ? error : new OperatorFault(said);
}
