import { hostname } from 'node:os';
import process from 'node:process';
import { ConnectionLost } from '../../faults/store-faults.ts';
import type { Leadership, Term } from '../../ports/fleet.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { LOCKS, type Session } from './client.ts';
import type { Postgres } from './connection.ts';
import { isConnectionLost } from './connection-retries.ts';
import { PostgresSnapshots } from './snapshots.ts';

/** Interval at which a follower tries to lead. */
const LEAD_INTERVAL_MS = 500;
const LEADER_BEAT_MS = 1_000;
/**
 * Limits the time since a process last tried to lead, for it to end the leader. After a longer gap the whole machine
 * may have been suspended, and the leader had no time to beat.
 */
const LONGEST_ATTEMPT_GAP_MS = 2_500;
/**
 * Age of the last beat after which a leader is ended, because a stopped process or a dead machine keeps its connection,
 * and so its lock.
 */
const LEADER_SILENCE = '8 s';

/** Takes the lock and updates `leader` in one statement, so that the lock's holder is always the process in the row. */
const TAKE_LEAD = `WITH took AS MATERIALIZED (SELECT pg_try_advisory_lock(${LOCKS.leader}, 1) AS is_taken)
  UPDATE leader SET epoch = leader.epoch + 1, backend_pid = pg_backend_pid(), holder = $1, last_group = 0, beat_at = clock_timestamp(), was_clean = false
  FROM took, leader AS before WHERE is_taken RETURNING leader.epoch, before.was_clean AS "wasClean", before.holder AS "before"`;
const END_SILENT_LEADER = `SELECT pg_terminate_backend(l.pid) FROM pg_locks l, leader
  WHERE l.locktype = 'advisory' AND l.classid = ${LOCKS.leader} AND l.objid = 1 AND l.granted
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND leader.beat_at < clock_timestamp() - interval '${LEADER_SILENCE}'`;
const BEAT_LEADER = 'UPDATE leader SET beat_at = clock_timestamp() WHERE epoch = $1';
const END_TERM = 'UPDATE leader SET was_clean = true, holder = NULL WHERE epoch = $1';

export interface LeadershipParts {
  readonly postgres: Postgres;
  /**
   * @param session returns the connection that holds the lock, the only one to write over (see
   * `LeaderConnection.session`)
   * @param epoch the number of the term
   */
  readonly openIngestWriter: (session: () => Promise<Session>, epoch: number) => Promise<Term['writer']>;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  readonly log: Log;
}

/**
 * The leader is the process whose connection holds an advisory lock. It writes only over that connection, so that a
 * process without the lock cannot write. A broken connection is replaced unless another process leads by then.
 */
export class PostgresLeadership implements Leadership {
  readonly #parts: LeadershipParts;
  /** Time of the last attempt to lead, in monotonic ms. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Number of this process's last term. Terms are counted across all processes. */
  #epoch: number | null = null;
  /** Whether it was logged that another process leads. */
  #isFollowing = false;

  constructor(parts: LeadershipParts) {
    this.#parts = parts;
  }

