import { hostname } from 'node:os';
import process from 'node:process';
import pg from 'pg';
import type { Log } from '../ports/log.ts';
import { SerialQueue } from '../time/serial-queue.ts';
import { type Backend, ConnectionLost, endsConnection, isConnectionLost } from './connection-lost.ts';
import type { PostgresLocation } from './location.ts';
import { types } from './types.ts';

/**
 * One statement, with `$1` for its values. `name`: it is prepared once a connection, for what runs often; one name has one text.
 */
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

/** A connection of one's own, for what belongs to one: advisory locks, LISTEN. Its statements run one after another. */
export interface Session extends Queryable {
  readonly backend: Backend;
  /** Aborts as soon as the connection is known to be over, whoever ended it. */
  readonly ended: AbortSignal;
  onNotification(heard: (channel: string) => void): void;
  end(): Promise<void>;
}

/** How long a statement may take: `short` ones 10 s, and an answer that does not come is a lost connection; `any`: as long as it takes. */
export type Patience = 'short' | 'any';

const MOST_CONNECTIONS = 10;
const CONNECT_MS = 10_000;
const IDLE_MS = 60_000;
const STATEMENT_MS = 10_000;
/** A little longer than the server's own limit, which has the better words. */
const ANSWER_MS = 15_000;

/** A database: a pool of connections for what belongs to none, and as many of one's own as are asked for. */
export class Postgres implements Queryable {
  readonly #location: PostgresLocation;
  readonly #pool: pg.Pool;
  readonly #backends = new WeakMap<object, Backend>();

  /** Connects nowhere yet. */
  constructor(location: PostgresLocation, log: Log) {
    this.#location = location;
    this.#pool = new pg.Pool({
      ...settings(location, 'short'),
      max: MOST_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      onConnect: async (client) => {
        // The pool listens to its idle clients alone; an error that nobody listens to would end the process.
        client.on('error', (err) => log.debug({ err }, 'A connection to PostgreSQL ended'));
        this.#backends.set(client, await backendOf(client));
      },
    });
    this.#pool.on('error', () => {}); // said by the client's own listener
  }

  query<Row extends object>(sql: Sql, values?: readonly unknown[]): Promise<Result<Row>> {
    return this.#withClient((client) => client.query<Row>(sql, values));
  }

  /**
   * Runs `work` in one transaction (read committed) of one connection, which is taken back where `work` rejects.
   * @throws ConnectionLost also where the answer to the COMMIT is lost
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      await client.query('BEGIN');
      try {
        const done = await work(client);
        await commit(client);
        return done;
      } catch (error) {
        if (!isConnectionLost(error)) await client.query('ROLLBACK');
        throw error;
      }
    });
  }

  /** @throws ConnectionLost */
  connect(patience: Patience): Promise<Session> {
    return connectSession(this.#location, patience);
  }

  /**
   * Resolves when nothing that was sent over the lost connection runs any more: from then on the tables say whether it was committed.
   * @throws ConnectionLost, or where it does not end within 5 s: ask again
   */
  async settled({ backend }: ConnectionLost): Promise<void> {
    if (backend === null) return;
    const { rows } = await this.query<{ gone: boolean }>(
      'SELECT pg_terminate_backend(pid, 5000) AS gone FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz',
      [backend.pid, backend.startedAt],
    );
    if (rows.some(({ gone }) => !gone)) throw new Error(`The PostgreSQL process ${backend.pid} does not end`);
  }

  /** Waits for what is under way. */
  end(): Promise<void> {
    return this.#pool.end();
  }

  async #withClient<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error) => {
      throw endsConnection(error) ? new ConnectionLost(error, null) : error;
    });
    const backend = this.#backends.get(client) ?? null;
    try {
      const done = await work({ query: (sql, values) => run(client, backend, sql, values) });
      client.release();
      return done;
    } catch (error) {
      client.release(isConnectionLost(error));
      throw error;
    }
  }
}

/** Where a statement was refused and `work` went on, PostgreSQL takes all of it back, and says so in one word alone. */
async function commit(client: Queryable): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command === 'ROLLBACK') throw new Error('A statement of the transaction was refused: it is taken back');
}

async function connectSession(location: PostgresLocation, patience: Patience): Promise<Session> {
  const client = new pg.Client(settings(location, patience));
  const over = new AbortController();
  client.on('error', (error) => over.abort(new ConnectionLost(error, null)));
  client.on('end', () => over.abort());
  const queue = new SerialQueue();
  const backend = await client
    .connect()
    .then(() => backendOf(client))
    .catch((error) => {
      void client.end().catch(() => {}); // it was never there
      throw endsConnection(error) ? new ConnectionLost(error, null) : error;
    });
  return {
    backend,
    ended: over.signal,
    query: (sql, values) =>
      queue.run(async () => {
        try {
          return await run(client, backend, sql, values);
        } catch (error) {
          if (isConnectionLost(error)) void client.end().catch(() => {}); // an answer that did not come ends it, too
          throw error;
        }
      }),
    onNotification: (heard) => void client.on('notification', ({ channel }) => heard(channel)),
    end: () => client.end(),
  };
}

async function run<Row extends object>(
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

async function backendOf(client: pg.ClientBase): Promise<Backend> {
  const { rows } = await client.query<Backend>(
    'SELECT pid, backend_start::text AS "startedAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()',
  );
  const [backend] = rows;
  if (backend === undefined) throw new Error('PostgreSQL does not know its own process');
  return backend;
}

/** What every connection begins with. The server ends one whose machine is gone within 10 s, and so gives its locks free. */
function settings(
  { host, port, database, user, password, ssl }: PostgresLocation,
  patience: Patience,
): pg.ClientConfig {
  const isShort = patience === 'short';
  const session = {
    synchronous_commit: 'on',
    default_transaction_isolation: 'read\\ committed',
    timezone: 'UTC',
    statement_timeout: isShort ? STATEMENT_MS : 0,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    tcp_keepalives_idle: 3,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 2,
    tcp_user_timeout: 8_000,
  };
  return {
    host,
    port,
    database,
    user,
    password,
    ssl,
    types,
    application_name: `crier ${hostname()} ${process.pid}`.slice(0, 63),
    options: Object.entries(session)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: CONNECT_MS,
    ...(isShort ? { query_timeout: ANSWER_MS } : {}),
    keepAlive: true,
    keepAliveInitialDelayMillis: 3_000,
  };
}
