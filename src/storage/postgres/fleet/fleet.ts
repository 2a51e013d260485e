import { OperatorFault } from '../../../faults/operator-fault.ts';
import type { Backend } from '../../../faults/store-faults.ts';
import type { FleetState, FleetValue, GivenSharding, Identifies, Sharding } from '../../../ports/fleet.ts';
import type { Clock } from '../../../time/clock.ts';
import { SerialQueue } from '../../../time/serial-queue.ts';
import { LOCKS, type Queryable, type Session } from '../client.ts';

const PUT_STATE = `INSERT INTO fleet_state (name, json, at) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET json = excluded.json, at = excluded.at`;
const READ_STATES = `SELECT name, json, extract(epoch FROM clock_timestamp() - at)::float8 * 1000 AS "ageMs" FROM fleet_state
  WHERE starts_with(name, $1) ORDER BY name`;

/** The fleet's state in the database, which readers poll. */
export class PostgresFleetState implements FleetState {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async put(name: string, value: unknown): Promise<void> {
    await this.#db.query({ name: 'put-fleet-state', text: PUT_STATE }, [name, JSON.stringify(value)]);
  }

  async all(prefix: string): Promise<ReadonlyMap<string, FleetValue>> {
    const { rows } = await this.#db.query<{ name: string; json: string; ageMs: number }>(
      { name: 'read-fleet-state', text: READ_STATES },
      [prefix],
    );
    return new Map(rows.map(({ name, json, ageMs }) => [name, { value: JSON.parse(json), ageMs }]));
  }

  async remove(name: string): Promise<void> {
    await this.#db.query('DELETE FROM fleet_state WHERE name = $1', [name]);
  }
}

/**
 * Discord demands 5 s between two IDENTIFYs. The margin allows for a second one that reaches it faster than the first.
 */
const IDENTIFY_GAP_MS = 5_500;
/** Shortest pause between two attempts. Another process may take the slot first, again and again. */
const LEAST_SLOT_WAIT_MS = 50;
/**
 * Limits the delay of a slot's confirmation. A later one is discarded: the process stalled, and the gap to the next
 * IDENTIFY may be used up.
 */
const STALE_SLOT_MS = 2_000;
/** Pause between two attempts while PostgreSQL is unreachable or rejects writes. */
const SLOT_RETRY_MS = 1_000;

/** Takes the slot only once it is due, so that a process that dies while it waits delays no other. */
const TAKE_SLOT = `INSERT INTO identifies AS i (bucket, next_at) VALUES ($1, to_timestamp(($2::float8 + ${IDENTIFY_GAP_MS}) / 1000))
  ON CONFLICT (bucket) DO UPDATE SET next_at = excluded.next_at WHERE i.next_at <= to_timestamp($2::float8 / 1000)`;
const READ_SLOT_WAIT =
  'SELECT extract(epoch FROM next_at)::float8 * 1000 - $2::float8 AS "waitMs" FROM identifies WHERE bucket = $1';

/** Spaces the IDENTIFYs of all processes, one bucket at a time. */
export class PostgresIdentifies implements Identifies {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #queues = new Map<number, SerialQueue>();

  /** @param clock a clock with the same wall time for all processes */
  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Retries for as long as PostgreSQL fails, because discord.js gives up a shard after any error. */
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

  /** @returns 0 if the slot was taken, or the wait until the next attempt in ms */
  async #take(bucket: number): Promise<number> {
    const values = [bucket, this.#clock.now()];
    const askedAt = this.#clock.monotonic();
    try {
      const { count } = await this.#db.query({ name: 'pass-identify', text: TAKE_SLOT }, values);
      const isStale = this.#clock.monotonic() - askedAt > STALE_SLOT_MS;
      if (count > 0) return isStale ? LEAST_SLOT_WAIT_MS : 0;
      const { rows } = await this.#db.query<{ waitMs: number }>(READ_SLOT_WAIT, values);
      return Math.max(rows[0]?.waitMs ?? 0, LEAST_SLOT_WAIT_MS);
    } catch {
      return SLOT_RETRY_MS; // other writers log the error
    }
  }
}

/**
 * Age of the last beat after which a process is ended, because a stopped process or a dead machine keeps its
 * connection, and so its shards.
 */
const HOLDER_SILENCE = '7 s';
/** Limits the wait until the server has closed a connection. */
const END_LIMIT_MS = 500;
/** Limits the age of a process's own last beat when it ends others. */
const OWN_BEAT_AGE = '2 s';
/**
 * Time after its last beat for which an unlocked block stays reserved for its holder, which may reconnect or is still
 * leaving its shards.
 */
const RESERVED_FOR_HOLDER = '5.5 s';
/** Time after a start of the server for which every holder may reconnect. */
const AFTER_SERVER_START = '7 s';

