import { Socket } from 'node:net';
import { hostname } from 'node:os';
import process from 'node:process';
import pg from 'pg';
import { type Backend, ConnectionLost } from '../../faults/store-faults.ts';
import { systemClock } from '../../time/clock.ts';
import { beforeDeadline, Deadline, type DeadlineOptions, orAborted, within } from '../../time/deadline.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import { endsConnection, isConnectionLost, NoAnswer } from './connection-retries.ts';
import type { PostgresLocation } from './location.ts';

/**
 * A statement with `$1` and so on for its values. A statement with a `name` is prepared once for each connection, and
 * each name has one text.
 */
export type Sql = string | { readonly name?: string; readonly text: string };

/** A statement's rows, the number of rows read or written, and PostgreSQL's word for what it did. */
export interface QueryResult<Row> {
  readonly rows: Row[];
  readonly count: number;
  readonly command: string;
}

export interface Queryable {
  /**
   * The caller guarantees that the columns are those of `Row`. Arrays become arrays of PostgreSQL and `null` becomes
   * NULL; texts of players must be `StoredText`.
   * @throws ConnectionLost if the connection ended; the statement may have been committed
   * @throws pg.DatabaseError with PostgreSQL's `code` if it rejected the statement, so that nothing was written
   */
  query<Row extends object>(sql: Sql, values?: readonly unknown[]): Promise<QueryResult<Row>>;
}

/** A statement that each connection prepares once. */
export const defineStatement = (name: string, text: string): Sql => ({ name, text });

/** Runs one step of a write in a transaction of its own. */
export type WriteStep = <T>(step: (db: Queryable) => Promise<T>) => Promise<T>;

/**
 * The time limit of a statement. A missing answer counts as a lost connection.
 * - `brief`: 1 s
 * - `short`: 10 s
 * - `any`: no limit
 */
export type Patience = 'brief' | 'short' | 'any';

/**
 * The server's limit of a statement, and Crier's limits of an answer and of connecting (see `Deadline`). Crier's limits
 * are longer, so that the server's error arrives first.
 */
const TIME_LIMITS = {
  brief: { statementMs: 1_000, answerMs: 1_500, connectMs: 1_500 },
  short: { statementMs: 10_000, answerMs: 15_000, connectMs: 10_000 },
  any: { statementMs: 0, answerMs: null, connectMs: 10_000 },
};
/** Limits how long a process that stalls within a transaction blocks others. */
const IDLE_IN_TRANSACTION_MS = 5_000;

/**
 * Returns the settings of every connection. The server closes the connection of a dead machine within 10 s, which
 * releases its locks. The time limits of pg itself are off, because they include this process's own work.
 */
export function settingsOf(location: PostgresLocation, patience: Patience): LimitedConfig {
  const { statementMs } = TIME_LIMITS[patience];
  const session = {
    synchronous_commit: 'on',
    default_transaction_isolation: 'read\\ committed',
    timezone: 'UTC',
    // PostgreSQL compiles queries that it expects to be long: 170 ms for a routing query that takes 25 ms.
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
    patience,
    types,
    application_name: `crier ${hostname()} ${process.pid}`.slice(0, 63),
    options: Object.entries(session)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: 3_000,
  };
}

interface LimitedConfig extends pg.ClientConfig {
  readonly patience: Patience;
}

/** A client that limits the time of connecting by a `Deadline`. */
export class LimitedClient extends pg.Client {
  readonly #patience: Patience;
  readonly #socket: Socket;

  constructor(config: LimitedConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#patience = config.patience;
    this.#socket = socket;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const deadline = new Deadline(connectLimit(this.#patience));
    const end = () => deadline.end();
    deadline.signal.addEventListener('abort', () => this.#socket.destroy(deadline.signal.reason), { once: true });
    this.once('connect', end);
    this.#socket.once('close', end);
    if (callback === undefined) return super.connect();
    super.connect(callback);
    return undefined;
  }
}

/** Returns the time limit until a connection is usable: a new one, or one of the pool that is in use. */
export function connectLimit(patience: Patience): DeadlineOptions {
  const ms = TIME_LIMITS[patience].connectMs;
  return { ms, clock: systemClock, reason: () => new NoAnswer(`No connection within ${ms / 1_000} s`) };
}

/**
 * @throws NoAnswer if no answer arrives in time; the statement may still run, and the client is unusable from then on
 */
function queryWithin<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  patience: Patience,
  statement: pg.QueryConfig<unknown[]>,
): Promise<pg.QueryResult<Row>> {
  const ms = TIME_LIMITS[patience].answerMs;
  if (ms === null) return client.query<Row>(statement);
  const reason = () => new NoAnswer(`No answer within ${ms / 1_000} s`);
  return beforeDeadline({ ms, clock: systemClock, reason }, (signal) =>
    orAborted(client.query<Row>(statement), signal),
  );
}

