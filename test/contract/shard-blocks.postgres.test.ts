import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { OperatorFault } from '../../src/operator-fault.ts';
import type { Postgres } from '../../src/postgres/connection.ts';
import { PostgresShardBlocks } from '../../src/postgres/fleet/shard-blocks.ts';
import { systemClock } from '../../src/time/clock.ts';
import { recordingLog } from '../log/recording-log.ts';
import { makeDatabase, openHandle, openTcpProxy } from '../postgres/database.ts';
import { shardBlocksContract } from './shard-blocks.contract.ts';

const FOR_EVER = new AbortController().signal;
/** Who waits looks at once: nothing here waits for a clock. */
const clock = { sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(1, signal) };

function blocksOn(postgres: Postgres, log = recordingLog()): PostgresShardBlocks {
  const blocks = new PostgresShardBlocks({ postgres, clock, log });
  onTestFinished(() => blocks.close());
  return blocks;
}

const THREE = { total: 3, perBlock: 1 };

/** Two processes that have agreed on three blocks, of which the first has two. */
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

test('no block is run by two; one that is given back is taken', async () => {
  const { other, blocks } = await open();
  expect(blocks.map((block) => block?.number)).toEqual([0, 1]);
  expect((await other.take(FOR_EVER))?.number).toBe(2);
  const waiting = other.take(FOR_EVER);
  await blocks[1]?.release();
  expect((await waiting)?.number).toBe(1);
  expect(blocks[0]?.lost.aborted).toBe(false);
});

test('who has no shards goes first: who has some takes no more at once', async () => {
  const url = await makeDatabase();
  const stop = new AbortController();
  const sleep = async (_: number, signal?: AbortSignal) => {
    if (signal === stop.signal) stop.abort();
    await systemClock.sleep(1, signal);
  };
  const one = new PostgresShardBlocks({ postgres: openHandle(url), clock: { sleep }, log: recordingLog() });
  onTestFinished(() => one.close());
  await one.agree(THREE, 1, FOR_EVER);
  expect((await one.take(FOR_EVER))?.number).toBe(0);
  expect(await one.take(stop.signal)).toBeNull();
  const other = blocksOn(openHandle(url));
  await other.agree(THREE, 1, FOR_EVER);
  expect((await other.take(FOR_EVER))?.number).toBe(1);
});

test('a process whose connection ends has lost its blocks, and takes some again when others have not', async () => {
  const { db, one, other, blocks } = await open();
  const [first] = blocks;
  if (!first) throw new Error('there are two');
  const lost = once(first.lost, 'abort');
  await db.query(
    'SELECT pg_terminate_backend(l.pid) FROM pg_locks l WHERE l.classid = 4712 AND l.objid = 1 AND l.granted',
  );
  await lost;
  const [mine, theirs] = await Promise.all([one.take(FOR_EVER), other.take(FOR_EVER)]);
  expect(new Set([mine?.number, theirs?.number]).size).toBe(2);
  // What is given back late is not that of who has it now.
  for (const block of blocks) await block?.release();
  const all = [mine, theirs, await other.take(FOR_EVER)].map((block) => block?.number);
  expect(all.toSorted()).toEqual([0, 1, 2]);
});

test('a process that was not heard of for five seconds is ended, one that was is left alone', async () => {
  const url = await makeDatabase();
  const [db, log] = [openHandle(url), recordingLog()];
  const stopped = await openHandle(url).connect('any');
  await stopped.query('SELECT pg_advisory_lock_shared(4712, 0), pg_advisory_lock(4712, 1)');
  await stopped.query('INSERT INTO fleet (shards, per_block) VALUES (1, 1)');
  const beat = (ago: string) =>
    db.query(
      `INSERT INTO shard_holders (pid, beat_at) VALUES ($1, clock_timestamp() - interval '${ago}') ON CONFLICT (pid) DO UPDATE SET beat_at = excluded.beat_at`,
      [stopped.backend.pid],
    );
  await beat('2 s');
  const stop = new AbortController();
  let looks = 0;
  const sleep = async (_: number, signal?: AbortSignal) => {
    looks += 1;
    if (looks === 3) stop.abort();
    await systemClock.sleep(1, signal);
  };
  const waiting = new PostgresShardBlocks({ postgres: openHandle(url), clock: { sleep }, log: recordingLog() });
  onTestFinished(() => waiting.close());
  await waiting.agree({ total: 1, perBlock: 1 }, 1, FOR_EVER);
  expect(await waiting.take(stop.signal)).toBeNull();
  expect(stopped.ended.aborted).toBe(false);
  const next = blocksOn(openHandle(url), log);
  await next.agree({ total: null, perBlock: 1 }, 1, FOR_EVER);
  await beat('6 s');
  expect((await next.take(FOR_EVER))?.number).toBe(0);
  await expect(stopped.query('SELECT 1')).rejects.toThrow();
  expect(log.lines.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('does not move any more')]);
});

test('another number is refused while any runs, none is that of those that run; when all have stopped any will do', async () => {
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

test('ten processes that begin at once agree on one division', async () => {
  const url = await makeDatabase();
  const all = Array.from({ length: 10 }, () => blocksOn(openHandle(url)));
  const agreed = await Promise.all(all.map((blocks, n) => blocks.agree({ total: null, perBlock: 2 }, n + 1, FOR_EVER)));
  expect(new Set(agreed.map(({ total }) => total)).size).toBe(1);
});

test('while PostgreSQL is away nobody has shards; afterwards they are taken again', async () => {
  const url = await makeDatabase();
  const proxy = await openTcpProxy(url);
  const blocks = blocksOn(openHandle(proxy.url(url)));
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

test('a PostgreSQL that takes no writes just now is asked again, until it does', async () => {
  const url = await makeDatabase();
  const [db, log] = [openHandle(url), recordingLog()];
  await db.query('ALTER TABLE shard_holders RENAME TO away');
  const agreed = blocksOn(openHandle(url), log).agree(THREE, 1, FOR_EVER);
  await expect.poll(() => log.lines.length).toBeGreaterThan(1);
  await db.query('ALTER TABLE away RENAME TO shard_holders');
  expect(await agreed).toEqual(THREE);
});