/** Every process that runs shards or waits for some shares lock 0. Block n has lock n + 1. */
const FLEET_LOCK = `${LOCKS.shardBlock}, 0`;
const IS_FLEET_LOCK = `l.locktype = 'advisory' AND l.classid = ${LOCKS.shardBlock} AND l.granted
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const END_SILENT_HOLDERS = `SELECT pg_terminate_backend(h.pid, ${END_LIMIT_MS}) FROM shard_holders h
  WHERE h.beat_at < clock_timestamp() - interval '${HOLDER_SILENCE}'
  AND EXISTS (SELECT FROM shard_holders mine WHERE mine.pid = pg_backend_pid() AND mine.beat_at > clock_timestamp() - interval '${OWN_BEAT_AGE}')
  AND EXISTS (SELECT FROM pg_locks l WHERE l.pid = h.pid AND ${IS_FLEET_LOCK})`;
const END_PREVIOUS_CONNECTION = `SELECT pg_terminate_backend(pid, ${END_LIMIT_MS}) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz`;
const FORGET_ENDED =
  'DELETE FROM shard_holders h WHERE NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = h.pid)';
const BEAT_SHARDS = `WITH here AS (
    INSERT INTO shard_holders (pid) VALUES (pg_backend_pid()) ON CONFLICT (pid) DO UPDATE SET beat_at = clock_timestamp())
  INSERT INTO shard_blocks (number) SELECT unnest($1::integer[]) ON CONFLICT (number) DO UPDATE SET beat_at = clock_timestamp()`;
const DECIDE_SHARDING = `INSERT INTO sharding (total, per_block) VALUES ($1, $2)
  ON CONFLICT (one) DO UPDATE SET total = excluded.total, per_block = excluded.per_block`;
/** Blocks that no process holds or may return to. */
const FREE_BLOCKS = `SELECT b AS number FROM generate_series(0, $1::int - 1) b
  WHERE NOT EXISTS (SELECT FROM pg_locks l WHERE l.objid = (b + 1)::oid AND ${IS_FLEET_LOCK})
  AND NOT EXISTS (SELECT FROM shard_blocks s WHERE s.number = b AND (s.beat_at > clock_timestamp() - interval '${RESERVED_FOR_HOLDER}'
    OR s.beat_at < pg_postmaster_start_time() AND pg_postmaster_start_time() > clock_timestamp() - interval '${AFTER_SERVER_START}')) ORDER BY b`;

/**
 * Registers a connection as one of a process that runs shards, until it ends.
 * @param before the connection that it replaces, or null; it may still hold its locks and is ended first
 * @returns the division of the running processes; the first process decides it, as given or as recommended
 * @throws OperatorFault if the running processes have another division than the given one
 */
export async function joinFleet(
  session: Session,
  before: Backend | null,
  given: GivenSharding,
  recommended: number,
): Promise<Sharding> {
  if (before !== null) await session.query(END_PREVIOUS_CONNECTION, [before.pid, before.startedAt]);
  await session.query(FORGET_ENDED);
  const { rows } = await session.query<{ alone: boolean }>(`SELECT pg_try_advisory_lock(${FLEET_LOCK}) AS alone`);
  const alone = rows[0]?.alone === true;
  if (alone) await session.query(DECIDE_SHARDING, [given.total ?? recommended, given.perBlock]);
  // Waits for a process that is just deciding.
  await session.query(`SELECT pg_advisory_lock_shared(${FLEET_LOCK})`);
  if (alone) await session.query(`SELECT pg_advisory_unlock(${FLEET_LOCK})`);
  const { rows: decided } = await session.query<Sharding>('SELECT total, per_block AS "perBlock" FROM sharding');
  const [sharding] = decided;
  if (sharding === undefined) throw new Error('The table sharding is empty');
  if ((given.total ?? sharding.total) !== sharding.total || given.perBlock !== sharding.perBlock) {
    throw new OperatorFault(
      `The other processes of Crier run with SHARDS=${sharding.total} and SHARDS_PER_PROCESS=${sharding.perBlock}: set the same values here, or stop all of them before you change either value.`,
    );
  }
  await beat(session, []);
  return sharding;
}

/**
 * Records that this process is alive.
 * @param blocks numbers of the blocks that it holds
 */
export async function beat(session: Session, blocks: readonly number[]): Promise<void> {
  await session.query({ name: 'beat-shards', text: BEAT_SHARDS }, [blocks]);
}

/**
 * Ends the connections of processes that stopped beating, if this process beats itself.
 * @returns the number of ended connections
 */
export async function endSilent(session: Session): Promise<number> {
  const { count } = await session.query({ name: 'end-silent-shards', text: END_SILENT_HOLDERS });
  return count;
}

/**
 * @param blocks the number of all blocks
 * @returns the numbers of the free blocks, in order
 */
export async function freeBlocks(session: Session, blocks: number): Promise<readonly number[]> {
  const { rows } = await session.query<{ number: number }>({ name: 'free-shards', text: FREE_BLOCKS }, [blocks]);
  return rows.map(({ number }) => number);
}

/**
 * Takes the lock of a block.
 * @returns whether this connection now holds the lock
 */
export async function lockBlock(session: Session, number: number): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
    LOCKS.shardBlock,
    number + 1,
  ]);
  return rows[0]?.taken === true;
}

/** Releases a block and deletes its last beat, so that other processes can take it at once. */
export async function releaseBlock(session: Session, number: number): Promise<void> {
  await session.query('DELETE FROM shard_blocks WHERE number = $1', [number]);
  await session.query('SELECT pg_advisory_unlock($1, $2)', [LOCKS.shardBlock, number + 1]);
}