/** Returns the server process of a connected client. */
export async function readBackend(client: pg.ClientBase, patience: Patience): Promise<Backend> {
  const text = 'SELECT pid, backend_start::text AS "startedAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()';
  const { rows } = await queryWithin<Backend>(client, patience, { text });
  const [backend] = rows;
  if (backend === undefined) throw new Error('PostgreSQL does not list its own process');
  return backend;
}

/** A connected client. */
interface ConnectedClient {
  readonly client: pg.ClientBase;
  readonly patience: Patience;
  readonly backend: Backend | null;
}

/** @throws the errors of `Queryable.query` */
export async function execute<Row extends object>(
  { client, patience, backend }: ConnectedClient,
  sql: Sql,
  values?: readonly unknown[],
): Promise<QueryResult<Row>> {
  const statement = typeof sql === 'string' ? { text: sql } : sql;
  try {
    const answered = await queryWithin<Row>(
      client,
      patience,
      values === undefined ? statement : { ...statement, values: [...values] },
    );
    // A text with several statements has one result for each.
    const last = Array.isArray(answered) ? answered.at(-1) : answered;
    return { rows: last.rows, count: last.rowCount ?? 0, command: last.command };
  } catch (error) {
    throw endsConnection(error) ? new ConnectionLost(error, backend) : error;
  }
}

/** OIDs of pg_type. */
const INT8 = 20;
const NUMERIC = 1700;
const INT8_ARRAY = 1016;

/**
 * The parsers of values, for Crier's own connections only. Integers of eight bytes and their sums are read as numbers.
 * @throws RangeError for an unsafe integer, because a rounded one would be wrong in silence
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return safeNumber;
    if (oid === INT8_ARRAY) return (text: string) => readArray(text).map(safeNumberOrNull);
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

const TEXT_ARRAY: number = 1009;
const readArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY, 'text');

const safeNumberOrNull = (text: string | null) => (text === null ? null : safeNumber(text));

function safeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) throw new RangeError(`${text} is no safe integer`);
  return number;
}

/** A connection of its own, for advisory locks and LISTEN. Its statements run one after another. */
export interface Session extends Queryable {
  readonly backend: Backend;
  /** Aborts with a ConnectionLost as soon as either side is known to have closed the connection. */
  readonly ended: AbortSignal;
  onNotification(listener: () => void): void;
  /** Closes the connection within a second, even if the server does not respond. */
  end(): Promise<void>;
}

const CLOSE_LIMIT_MS = 1_000;

/**
 * @throws ConnectionLost if the server is unreachable
 * @throws the server's error if it rejects the login
 */
export async function connectSession(location: PostgresLocation, patience: Patience): Promise<Session> {
  const client = new LimitedClient(settingsOf(location, patience));
  const over = new AbortController();
  let backend: Backend | null = null;
  const abort = (cause: unknown) => over.abort(new ConnectionLost(cause, backend));
  client.on('error', abort);
  client.on('end', () => abort(new Error('Connection ended')));
  const end = () => within(CLOSE_LIMIT_MS, client.end(), systemClock);
  try {
    await client.connect();
    backend = await readBackend(client, patience);
  } catch (error) {
    await end();
    throw endsConnection(error) ? new ConnectionLost(error, null) : error;
  }
  const queue = new SerialQueue();
  return {
    backend,
    ended: over.signal,
    query: (sql, values) =>
      queue.run(async () => {
        try {
          return await execute({ client, patience, backend }, sql, values);
        } catch (error) {
          // A missing answer ends the connection, too.
          if (isConnectionLost(error)) {
            abort(error.cause);
            await end();
          }
          throw error;
        }
      }),
    onNotification: (listener) => void client.on('notification', () => listener()),
    end,
  };
}

/**
 * The first of the two numbers of each advisory lock. Locks are shared within a database, so each instance of Crier
 * needs its own.
 */
export const LOCKS = {
  /** Second number: 1. The holder is the leader, which ingests and writes the journal. */
  leader: 4711,
  /**
   * Second number: that of the block, from 1. The holder runs the block's shards. Number 0 is shared by all processes
   * that run shards or wait for some.
   */
  shardBlock: 4712,
  /** Second number: 1. The holder migrates the tables. */
  migration: 4713,
} as const;
