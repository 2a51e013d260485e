import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { OperatorFault } from '../../../src/faults/operator-fault.ts';
import type { Postgres } from '../../../src/storage/postgres/connection.ts';
import { PostgresShardBlocks } from '../../../src/storage/postgres/fleet/shard-blocks.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeDatabase, openHandle, openTcpProxy } from '../postgres/database.ts';
import { shardBlocksContract } from './shard-blocks.contract.ts';

const FOR_EVER = new AbortController().signal;
/** Waiting processes retry after 1 ms, so that the tests wait for no clock. */
const clock = {
  sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(1, signal),
  monotonic: () => performance.now(),
};

/** A clock that advances a second with each reading. */
const secondClock = {
  ...clock,
  monotonic: (
    (now) => () =>
      (now += 1_000)
  )(0),
};

function blocksOn(postgres: Postgres, log = recordingLog(), by = clock): PostgresShardBlocks {
  const blocks = new PostgresShardBlocks({ postgres, clock: by, log });
  onTestFinished(() => blocks.close());
  return blocks;
}

const THREE = { total: 3, perBlock: 1 };

/** Two processes that agreed on three blocks; the first has two of them. */
async function open() {
  const url = await makeDatabase();
  const [db, log] = [openHandle(url), recordingLog()];
  const [one, other] = [blocksOn(openHandle(url)), blocksOn(openHandle(url), log)];
  await one.agree(THREE, 1, FOR_EVER);
  await other.agree(THREE, 1, FOR_EVER);
  const blocks = [await one.take(FOR_EVER), await one.take(FOR_EVER)];
  return { url, db, one, other, blocks, log };
}

shardBlocksContract('PostgreSQL', async () => blocksOn(openHandle(await makeDatabase())));

test('a process without free blocks stands by until one is free', async () => {
  const url = await makeDatabase();
  const [one, other] = [blocksOn(openHandle(url)), blocksOn(openHandle(url))];
  await one.agree({ total: 1, perBlock: 1 }, 1, FOR_EVER);
  const block = await one.take(FOR_EVER);
  await other.agree({ total: 1, perBlock: 1 }, 1, FOR_EVER);
  expect([one.isStandingBy(), other.isStandingBy()]).toEqual([false, false]);
  const waiting = other.take(FOR_EVER);
  await expect.poll(() => other.isStandingBy()).toBe(true);
  await block?.release();
  await waiting;
  expect(other.isStandingBy()).toBe(false);
});

test('no block runs twice, and a returned block is taken', async () => {
  const { other, blocks } = await open();
  expect(blocks.map((block) => block?.number)).toEqual([0, 1]);
  expect((await other.take(FOR_EVER))?.number).toBe(2);
  const waiting = other.take(FOR_EVER);
  await blocks[1]?.release();
  expect((await waiting)?.number).toBe(1);
  expect(blocks[0]?.lost.aborted).toBe(false);
});

test('a process without shards takes a free block before a process that has some', async () => {
  const url = await makeDatabase();
  const stop = new AbortController();
  const sleep = async (_: number, signal?: AbortSignal) => {
    if (signal === stop.signal) stop.abort();
    await systemClock.sleep(1, signal);
  };
  const one = new PostgresShardBlocks({ postgres: openHandle(url), clock: { ...clock, sleep }, log: recordingLog() });
  onTestFinished(() => one.close());
  await one.agree(THREE, 1, FOR_EVER);
  expect((await one.take(FOR_EVER))?.number).toBe(0);
  expect(await one.take(stop.signal)).toBeNull();
  const other = blocksOn(openHandle(url));
  await other.agree(THREE, 1, FOR_EVER);
  expect((await other.take(FOR_EVER))?.number).toBe(1);
});

