import { Socket } from 'node:net';
import { hostname } from 'node:os';
import process from 'node:process';
import pg from 'pg';
import { type Backend, ConnectionLost } from '../../faults/store-faults.ts';
import { systemClock } from '../../time/clock.ts';
import { beforeDeadline, Deadline, type DeadlineOptions, orAborted, within } from '../../time/deadline.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import { endsConnection, isConnectionLost, NoAnswer } from './connection-lost.ts';
import type { PostgresLocation } from './location.ts';

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

/**
 * The server's limit of a statement, and our own ones of an answer and a connection (see `Deadline`). Ours are longer, so
 * that the server's error comes first.
 */
const WAITS = {
  brief: { statementMs: 1_000, answerMs: 1_500, connectMs: 1_500 },
  short: { statementMs: 10_000, answerMs: 15_000, connectMs: 10_000 },
  any: { statementMs: 0, answerMs: null, connectMs: 10_000 },
};
/** A process that stands still in the middle of a change holds others up no longer. */
const IDLE_IN_TRANSACTION_MS = 5_000;

/**
 * The settings of every connection. The server ends one whose machine is gone within 10 s, and so frees its locks. The
 * time limits of pg itself are off: they count this process's own work.
 */
export function settingsOf(location: PostgresLocation, patience: Patience): LimitedConfig {
  const { statementMs } = WAITS[patience];
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

/** A client that limits the time until it is connected by a `Deadline`. */
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

/** The limit of the time until a connection is usable: a new one, or one of the pool that others use. */
export function connectLimit(patience: Patience): DeadlineOptions {
  const ms = WAITS[patience].connectMs;
  return { ms, clock: systemClock, reason: () => new NoAnswer(`No connection within ${ms / 1_000} s`) };
}

/** @throws NoAnswer where none comes in time: the statement may run still, and the client is of no use any more */
function answerTo<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  patience: Patience,
  statement: pg.QueryConfig<unknown[]>,
): Promise<pg.QueryResult<Row>> {
  const ms = WAITS[patience].answerMs;
  if (ms === null) return client.query<Row>(statement);
  const reason = () => new NoAnswer(`No answer within ${ms / 1_000} s`);
  return beforeDeadline({ ms, clock: systemClock, reason }, (signal) =>
    orAborted(client.query<Row>(statement), signal),
  );
}

/** Asks which process of the server this client has, once it is connected. */
export async function backendOf(client: pg.ClientBase, patience: Patience): Promise<Backend> {
  const text = 'SELECT pid, backend_start::text AS "startedAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()';
  const { rows } = await answerTo<Backend>(client, patience, { text });
  const [backend] = rows;
  if (backend === undefined) throw new Error('PostgreSQL does not know its own process');
  return backend;
}

/** A client that is connected. */
interface Connected {
  readonly client: pg.ClientBase;
  readonly patience: Patience;
  readonly backend: Backend | null;
}

/** @throws as `Queryable.query` does */
export async function run<Row extends object>(
  { client, patience, backend }: Connected,
  sql: Sql,
  values?: readonly unknown[],
): Promise<Result<Row>> {
  const statement = typeof sql === 'string' ? { text: sql } : sql;
  try {
    const answered = await answerTo<Row>(
      client,
      patience,
      values === undefined ? statement : { ...statement, values: [...values] },
    );
    // Several statements in one text have as many results.
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
 * How values are read, for our own connections alone. Whole numbers of eight bytes, and sums of them, come as numbers.
 * @throws RangeError from its parser at a number that is not safe: half of one would be worse than none
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

/** A connection of one's own, for what belongs to one: advisory locks, LISTEN. Its statements run one after another. */
export interface Session extends Queryable {
  readonly backend: Backend;
  /** Aborts with a ConnectionLost as soon as the connection is known to be over, on either side. */
  readonly ended: AbortSignal;
  onNotification(heard: () => void): void;
  /** Within a second, whatever the other side does. */
  end(): Promise<void>;
}

const END_MS = 1_000;

/** @throws ConnectionLost where none is to be had; what PostgreSQL says where it does not let one in */
export async function connectSession(location: PostgresLocation, patience: Patience): Promise<Session> {
  const client = new LimitedClient(settingsOf(location, patience));
  const over = new AbortController();
  let backend: Backend | null = null;
  const abort = (cause: unknown) => over.abort(new ConnectionLost(cause, backend));
  client.on('error', abort);
  client.on('end', () => abort(new Error('Connection ended')));
  const end = () => within(END_MS, client.end(), systemClock);
  try {
    await client.connect();
    backend = await backendOf(client, patience);
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
          return await run({ client, patience, backend }, sql, values);
        } catch (error) {
          // An answer that did not come ends the connection, too.
          if (isConnectionLost(error)) {
            abort(error.cause);
            await end();
          }
          throw error;
        }
      }),
    onNotification: (heard) => void client.on('notification', () => heard()),
    end,
  };
}

/** The first of the two numbers of each advisory lock. Locks are shared within a database, so each Crier needs its own. */
export const LOCKS = {
  /** With 1: its holder is the leader, which ingests and writes the journal. */
  leader: 4711,
  /** With a block's number, from 1: its holder runs these shards. With 0: shared by all processes that run shards or wait for some. */
  shardBlock: 4712,
  /** With 1: its holder migrates the tables. */
  migration: 4713,
} as const;