  /** Retries through errors of PostgreSQL, such as a full disk. Never rejects. */
  async lead(signal: AbortSignal): Promise<Term | null> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const session = await this.#parts.postgres.connect('short');
        const epoch = await this.#waitOn(session, signal);
        return epoch === null ? null : await this.#begin(session, epoch);
      } catch (error) {
        this.#isFollowing = false;
        const level = failures === 0 ? 'warn' : 'debug';
        this.#parts.log[level]({ err: error }, 'Could not try to lead, retrying');
        await this.#parts.clock.sleep(LEAD_INTERVAL_MS, signal);
      }
    }
    return null;
  }

  /** @returns the number of the term that begins, or null after the signal aborted and the connection was ended */
  async #waitOn(session: Session, signal: AbortSignal): Promise<number | null> {
    try {
      while (!signal.aborted) {
        const epoch = await this.#take(session);
        if (epoch !== null) return epoch;
        await this.#parts.clock.sleep(LEAD_INTERVAL_MS, signal);
      }
    } catch (error) {
      // The connection may hold the lock.
      await session.end();
      throw error;
    }
    await session.end();
    return null;
  }

  /** @returns the number of the term that begins, or null if another process leads */
  async #take(session: Session): Promise<number | null> {
    const holder = `${hostname()} ${process.pid}`;
    const { rows } = await session.query<{ epoch: number; wasClean: boolean; before: string | null }>(TAKE_LEAD, [
      holder,
    ]);
    const [taken] = rows;
    if (taken === undefined) {
      const before = this.#lookedAt;
      this.#lookedAt = this.#parts.clock.monotonic();
      if (this.#lookedAt - before < LONGEST_ATTEMPT_GAP_MS) await session.query(END_SILENT_LEADER);
      if (!this.#isFollowing) this.#parts.log.info({}, 'Another process leads, this process follows');
      this.#isFollowing = true;
      return null;
    }
    const { epoch, wasClean, before } = taken;
    this.#isFollowing = false;
    const wasOurs = epoch - 1 === this.#epoch;
    this.#epoch = epoch;
    if (wasClean || wasOurs) this.#parts.log.info({}, 'This process leads');
    else this.#parts.log.warn({ before }, 'Previous leader is gone, this process leads');
    return epoch;
  }

  async #begin(session: Session, epoch: number): Promise<Term> {
    const { postgres, openIngestWriter, clock, log } = this.#parts;
    const connection = new LeaderConnection({ postgres, clock, epoch }, session);
    const writer = await openIngestWriter(() => connection.session(), epoch).catch(async (error) => {
      await connection.end().end();
      throw error;
    });
    const lost = new AbortController();
    const onOver = () => lost.abort(connection.over.reason);
    if (connection.over.aborted) onOver();
    connection.over.addEventListener('abort', onOver);
    const beating = this.#beat(connection, epoch);
    return {
      writer,
      snapshots: new PostgresSnapshots(postgres, epoch, log),
      lost: lost.signal,
      end: async () => {
        connection.over.removeEventListener('abort', onOver);
        const held = connection.end();
        await beating;
        await releaseLead(held, epoch, log);
      },
    };
  }

  async #beat(connection: LeaderConnection, epoch: number): Promise<void> {
    const { clock, log } = this.#parts;
    for (let failures = 0; !connection.over.aborted; ) {
      try {
        await (await connection.session()).query({ name: 'beat', text: BEAT_LEADER }, [epoch]);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!isConnectionLost(error) && !connection.over.aborted)
          log[failures === 1 ? 'warn' : 'debug']({ err: error }, 'Could not record that this process leads, retrying');
      }
      await clock.sleep(LEADER_BEAT_MS, connection.over);
    }
  }
}

async function releaseLead(session: Session, epoch: number, log: Log): Promise<void> {
  if (session.ended.aborted) return;
  try {
    await session.query(END_TERM, [epoch]);
    await session.end();
  } catch (error) {
    log.debug({ err: error }, 'Connection of the leader lost at the end of its term');
  }
}

/**
 * Limits how long a lost connection is retried. After that, this process has been silent for so long that another may
 * lead.
 */
const LONGEST_REGAIN_MS = 8_000;
const REGAIN_RETRY_MS = 100;

/** Takes the lock again for the same term, if no other process led meanwhile. */
const REGAIN_LEAD = `WITH took AS MATERIALIZED (SELECT pg_try_advisory_lock(${LOCKS.leader}, 1) AS is_taken)
  UPDATE leader SET backend_pid = pg_backend_pid(), beat_at = clock_timestamp() FROM took WHERE is_taken AND epoch = $1`;

interface LeaderConnectionParts {
  readonly postgres: Pick<Postgres, 'connect' | 'settled'>;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  /** The number of the term. */
  readonly epoch: number;
}

/**
 * The connection that holds the leader's lock. A lost connection is replaced within seconds, with the same lock and
 * term. If another process leads by then, the term is over.
 */
class LeaderConnection {
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

  /**
   * Ends the term.
   * @returns the connection, which may have ended
   */
  end(): Session {
    this.#over.abort(new Error('this process does not lead any more'));
    return this.#session;
  }

  #watch({ ended }: Session): void {
    const regain = () => void this.session().catch(() => {}); // The next write gets the error.
    if (ended.aborted) regain();
    else ended.addEventListener('abort', regain);
  }

  async #regain(): Promise<Session> {
    const { clock } = this.#parts;
    const latest = clock.monotonic() + LONGEST_REGAIN_MS;
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
        await clock.sleep(REGAIN_RETRY_MS, this.#over.signal);
      }
    }
    this.#over.abort(fault);
    throw this.#over.signal.reason;
  }

  /** @returns the new connection, or null if another process leads or led meanwhile */
  async #connect(): Promise<Session | null> {
    const { postgres, epoch } = this.#parts;
    await postgres.settled(new ConnectionLost(null, this.#session.backend));
    const session = await postgres.connect('short');
    try {
      if ((await session.query(REGAIN_LEAD, [epoch])).count === 1) return session;
    } catch (error) {
      // The connection may hold the lock.
      await session.end();
      throw error;
    }
    await session.end();
    return null;
  }
}
