import { OperatorFault } from '../../../faults/operator-fault.ts';
import type { Backend } from '../../../faults/store-faults.ts';
import type { FleetState, FleetValue, GivenSharding, Identifies, Sharding } from '../../../ports/fleet.ts';
import type { Clock } from '../../../time/clock.ts';
import { SerialQueue } from '../../../time/serial-queue.ts';
import { LOCKS, type Queryable, type Session } from '../client.ts';

const PUT = `INSERT INTO fleet_state (name, json, at) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET json = excluded.json, at = excluded.at`;
const ALL = `SELECT name, json, extract(epoch FROM clock_timestamp() - at)::float8 * 1000 AS "ageMs" FROM fleet_state
  WHERE starts_with(name, $1) ORDER BY name`;

/** The fleet's state in the database. Readers poll it. */
export class PostgresFleetState implements FleetState {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async put(name: string, value: unknown): Promise<void> {
    await this.#db.query({ name: 'put-fleet-state', text: PUT }, [name, JSON.stringify(value)]);
  }

  async all(prefix: string): Promise<ReadonlyMap<string, FleetValue>> {
    const { rows } = await this.#db.query<{ name: string; json: string; ageMs: number }>(
      { name: 'read-fleet-state', text: ALL },
      [prefix],
    );
    return new Map(rows.map(({ name, json, ageMs }) => [name, { value: JSON.parse(json), ageMs }]));
  }

  async remove(name: string): Promise<void> {
    await this.#db.query('DELETE FROM fleet_state WHERE name = $1', [name]);
  }
}

/** Discord's 5 s, and a margin for a later IDENTIFY that travels faster. */
const GAP_MS = 5_500;
/** Shortest pause between two tries. Another process may take the slot first, again and again. */
const LEAST_WAIT_MS = 50;
/**
 * A slot that is confirmed later than this is discarded: the process stalled, and the gap to the next IDENTIFY may be
 * used up.
 */
const STALE_MS = 2_000;
/** Pause between two tries while PostgreSQL is unreachable or refuses writes. */
const AWAY_MS = 1_000;

/** Takes the slot only once it is due, so that a process that dies while it waits delays no other. */
const PASS = `INSERT INTO identifies AS i (bucket, next_at) VALUES ($1, to_timestamp(($2::float8 + ${GAP_MS}) / 1000))
  ON CONFLICT (bucket) DO UPDATE SET next_at = excluded.next_at WHERE i.next_at <= to_timestamp($2::float8 / 1000)`;
const WAIT =
  'SELECT extract(epoch FROM next_at)::float8 * 1000 - $2::float8 AS "waitMs" FROM identifies WHERE bucket = $1';

/** Spaces the IDENTIFYs of all processes, one bucket at a time. */
export class PostgresIdentifies implements Identifies {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #queues = new Map<number, SerialQueue>();

  /** @param clock whose wall time is the same for all processes */
  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Retries for as long as PostgreSQL fails, because discord.js gives a shard up after any error. */
  pass(shardId: number, maxConcurrency: number, signal: AbortSignal): Promise<void> {
    const bucket = shardId % maxConcurrency;
    const queue = this.#queues.get(bucket) ?? new SerialQueue();
    this.#queues.set(bucket, queue);
    return queue.run(async () => {
      signal.throwIfAborted();
      for (let waitMs = await this.#take(bucket); waitMs > 0; waitMs = await this.#take(bucket)) {
        await this.#clock.sleep(waitMs, signal);
        signal.throwIfAborted();
      }
    });
  }

  /** @returns 0 if the slot was taken, else ms until the next try */
  async #take(bucket: number): Promise<number> {
    const values = [bucket, this.#clock.now()];
    const askedAt = this.#clock.monotonic();
    try {
      const { count } = await this.#db.query({ name: 'pass-identify', text: PASS }, values);
      const isStale = this.#clock.monotonic() - askedAt > STALE_MS;
      if (count > 0) return isStale ? LEAST_WAIT_MS : 0;
      const { rows } = await this.#db.query<{ waitMs: number }>(WAIT, values);
      return Math.max(rows[0]?.waitMs ?? 0, LEAST_WAIT_MS);
    } catch {
      return AWAY_MS; // other writers log the cause
    }
  }
}

/**
 * Age of the last beat after which a process is ended. A stopped process or a dead machine keeps its connection, and
 * so its shards.
 */
const SILENT = '7 s';
/** Limits the wait until the server has ended a connection. */
const ENDED_MS = 500;
/** Limits the age of a process's own last beat when it ends others. */
const LATELY = '2 s';
/**
 * Time after its last beat for which an unlocked block stays its holder's, which reconnects or is still leaving its
 * shards.
 */
const GONE = '5.5 s';
/** Time after a start of the server for which every holder may reconnect. */
const STARTED = '7 s';