/** Returns the PIDs of the server processes that lock these blocks, null for a free block. */
async function holdersOf(db: Postgres, numbers: readonly number[]): Promise<readonly (number | null)[]> {
  const { rows } = await db.query<{ pid: number | null }>(
    `SELECT (SELECT l.pid FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = 4712 AND l.objid = (n + 1)::oid AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS pid
     FROM unnest($1::integer[]) WITH ORDINALITY AS block (n, place) ORDER BY place`,
    [numbers],
  );
  return rows.map(({ pid }) => pid);
}

test('a process whose connection ends keeps its blocks after it reconnects', async () => {
  const { db, other, blocks } = await open();
  const [before] = await holdersOf(db, [0]);
  await db.query('SELECT pg_terminate_backend($1)', [before]);
  const isBack = async () => (await holdersOf(db, [0, 1])).every((holder) => holder !== null && holder !== before);
  await expect.poll(isBack).toBe(true);
  expect(blocks.map((block) => block?.lost.aborted)).toEqual([false, false]);
  expect((await other.take(FOR_EVER))?.number).toBe(2);
});

test('the blocks of a process that is gone are taken after its heartbeats stop for a moment', async () => {
  const { url, db, one, other } = await open();
  // A server that has just started keeps all rows for a while, whatever their age.
  const age = async () =>
    (await db.query<{ is: boolean }>("SELECT clock_timestamp() - pg_postmaster_start_time() > interval '6 s' AS is"))
      .rows[0]?.is;
  await expect.poll(age).toBe(true);
  const written = async () => (await db.query('SELECT FROM shard_blocks')).count;
  await expect.poll(written).toBe(2);
  await one.close();
  const stop = new AbortController();
  const taken = [await other.take(FOR_EVER)];
  expect(taken.map((block) => block?.number)).toEqual([2]);
  await db.query("UPDATE shard_blocks SET beat_at = clock_timestamp() - interval '3 s' WHERE number < 2");
  let attempts = 0;
  const sleep = async (_: number, signal?: AbortSignal) => {
    if (signal === stop.signal) attempts += 1;
    if (attempts === 3) stop.abort();
    await systemClock.sleep(1, signal);
  };
  const third = blocksOn(openHandle(url), recordingLog(), { ...clock, sleep });
  await third.agree(THREE, 1, FOR_EVER);
  expect(await third.take(stop.signal)).toBeNull();
  await db.query("UPDATE shard_blocks SET beat_at = clock_timestamp() - interval '6 s' WHERE number < 2");
  taken.push(await other.take(FOR_EVER), await other.take(FOR_EVER));
  expect(taken.map((block) => block?.number).toSorted()).toEqual([0, 1, 2]);
});

test('blocks that others took during a disconnection are lost, and a late release leaves them alone', async () => {
  const url = await makeDatabase();
  const [proxy, db] = [await openTcpProxy(url), openHandle(url)];
  const blocks = blocksOn(openHandle(proxy.url(url)));
  await blocks.agree({ total: 1, perBlock: 1 }, 1, FOR_EVER);
  const block = await blocks.take(FOR_EVER);
  if (block === null) throw new Error('there is one');
  const lost = once(block.lost, 'abort');
  proxy.refuse(true);
  proxy.cut();
  const theirs = await db.connect('any');
  await theirs.query('SELECT pg_advisory_lock(4712, 1)');
  expect(block.lost.aborted).toBe(false);
  proxy.refuse(false);
  await lost;
  await block.release();
  expect(await holdersOf(db, [0])).toEqual([theirs.backend.pid]);
  await theirs.end();
});

