import type { Backend } from '../../../faults/connection-lost.ts';
import { OperatorFault } from '../../../faults/operator-fault.ts';
import type { GivenSharding, Sharding } from '../../../ports/fleet.ts';
import { LOCKS, type Session } from '../session.ts';

/** A process that was not heard of for so long is ended: a stopped one or a dead machine keeps its connection, and so its shards. */
const SILENT = '7 s';
const ENDED_MS = 500;
const LATELY = '2 s';
/** Who was heard of since may come back, or has not left its shards yet; so may everybody where the server has just started. */
const GONE = '5.5 s';
const STARTED = '7 s';

/** Block n has n + 1: whoever runs, or waits for, any of them shares 0. */
const ALL = `${LOCKS.shardBlock}, 0`;
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
/** Which blocks nobody runs, or comes back to, of so many. */
const FREE = `SELECT b AS number FROM generate_series(0, $1::int - 1) b
  WHERE NOT EXISTS (SELECT FROM pg_locks l WHERE l.objid = (b + 1)::oid AND ${OF_FLEET})
  AND NOT EXISTS (SELECT FROM shard_blocks s WHERE s.number = b AND (s.beat_at > clock_timestamp() - interval '${GONE}'
    OR s.beat_at < pg_postmaster_start_time() AND pg_postmaster_start_time() > clock_timestamp() - interval '${STARTED}')) ORDER BY b`;

/**
 * Makes a connection one of a process that runs shards, until it ends; `before`: the one that it comes after, whose locks the server may
 * not have given free yet. Resolves with how the bot is divided: as those have it that are
 * there already; by the first as given, else as recommended.
 * @throws OperatorFault where those have it otherwise than given
 */
export async function joinFleet(
  session: Session,
  before: Backend | null,
  given: GivenSharding,
  recommended: number,
): Promise<Sharding> {
  if (before !== null) await session.query(END_BEFORE, [before.pid, before.startedAt]);
  await session.query(FORGET_ENDED);
  const { rows } = await session.query<{ alone: boolean }>(`SELECT pg_try_advisory_lock(${ALL}) AS alone`);
  const alone = rows[0]?.alone === true;
  if (alone) await session.query(DECIDE, [given.total ?? recommended, given.perBlock]);
  // Waits for who is just deciding.
  await session.query(`SELECT pg_advisory_lock_shared(${ALL})`);
  if (alone) await session.query(`SELECT pg_advisory_unlock(${ALL})`);
  const { rows: decided } = await session.query<Sharding>('SELECT total, per_block AS "perBlock" FROM sharding');
  const [sharding] = decided;
  if (sharding === undefined) throw new Error('Nobody has decided how many shards there are');
  if ((given.total ?? sharding.total) !== sharding.total || given.perBlock !== sharding.perBlock) {
    throw new OperatorFault(
      `The other processes of Crier run with SHARDS=${sharding.total} and SHARDS_PER_PROCESS=${sharding.perBlock}: set the same here, or stop all of them before either is changed.`,
    );
  }
  await beat(session, []);
  return sharding;
}

/** To be called each second, with the numbers of the blocks that are held. */
export async function beat(session: Session, blocks: readonly number[]): Promise<void> {
  await session.query({ name: 'beat-shards', text: SAY_HERE }, [blocks]);
}

/** Ends the connections of processes that do not beat, where this one does. */
export async function endSilent(session: Session): Promise<number> {
  const { count } = await session.query({ name: 'end-silent-shards', text: END_SILENT });
  return count;
}

/** The numbers of the blocks, of so many, that nobody runs or comes back to. */
export async function freeBlocks(session: Session, blocks: number): Promise<readonly number[]> {
  const { rows } = await session.query<{ number: number }>({ name: 'free-shards', text: FREE }, [blocks]);
  return rows.map(({ number }) => number);
}

/** Whether the block is this connection's now. */
export async function lockBlock(session: Session, number: number): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
    LOCKS.shardBlock,
    number + 1,
  ]);
  return rows[0]?.taken === true;
}

/** Nobody waits for whether its holder comes back. */
export async function giveBackBlock(session: Session, number: number): Promise<void> {
  await session.query('DELETE FROM shard_blocks WHERE number = $1', [number]);
  await session.query('SELECT pg_advisory_unlock($1, $2)', [LOCKS.shardBlock, number + 1]);
}