/** Lock 0 is shared by every process that runs shards or waits for some. Block n has lock n + 1. */
const FLEET_LOCK = `${LOCKS.shardBlock}, 0`;
const OF_FLEET = `l.locktype = 'advisory' AND l.classid = ${LOCKS.shardBlock} AND l.granted
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const END_SILENT = `SELECT pg_terminate_backend(h.pid, ${ENDED_MS}) FROM shard_holders h
  WHERE h.beat_at < clock_timestamp() - interval '${SILENT}'
  AND EXISTS (SELECT FROM shard_holders mine WHERE mine.pid = pg_backend_pid() AND mine.beat_at > clock_timestamp() - interval '${LATELY}')
  AND EXISTS (SELECT FROM pg_locks l WHERE l.pid = h.pid AND ${OF_FLEET})`;
const END_BEFORE = `SELECT pg_terminate_backend(pid, ${ENDED_MS}) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz`;
const FORGET_ENDED =
  'DELETE FROM shard_holders h WHERE NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = h.pid)';
const SAY_HERE = `WITH here AS (
    INSERT INTO shard_holders (pid) VALUES (pg_backend_pid()) ON CONFLICT (pid) DO UPDATE SET beat_at = clock_timestamp())
  INSERT INTO shard_blocks (number) SELECT unnest($1::integer[]) ON CONFLICT (number) DO UPDATE SET beat_at = clock_timestamp()`;
const DECIDE = `INSERT INTO sharding (total, per_block) VALUES ($1, $2)
  ON CONFLICT (one) DO UPDATE SET total = excluded.total, per_block = excluded.per_block`;
/** Blocks that no process holds or may still come back to. */
const FREE = `SELECT b AS number FROM generate_series(0, $1::int - 1) b
  WHERE NOT EXISTS (SELECT FROM pg_locks l WHERE l.objid = (b + 1)::oid AND ${OF_FLEET})
  AND NOT EXISTS (SELECT FROM shard_blocks s WHERE s.number = b AND (s.beat_at > clock_timestamp() - interval '${GONE}'
    OR s.beat_at < pg_postmaster_start_time() AND pg_postmaster_start_time() > clock_timestamp() - interval '${STARTED}')) ORDER BY b`;

/**
 * Registers a connection as one of a process that runs shards, until it ends.
 * @param before the connection that it replaces, which may still hold its locks and is ended first; or null
 * @returns the division that the running processes agreed on; the first process decides, as given or as recommended
 * @throws OperatorFault if the running processes have another division than the given one
 */
export async function joinFleet(
  session: Session,
  before: Backend | null,
  given: GivenSharding,
  recommended: number,
): Promise<Sharding> {
  if (before !== null) await session.query(END_BEFORE, [before.pid, before.startedAt]);
  await session.query(FORGET_ENDED);
  const { rows } = await session.query<{ alone: boolean }>(`SELECT pg_try_advisory_lock(${FLEET_LOCK}) AS alone`);
  const alone = rows[0]?.alone === true;
  if (alone) await session.query(DECIDE, [given.total ?? recommended, given.perBlock]);
  // Waits for a process that is just deciding.
  await session.query(`SELECT pg_advisory_lock_shared(${FLEET_LOCK})`);
  if (alone) await session.query(`SELECT pg_advisory_unlock(${FLEET_LOCK})`);
  const { rows: decided } = await session.query<Sharding>('SELECT total, per_block AS "perBlock" FROM sharding');
  const [sharding] = decided;
  if (sharding === undefined) throw new Error('The table sharding is empty');
  if ((given.total ?? sharding.total) !== sharding.total || given.perBlock !== sharding.perBlock) {
    throw new OperatorFault(
      `The other processes of Crier run with SHARDS=${sharding.total} and SHARDS_PER_PROCESS=${sharding.perBlock}: set the same here, or stop all of them before either is changed.`,
    );
  }
  await beat(session, []);
  return sharding;
}

/** Records that this process is alive. @param blocks numbers of the blocks that it holds */
export async function beat(session: Session, blocks: readonly number[]): Promise<void> {
  await session.query({ name: 'beat-shards', text: SAY_HERE }, [blocks]);
}

/** Ends the connections of processes that stopped beating, if this one beats. @returns how many were ended */
export async function endSilent(session: Session): Promise<number> {
  const { count } = await session.query({ name: 'end-silent-shards', text: END_SILENT });
  return count;
}

/** @param blocks how many blocks there are. @returns the numbers of the free ones, in order */
export async function freeBlocks(session: Session, blocks: number): Promise<readonly number[]> {
  const { rows } = await session.query<{ number: number }>({ name: 'free-shards', text: FREE }, [blocks]);
  return rows.map(({ number }) => number);
}

/** Takes the lock of a block. @returns whether this connection holds it now */
export async function lockBlock(session: Session, number: number): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
    LOCKS.shardBlock,
    number + 1,
  ]);
  return rows[0]?.taken === true;
}

/** Releases a block. Its last beat is deleted, so that others take it without waiting for its holder. */
export async function giveBackBlock(session: Session, number: number): Promise<void> {
  await session.query('DELETE FROM shard_blocks WHERE number = $1', [number]);
  await session.query('SELECT pg_advisory_unlock($1, $2)', [LOCKS.shardBlock, number + 1]);
}
