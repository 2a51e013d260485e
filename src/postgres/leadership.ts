import { hostname } from 'node:os';
import process from 'node:process';
import type { Leadership, Term } from '../ports/leadership.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';
import type { Postgres } from './connection.ts';
import { isConnectionLost } from './connection-lost.ts';
import { LOCKS } from './locks.ts';
import type { Session } from './session.ts';
import { PostgresSnapshots } from './snapshots.ts';

/** How often who does not lead looks whether it could. */
const LOOK_MS = 500;
const BEAT_MS = 1_000;
/** A leader that was not heard of for so long is ended: a stopped process or a dead machine keeps its connection, and so its lock. */
const SILENT = '8 s';

/** The lock and the row in one statement: whoever has the one has written the other. */
const TAKE = `WITH took AS MATERIALIZED (SELECT pg_try_advisory_lock(${LOCKS.pen}, 1) AS is_taken)
  UPDATE leader SET epoch = leader.epoch + 1, pid = pg_backend_pid(), holder = $1, last_group = 0, beat_at = clock_timestamp(), was_clean = false
  FROM took, leader AS before WHERE is_taken RETURNING leader.epoch, before.was_clean AS "wasClean", before.holder AS "before"`;
const END_SILENT = `SELECT pg_terminate_backend(l.pid) FROM pg_locks l, leader
  WHERE l.locktype = 'advisory' AND l.classid = ${LOCKS.pen} AND l.objid = 1 AND l.granted
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND leader.beat_at < clock_timestamp() - interval '${SILENT}'`;
const BEAT = 'UPDATE leader SET beat_at = clock_timestamp() WHERE epoch = $1';
const END = 'UPDATE leader SET was_clean = true, holder = NULL WHERE epoch = $1';

export interface LeadershipParts {
  readonly postgres: Postgres;
  /** Writes over this connection alone, which holds the lock; `epoch`: the number of the term. */
  readonly openPen: (session: Session, epoch: number) => Promise<Term['pen']>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/**
 * The leader is whose connection holds an advisory lock; it writes through that connection alone, so that who loses the lock loses the
 * pen with it.
 */
export class PostgresLeadership implements Leadership {
  readonly #parts: LeadershipParts;

  constructor(parts: LeadershipParts) {
    this.#parts = parts;
  }

  async lead(signal: AbortSignal): Promise<Term | null> {
    while (!signal.aborted) {
      try {
        const session = await this.#parts.postgres.connect('short');
        const epoch = await this.#waitOn(session, signal);
        if (epoch !== null) return await this.#begin(session, epoch);
      } catch (error) {
        if (!isConnectionLost(error) && !(error instanceof Error && isConnectionLost(error.cause))) throw error;
        this.#parts.log.debug({ err: error }, 'Who leads cannot be asked just now');
        await this.#parts.clock.sleep(LOOK_MS, signal);
      }
    }
    return null;
  }

  /** The number of the term that begins; null: the signal aborted, and the connection is ended. */
  async #waitOn(session: Session, signal: AbortSignal): Promise<number | null> {
    try {
      while (!signal.aborted) {
        const epoch = await this.#take(session);
        if (epoch !== null) return epoch;
        await this.#parts.clock.sleep(LOOK_MS, signal);
      }
    } catch (error) {
      // It may hold the lock.
      await session.end();
      throw error;
    }
    await session.end();
    return null;
  }

  /** The number of the term that begins; null: another process leads. */
  async #take(session: Session): Promise<number | null> {
    const holder = `${hostname()} ${process.pid}`;
    const { rows } = await session.query<{ epoch: number; wasClean: boolean; before: string | null }>(TAKE, [holder]);
    const [taken] = rows;
    if (taken === undefined) {
      await session.query(END_SILENT);
      return null;
    }
    const { epoch, wasClean, before } = taken;
    if (!wasClean) this.#parts.log.warn({ before }, 'Who took in what the service tells is gone; this process goes on');
    return epoch;
  }

  async #begin(session: Session, epoch: number): Promise<Term> {
    const { postgres, openPen, log } = this.#parts;
    const over = new AbortController();
    const lost = new AbortController();
    session.ended.addEventListener('abort', () => {
      if (!over.signal.aborted) lost.abort(session.ended.reason);
      over.abort();
    });
    if (session.ended.aborted) lost.abort(session.ended.reason);
    const pen = await openPen(session, epoch).catch(async (error) => {
      await session.end();
      throw error;
    });
    const beating = this.#beat(session, epoch, over.signal);
    return {
      pen,
      snapshots: new PostgresSnapshots(postgres, epoch, log),
      lost: lost.signal,
      end: async () => {
        over.abort();
        await beating;
        await putAway(session, epoch, log);
      },
    };
  }

  async #beat(session: Session, epoch: number, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await session.query({ name: 'beat', text: BEAT }, [epoch]).catch((error) => {
        if (!isConnectionLost(error)) this.#parts.log.warn({ err: error }, 'That this process leads cannot be written');
      });
      await this.#parts.clock.sleep(BEAT_MS, over);
    }
  }
}

async function putAway(session: Session, epoch: number, log: Log): Promise<void> {
  if (session.ended.aborted) return;
  try {
    await session.query(END, [epoch]);
    await session.end();
  } catch (error) {
    log.debug({ err: error }, 'The connection of the leader was lost at its end');
  }
}