test('a process without a heartbeat for seven seconds is ended, and one with a heartbeat is not', async () => {
  const url = await makeDatabase();
  const [db, log] = [openHandle(url), recordingLog()];
  const stopped = await openHandle(url).connect('any');
  await stopped.query('SELECT pg_advisory_lock_shared(4712, 0), pg_advisory_lock(4712, 1)');
  await stopped.query('INSERT INTO sharding (total, per_block) VALUES (1, 1)');
  const beat = (ago: string) =>
    db.query(
      `INSERT INTO shard_holders (pid, beat_at) VALUES ($1, clock_timestamp() - interval '${ago}') ON CONFLICT (pid) DO UPDATE SET beat_at = excluded.beat_at`,
      [stopped.backend.pid],
    );
  await beat('2 s');
  const stop = new AbortController();
  let attempts = 0;
  const sleep = async (_: number, signal?: AbortSignal) => {
    attempts += 1;
    if (attempts === 3) stop.abort();
    await systemClock.sleep(1, signal);
  };
  const waiting = new PostgresShardBlocks({
    postgres: openHandle(url),
    clock: { ...clock, sleep },
    log: recordingLog(),
  });
  onTestFinished(() => waiting.close());
  await waiting.agree({ total: 1, perBlock: 1 }, 1, FOR_EVER);
  expect(await waiting.take(stop.signal)).toBeNull();
  expect(stopped.ended.aborted).toBe(false);
  const next = blocksOn(openHandle(url), log);
  await next.agree({ total: null, perBlock: 1 }, 1, FOR_EVER);
  await beat('8 s');
  expect((await next.take(FOR_EVER))?.number).toBe(0);
  await expect(stopped.query('SELECT 1')).rejects.toThrow();
  expect(log.lines.filter(({ level }) => level === 'warn').map(({ sentence }) => sentence)).toEqual([
    'Process with shards stopped responding, its shards are free',
  ]);
});

test('another number of shards is refused while any process runs, and accepted once all have stopped', async () => {
  const { url, one, other } = await open();
  const third = blocksOn(openHandle(url));
  await expect(third.agree({ total: 4, perBlock: 1 }, 1, FOR_EVER)).rejects.toThrow(OperatorFault);
  await expect(third.agree({ total: 3, perBlock: 2 }, 1, FOR_EVER)).rejects.toThrow(
    /SHARDS=3 and SHARDS_PER_PROCESS=1/,
  );
  expect(await third.agree({ total: null, perBlock: 1 }, 9, FOR_EVER)).toEqual(THREE);
  for (const blocks of [one, other, third]) await blocks.close();
  const next = blocksOn(openHandle(url));
  expect(await next.agree({ total: null, perBlock: 4 }, 9, FOR_EVER)).toEqual({ total: 9, perBlock: 4 });
});

test('ten processes that start at once agree on one division', async () => {
  const url = await makeDatabase();
  const all = Array.from({ length: 10 }, () => blocksOn(openHandle(url)));
  const agreed = await Promise.all(all.map((blocks, n) => blocks.agree({ total: null, perBlock: 2 }, n + 1, FOR_EVER)));
  expect(new Set(agreed.map(({ total }) => total)).size).toBe(1);
});

test('a process cut off from PostgreSQL loses its shards after some seconds, and takes them again later', async () => {
  const url = await makeDatabase();
  const proxy = await openTcpProxy(url);
  const blocks = blocksOn(openHandle(proxy.url(url)), recordingLog(), secondClock);
  await blocks.agree({ total: 1, perBlock: 1 }, 1, FOR_EVER);
  const block = await blocks.take(FOR_EVER);
  if (block === null) throw new Error('there is one');
  const lost = once(block.lost, 'abort');
  proxy.refuse(true);
  proxy.cut();
  await lost;
  await block.release();
  const again = blocks.take(FOR_EVER);
  proxy.refuse(false);
  expect((await again)?.number).toBe(0);
});

test('a PostgreSQL that temporarily rejects writes is retried until it accepts them', async () => {
  const url = await makeDatabase();
  const [db, log] = [openHandle(url), recordingLog()];
  await db.query('ALTER TABLE shard_holders RENAME TO away');
  const agreed = blocksOn(openHandle(url), log).agree(THREE, 1, FOR_EVER);
  await expect.poll(() => log.lines.length).toBeGreaterThan(1);
  await db.query('ALTER TABLE away RENAME TO shard_holders');
  expect(await agreed).toEqual(THREE);
});
