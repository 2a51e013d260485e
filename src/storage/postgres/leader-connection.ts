import { ConnectionLost } from '../../faults/store-faults.ts';
import type { Clock } from '../../time/clock.ts';
import type { Postgres } from './connection.ts';
import { LOCKS, type Session } from './session.ts';

/** For how long a lost connection is tried again: then this process was not heard of for so long that another may lead. */
const REGAIN_MS = 8_000;
const RETRY_MS = 100;

/** The lock again, for the same term: nobody else had one meanwhile. */
const REGAIN = `WITH took AS MATERIALIZED (SELECT pg_try_advisory_lock(${LOCKS.leader}, 1) AS is_taken)
  UPDATE leader SET backend_pid = pg_backend_pid(), beat_at = clock_timestamp() FROM took WHERE is_taken AND epoch = $1`;

export interface LeaderConnectionParts {
  readonly postgres: Pick<Postgres, 'connect' | 'settled'>;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  /** The number of the term. */
  readonly epoch: number;
}

/**
 * The connection that holds the leader's lock. Where it is lost, another takes its place within seconds, with the same lock and term;
 * unless another process leads by then: the term is over.
 */
export class LeaderConnection {
  readonly #parts: LeaderConnectionParts;
  readonly #over = new AbortController();
  #session: Session;
  #regaining: Promise<Session> | null = null;

  /** @param session holds the lock */
  constructor(parts: LeaderConnectionParts, session: Session) {
    this.#parts = parts;
    this.#session = session;
    this.#watch(session);
  }

  /** Aborts when the term is over. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /**
   * Resolves once every statement of an earlier connection is committed or rolled back.
   * @throws if the term is over
   */
  async session(): Promise<Session> {
    this.#over.signal.throwIfAborted();
    if (!this.#session.ended.aborted) return this.#session;
    this.#regaining ??= this.#regain().finally(() => {
      this.#regaining = null;
    });
    return this.#regaining;
  }

  /** The term is over. @returns the connection, which may have ended */
  end(): Session {
    this.#over.abort(new Error('this process does not lead any more'));
    return this.#session;
  }

  #watch({ ended }: Session): void {
    const regain = () => void this.session().catch(() => {}); // who writes next hears of it
    if (ended.aborted) regain();
    else ended.addEventListener('abort', regain);
  }

  async #regain(): Promise<Session> {
    const { clock } = this.#parts;
    const latest = clock.monotonic() + REGAIN_MS;
    let fault: unknown;
    while (!this.#over.signal.aborted && clock.monotonic() < latest) {
      try {
        const session = await this.#connect();
        if (session === null) this.#over.abort(new Error('another process leads'));
        else if (this.#over.signal.aborted) await session.end();
        else {
          this.#session = session;
          this.#watch(session);
          return session;
        }
      } catch (error) {
        fault = error;
        await clock.sleep(RETRY_MS, this.#over.signal);
      }
    }
    this.#over.abort(fault);
    throw this.#over.signal.reason;
  }

  /** null: another process leads, or has done so meanwhile. */
  async #connect(): Promise<Session | null> {
    const { postgres, epoch } = this.#parts;
    await postgres.settled(new ConnectionLost(null, this.#session.backend));
    const session = await postgres.connect('short');
    try {
      if ((await session.query(REGAIN, [epoch])).count === 1) return session;
    } catch (error) {
      // It may hold the lock.
      await session.end();
      throw error;
    }
    await session.end();
    return null;
  }
}
