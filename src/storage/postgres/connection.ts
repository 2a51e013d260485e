import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { OperatorFault } from '../../faults/operator-fault.ts';
import { type Backend, ConnectionLost } from '../../faults/store-faults.ts';
import type { Log } from '../../ports/log.ts';
import { beforeDeadline, orAborted } from '../../time/deadline.ts';
import {
  connectLimit,
  connectSession,
  execute,
  LimitedClient,
  type Patience,
  type Queryable,
  type QueryResult,
  readBackend,
  type Session,
  type Sql,
  settingsOf,
} from './client.ts';
import { endsConnection, isConnectionLost } from './connection-retries.ts';
import type { PostgresLocation } from './location.ts';
import { checkVersion } from './schema.ts';

const MOST_POOL_CONNECTIONS = 10;
const IDLE_CONNECTION_MS = 60_000;
const POOL_PATIENCE = 'short';

/** A transaction that queries of the same asynchronous context join. */
interface JoinedTransaction {
  readonly client: Queryable;
  isOpen: boolean;
}

/** A database: a pool of connections for single queries, and sessions on request. */
export class Postgres implements Queryable {
  readonly #location: PostgresLocation;
  readonly #pool: pg.Pool;
  readonly #backends = new WeakMap<object, Backend>();
  readonly #joined = new AsyncLocalStorage<JoinedTransaction>();
  readonly #superseded = new AbortController();
  #isGuarded = false;

  /** Opens no connection yet. */
  constructor(location: PostgresLocation, log: Log) {
    this.#location = location;
    this.#pool = new pg.Pool({
      ...settingsOf(location, POOL_PATIENCE),
      // The pool passes the settings to the constructor.
      Client: LimitedClient as unknown as new () => pg.ClientBase,
      max: MOST_POOL_CONNECTIONS,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      onConnect: async (client) => {
        // The pool listens only to its idle clients, and an error without a listener would end the process.
        client.on('error', (err) => log.debug({ err }, 'Connection to PostgreSQL ended'));
        const backend = await readBackend(client, POOL_PATIENCE);
        this.#backends.set(client, backend);
        await this.#guard({
          query: (sql, values) => execute({ client, patience: POOL_PATIENCE, backend }, sql, values),
        });
      },
    });
    this.#pool.on('error', () => {}); // logged by the client's own listener
  }

  /** Aborts with an `OperatorFault` once a newer Crier has upgraded the database. This process must then stop. */
  get superseded(): AbortSignal {
    return this.#superseded.signal;
  }

  /**
   * Checks each new connection from now on, and refuses it if a newer Crier has upgraded the database (see
   * `superseded`).
   */
  guardVersion(): void {
    this.#isGuarded = true;
  }

  /** @throws OperatorFault if a newer Crier has upgraded the database; see `superseded` */
  checkVersion(): Promise<void> {
    return this.#checkVersion(this);
  }

  query<Row extends object>(sql: Sql, values?: readonly unknown[]): Promise<QueryResult<Row>> {
    return this.#withClient((client) => client.query<Row>(sql, values));
  }

  /**
   * Runs `work` in one transaction (read committed) on one connection, and rolls it back if `work` rejects.
   * @throws ConnectionLost, also if the answer to the COMMIT is lost
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    const joined = this.#open();
    if (joined !== null) return work(joined);
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

  /**
   * Runs `work` in a transaction. Every query of `work` to this database joins it, including queries of functions that
   * `work` calls. A rejected statement rolls back the whole, even if `work` swallows the error.
   */
  joinedTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.transaction(async (client) => {
      const joined: JoinedTransaction = { client, isOpen: true };
      try {
        return await this.#joined.run(joined, () => work(client));
      } finally {
        // Queries that `work` did not await run outside the transaction.
        joined.isOpen = false;
      }
    });
  }

  /**
   * @throws ConnectionLost
   * @throws OperatorFault if a newer Crier has upgraded the database
   */
  async connect(patience: Patience): Promise<Session> {
    const session = await connectSession(this.#location, patience);
    try {
      await this.#guard(session);
      return session;
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  /**
   * Resolves when no statement of the lost connection runs any more. From then on, the tables show whether the write
   * was committed.
   * @throws ConnectionLost
   * @throws Error if the server process does not end within 5 s
   */
  async settled({ backend }: ConnectionLost): Promise<void> {
    if (backend === null) return;
    const { rows } = await this.query<{ gone: boolean }>(
      'SELECT pg_terminate_backend(pid, 5000) AS gone FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz',
      [backend.pid, backend.startedAt],
    );
    if (rows.some(({ gone }) => !gone)) throw new Error(`The PostgreSQL process ${backend.pid} does not end`);
  }

  /** Closes the pool after the current queries. */
  end(): Promise<void> {
    return this.#pool.end();
  }

  async #guard(connection: Queryable): Promise<void> {
    if (this.#isGuarded) await this.#checkVersion(connection);
  }

  async #checkVersion(db: Queryable): Promise<void> {
    try {
      await checkVersion(db);
    } catch (error) {
      if (error instanceof OperatorFault) this.#superseded.abort(error);
      throw error;
    }
  }

  /** Returns whether the caller runs within the `work` of a `joinedTransaction`. */
  isInJoinedTransaction(): boolean {
    return this.#open() !== null;
  }

  #open(): Queryable | null {
    const joined = this.#joined.getStore();
    return joined?.isOpen ? joined.client : null;
  }

  async #withClient<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
    const joined = this.#open();
    if (joined !== null) return work(joined);
    const client = await this.#connect();
    const backend = this.#backends.get(client) ?? null;
    try {
      const done = await work({
        query: (sql, values) => execute({ client, patience: POOL_PATIENCE, backend }, sql, values),
      });
      client.release();
      return done;
    } catch (error) {
      client.release(isConnectionLost(error));
      throw error;
    }
  }

  /** @throws ConnectionLost */
  async #connect(): Promise<pg.PoolClient> {
    const connecting = this.#pool.connect();
    try {
      return await beforeDeadline(connectLimit(POOL_PATIENCE), (signal) => orAborted(connecting, signal));
    } catch (error) {
      const giveBack = (late: pg.PoolClient) => late.release();
      connecting.then(giveBack, () => {}); // its error is thrown below
      throw endsConnection(error) ? new ConnectionLost(error, null) : error;
    }
  }
}

/** PostgreSQL answers a COMMIT with ROLLBACK if it rejected a statement and `work` continued. */
async function commit(client: Queryable): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command === 'ROLLBACK') throw new Error('PostgreSQL rejected a statement of the transaction and rolled it back');
}
