import { hostname } from 'node:os';
import process from 'node:process';
import type { Leadership, Term } from '../../ports/fleet.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import type { Postgres } from './connection.ts';
import { isConnectionLost } from './connection-lost.ts';
import { LeaderConnection } from './leader-connection.ts';
import { LOCKS, type Session } from './session.ts';
import { PostgresSnapshots } from './snapshots.ts';

/** How often who does not lead looks whether it could. */
const LOOK_MS = 500;
const BEAT_MS = 1_000;
/** Who looks again after longer than this has stood still, as the leader may have, which has not beaten yet. */
const LOOKED_MS = 2_500;
/** A leader that was not heard of for so long is ended: a stopped process or a dead machine keeps its connection, and so its lock. */
const SILENT = '8 s';

/** The lock and the row in one statement: whoever has the one has written the other. */
const TAKE = `WITH took AS MATERIALIZED (SELECT pg_try_advisory_lock(${LOCKS.leader}, 1) AS is_taken)
  UPDATE leader SET epoch = leader.epoch + 1, backend_pid = pg_backend_pid(), holder = $1, last_group = 0, beat_at = clock_timestamp(), was_clean = false
  FROM took, leader AS before WHERE is_taken RETURNING leader.epoch, before.was_clean AS "wasClean", before.holder AS "before"`;
const END_SILENT = `SELECT pg_terminate_backend(l.pid) FROM pg_locks l, leader
  WHERE l.locktype = 'advisory' AND l.classid = ${LOCKS.leader} AND l.objid = 1 AND l.granted
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND leader.beat_at < clock_timestamp() - interval '${SILENT}'`;
const BEAT = 'UPDATE leader SET beat_at = clock_timestamp() WHERE epoch = $1';
const END = 'UPDATE leader SET was_clean = true, holder = NULL WHERE epoch = $1';

export interface LeadershipParts {
  readonly postgres: Postgres;
  /** Writes over this connection alone, which holds the lock (see `LeaderConnection.session`); `epoch`: the number of the term. */
  readonly openIngestWriter: (session: () => Promise<Session>, epoch: number) => Promise<Term['writer']>;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  readonly log: Log;
}

/**
 * The leader is whose connection holds an advisory lock; it writes through that connection alone, so that who loses the lock loses the
 * writer with it. A connection that breaks is replaced, unless another process was quicker.
 */
export class PostgresLeadership implements Leadership {
  readonly #parts: LeadershipParts;
  /** Of the monotonic clock. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Of the last term that was ours; terms are counted over all processes. */
  #epoch: number | null = null;
  /** That another leads is said. */
  #isFollowing = false;

  constructor(parts: LeadershipParts) {
    this.#parts = parts;
  }

  /** Never rejects: what PostgreSQL refuses just now, as on a full disk, is asked again. */
  async lead(signal: AbortSignal): Promise<Term | null> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const session = await this.#parts.postgres.connect('short');
        const epoch = await this.#waitOn(session, signal);
        return epoch === null ? null : await this.#begin(session, epoch);
      } catch (error) {
        this.#isFollowing = false;
        const level = failures === 0 ? 'warn' : 'debug';
        this.#parts.log[level]({ err: error }, 'PostgreSQL does not say who leads: it is asked again until it does');
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
      const before = this.#lookedAt;
      this.#lookedAt = this.#parts.clock.monotonic();
      if (this.#lookedAt - before < LOOKED_MS) await session.query(END_SILENT);
      if (!this.#isFollowing) this.#parts.log.info({}, 'Another process leads: this one follows');
      this.#isFollowing = true;
      return null;
    }
    const { epoch, wasClean, before } = taken;
    this.#isFollowing = false;
    const wasOurs = epoch - 1 === this.#epoch;
    this.#epoch = epoch;
    if (wasClean || wasOurs) this.#parts.log.info({}, 'This process leads: it takes in what the service tells');
    else this.#parts.log.warn({ before }, 'The process that led is gone: this one leads now');
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
        await putAway(held, epoch, log);
      },
    };
  }

  async #beat(connection: LeaderConnection, epoch: number): Promise<void> {
    const { clock, log } = this.#parts;
    for (let failures = 0; !connection.over.aborted; ) {
      try {
        await (await connection.session()).query({ name: 'beat', text: BEAT }, [epoch]);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!isConnectionLost(error) && !connection.over.aborted)
          log[failures === 1 ? 'warn' : 'debug']({ err: error }, 'That this process leads cannot be written');
      }
      await clock.sleep(BEAT_MS, connection.over);
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
