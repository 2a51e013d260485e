import { expect, onTestFinished, test } from 'vitest';
import { PostgresShardBlocks } from '../../../src/storage/postgres/fleet/shard-blocks.ts';
import { openPostgres } from '../../../src/storage/postgres/open.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { findBinaries, makeCluster } from './cluster.ts';
import { minuteClock } from './minute-clock.ts';

const FOR_EVER = new AbortController().signal;
/** Waiting processes retry at once. */
const noWaitClock = {
  sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(5, signal),
  monotonic: () => performance.now(),
};

test('a restart of PostgreSQL leaves every process its shards', async () => {
  const cluster = await makeCluster(findBinaries() ?? '', { isDurable: true });
  onTestFinished(() => cluster.remove());
  const processes = await Promise.all(
    [1, 2, 3].map(async () => {
      const log = recordingLog();
      const postgres = await openPostgres(cluster.url('postgres'), log, minuteClock);
      const blocks = new PostgresShardBlocks({ postgres, clock: noWaitClock, log });
      onTestFinished(async () => {
        await blocks.close();
        await postgres.end();
      });
      await blocks.agree({ total: 2, perBlock: 1 }, 1, FOR_EVER);
      return { blocks, postgres };
    }),
  );
  const [one, two, waiting] = processes;
  const held = [await one?.blocks.take(FOR_EVER), await two?.blocks.take(FOR_EVER)];
  const stop = new AbortController();
  const third = waiting?.blocks.take(stop.signal);
  const beaten = async () => (await one?.postgres.query('SELECT FROM shard_blocks'))?.count;
  await expect.poll(beaten).toBe(2);
  await cluster.kill();
  await cluster.start();
  const locks = async () =>
    (await one?.postgres.query('SELECT FROM pg_locks WHERE classid = 4712 AND objid > 0 AND granted').catch(() => null))
      ?.count;
  await expect.poll(locks).toBe(2);
  expect(held.map((block) => block?.lost.aborted)).toEqual([false, false]);
  stop.abort();
  expect(await third).toBeNull();
});
