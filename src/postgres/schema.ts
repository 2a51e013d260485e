import { OperatorFault } from '../operator-fault.ts';
import { LOCKS } from './locks.ts';
import type { Session } from './session.ts';
import { STEPS } from './steps.ts';

/**
 * Brings the tables up to date, in one transaction; where another process does so already, after it.
 *
 * @throws OperatorFault where a newer Crier wrote the database, or Crier may not make its tables there, or write to them.
 */
export async function migrate(session: Session): Promise<void> {
  await session.query('BEGIN');
  try {
    await session.query(`SELECT pg_advisory_xact_lock(${LOCKS.migration}, 1)`);
    await bringUpToDate(session);
    await session.query('COMMIT');
  } catch (error) {
    if (!session.ended.aborted) await session.query('ROLLBACK');
    throw faultOf(error);
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
  '42P07': 'The database of STORE_URL holds tables of another program: give Crier a database of its own.',
};

function faultOf(error: unknown): unknown {
  const said = error instanceof Error && 'code' in error ? FAULTS[String(error.code)] : undefined;
  return said === undefined ? error : new OperatorFault(said);
}
