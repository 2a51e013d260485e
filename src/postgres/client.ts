import { hostname } from 'node:os';
import process from 'node:process';
import type pg from 'pg';
import { type Backend, ConnectionLost, endsConnection } from './connection-lost.ts';
import type { PostgresLocation } from './location.ts';
import { types } from './types.ts';

/** One statement, with `$1` for its values. `name`: it is prepared once a connection, for what runs often; one name has one text. */
export type Sql = string | { readonly name?: string; readonly text: string };

/** `count`: how many rows were read or written. `command`: the word for what PostgreSQL did. */
export interface Result<Row> {
  readonly rows: Row[];
  readonly count: number;
  readonly command: string;
}

export interface Queryable {
  /**
   * That the columns are those of `Row` is the writer's word. Arrays become PostgreSQL's, `null` NULL; texts of players must be
   * `StoredText`.
   * @throws ConnectionLost where the connection ended: the statement may have been committed
   * @throws pg.DatabaseError with PostgreSQL's `code`, where it refused the statement and nothing was written
   */
  query<Row extends object>(sql: Sql, values?: readonly unknown[]): Promise<Result<Row>>;
}

/**
 * How long a statement may take: `brief` ones 1 s, `short` ones 10 s, and an answer that does not come is a lost connection; `any`: as
 * long as it takes.
 */
export type Patience = 'brief' | 'short' | 'any';

/** What the server waits for a statement, and this side, a little longer, for its answer or a connection: the server's words are better. */
const WAITS = {
  brief: { statementMs: 1_000, answerMs: 1_500, connectMs: 1_500 },
  short: { statementMs: 10_000, answerMs: 15_000, connectMs: 10_000 },
  any: { statementMs: 0, answerMs: null, connectMs: 10_000 },
};
/** A process that stands still in the middle of a change holds others up no longer. */
const IDLE_IN_TRANSACTION_MS = 5_000;

/** What every connection begins with. The server ends one whose machine is gone within 10 s, and so gives its locks free. */
export function settingsOf(location: PostgresLocation, patience: Patience): pg.ClientConfig {
  const { statementMs, answerMs, connectMs } = WAITS[patience];
  const session = {
    synchronous_commit: 'on',
    default_transaction_isolation: 'read\\ committed',
    timezone: 'UTC',
    // What is thought to be long would be compiled first: 170 ms, for those whom 1,000 changes may concern in 25 ms.
    jit: 'off',
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    tcp_keepalives_idle: 3,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 2,
    tcp_user_timeout: 8_000,
  };
  return {
    ...location,
    types,
    application_name: `crier ${hostname()} ${process.pid}`.slice(0, 63),
    options: Object.entries(session)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: connectMs,
    ...(answerMs !== null && { query_timeout: answerMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 3_000,
  };
}

/** Which process of the server this client has, once it is connected. */
export async function backendOf(client: pg.ClientBase): Promise<Backend> {
  const { rows } = await client.query<Backend>(
    'SELECT pid, backend_start::text AS "startedAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()',
  );
  const [backend] = rows;
  if (backend === undefined) throw new Error('PostgreSQL does not know its own process');
  return backend;
}

/** @throws as `Queryable.query` does */
export async function run<Row extends object>(
  client: pg.ClientBase,
  backend: Backend | null,
  sql: Sql,
  values?: readonly unknown[],
): Promise<Result<Row>> {
  const statement = typeof sql === 'string' ? { text: sql } : sql;
  try {
    const answered = await client.query<Row>(values === undefined ? statement : { ...statement, values: [...values] });
    // Several statements in one text have as many results.
    const last = Array.isArray(answered) ? answered.at(-1) : answered;
    return { rows: last.rows, count: last.rowCount ?? 0, command: last.command };
  } catch (error) {
    throw endsConnection(error) ? new ConnectionLost(error, backend) : error;
  }
}
