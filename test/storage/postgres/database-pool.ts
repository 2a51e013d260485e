import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './cluster.ts';

/**
 * Databases that the tests of a worker use one after another. An emptied database is several times cheaper than a new
 * one, because each connection costs PostgreSQL a process and each database a copy of its files.
 */

/** A database of this worker with this version's tables. `Handle` stays connected between two tests. */
export interface Pooled<Handle = null> {
  readonly name: string;
  /** The connection that empties the database and stays open. */
  readonly cleaner: pg.Client;
  readonly initial: Initial;
  readonly handle: Handle;
}

/** The state of a new database. */
interface Initial {
  /** Differs after a test changed tables, triggers, functions or settings. */
  readonly schema: string;
  readonly bytes: number;
  /** A single statement that restores rows and sequences. */
  readonly restore: string;
}

let maintenance: Promise<pg.Client> | undefined;

/** Runs statements that belong to no database, on one connection per worker. */
export async function onCluster(sql: string): Promise<void> {
  maintenance ??= connect('postgres');
  await (await maintenance).query(sql);
}

/** @param how the clauses after the name in CREATE DATABASE */
export async function createDatabase(how: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  // With fsync off, copying the files takes a third of the time of writing them through the WAL.
  await onCluster(`CREATE DATABASE ${name} ${how} STRATEGY file_copy`);
  return name;
}

export function dropDatabase(name: string): Promise<void> {
  return onCluster(`DROP DATABASE ${name} WITH (FORCE)`);
}

/** The databases that no test is using. */
export class DatabasePool<Handle extends { end(): Promise<void> } | null> {
  readonly #open: (name: string) => Handle;
  readonly #free: Pooled<Handle>[] = [];

  /** @param open opens the handle that stays connected between two tests */
  constructor(open: (name: string) => Handle) {
    this.#open = open;
  }

  /** Takes a database without rows until `giveBack`. */
  async take(): Promise<Pooled<Handle>> {
    const pooled = this.#free.pop();
    if (pooled !== undefined) return pooled;
    const name = await createDatabase(`TEMPLATE ${TEMPLATE}`);
    const cleaner = await connect(name);
    return { name, cleaner, initial: await readInitial(cleaner), handle: this.#open(name) };
  }

  /** Empties the database for the next test, or drops it if the test changed more than rows. */
  async giveBack(pooled: Pooled<Handle>): Promise<void> {
    const isQuiet = pooled.handle === null ? othersEnd : othersHoldNoLocks;
    if (await isEmptied(pooled, isQuiet)) {
      this.#free.push(pooled);
      return;
    }
    await pooled.handle?.end();
    await pooled.cleaner.end();
    await dropDatabase(pooled.name);
  }
}

/** The name of the pool's own connections. */
export const POOL = 'pool of the tests';

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ host: inject('postgresFolder'), user: 'crier', database, application_name: POOL });
  client.on('error', () => {}); // the cluster ends before its workers do
  await client.connect();
  return client;
}

/** The bytes a test may leave behind: dead pages and statistics would slow down the next test. */
const MOST_LEFT_BYTES = 1_000_000;

const END_OTHERS = `SELECT count(*) FILTER (WHERE NOT pg_terminate_backend(pid, 10000)) AS left FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

const LOCKS_OF_OTHERS = `SELECT count(*) AS left FROM pg_locks
  WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()`;
const LOCKED_MS = 10_000;

/** Closes the connections that the test left open. @returns false if one of them stays open */
async function othersEnd(client: pg.Client): Promise<boolean> {
  return (await client.query<{ left: string }>(END_OTHERS)).rows[0]?.left === '0';
}

/** Waits until the closed sessions of the test hold no locks. @returns false if one still does */
async function othersHoldNoLocks(client: pg.Client): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < LOCKED_MS; waitedMs += 20) {
    const { rows } = await client.query<{ left: string }>(LOCKS_OF_OTHERS);
    if (rows[0]?.left === '0') return true;
    await wait(20);
  }
  return false;
}

const STATE = `SELECT pg_database_size(current_database())::int AS bytes, md5(concat(
  (SELECT string_agg(concat(oid, relname, relkind, relnatts, relchecks, relhastriggers, reloptions, reltuples = -1), ',' ORDER BY oid)
    FROM pg_class WHERE relnamespace = 'public'::regnamespace),
  (SELECT count(*) FROM pg_trigger), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_statistic),
  (SELECT string_agg(concat(attrelid, attnum, attname, atttypid, attnotnull, attisdropped), ',' ORDER BY attrelid, attnum)
    FROM pg_attribute WHERE attrelid >= 16384),
  (SELECT count(*) FROM pg_db_role_setting), (SELECT string_agg(nspname, ',' ORDER BY oid) FROM pg_namespace
    WHERE nspname !~ '^pg_'), (SELECT concat(datconnlimit, datacl, datallowconn) FROM pg_database WHERE datname = current_database())
  )) AS schema`;

const TABLES = `SELECT quote_ident(relname) AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY oid`;

async function readState(client: pg.Client): Promise<{ readonly bytes: number; readonly schema: string }> {
  const { rows } = await client.query<{ bytes: number; schema: string }>(STATE);
  const [state] = rows;
  if (state === undefined) throw new Error('PostgreSQL gives no row');
  return state;
}

async function readInitial(client: pg.Client): Promise<Initial> {
  const { bytes, schema } = await readState(client);
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  // No trigger runs, including those of foreign keys, so that the order of tables does not matter.
  const statements = ['SET session_replication_role = replica', "SET lock_timeout = '5s'"];
  for (const { name } of tables) {
    statements.push(`DELETE FROM ${name}`);
    const { rows } = await client.query<{ all: string | null }>(`SELECT json_agg(t)::text AS all FROM ${name} t`);
    const all = rows[0]?.all ?? null;
    if (all === null) continue;
    const values = `json_populate_recordset(NULL::${name}, ${client.escapeLiteral(all)})`;
    statements.push(`INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM ${values}`);
  }
  statements.push('SELECT setval(seqrelid, seqstart, false) FROM pg_sequence');
  return { schema, bytes, restore: statements.join(';') };
}

async function isEmptied(
  { cleaner, initial }: Pick<Pooled, 'cleaner' | 'initial'>,
  isQuiet: (client: pg.Client) => Promise<boolean>,
): Promise<boolean> {
  try {
    if (!(await isQuiet(cleaner))) return false;
    const { schema, bytes } = await readState(cleaner);
    if (schema !== initial.schema || bytes > initial.bytes + MOST_LEFT_BYTES) return false;
    await cleaner.query(initial.restore);
    return true;
  } catch {
    return false; // the test holds a lock or has ended this connection: the database is dropped
  }
}
