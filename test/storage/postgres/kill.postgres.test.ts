import { expect, onTestFinished, test } from 'vitest';
import { ConnectionLost } from '../../../src/faults/store-faults.ts';
import { openPostgres } from '../../../src/storage/postgres/open.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { findBinaries, makeCluster } from './cluster.ts';
import { minuteClock } from './minute-clock.ts';

test('committed data survives a crash of PostgreSQL, and the same handle continues', async () => {
  const cluster = await makeCluster(findBinaries() ?? '', { isDurable: true });
  onTestFinished(() => cluster.remove());
  const postgres = await openPostgres(cluster.url('postgres'), recordingLog(), minuteClock);
  onTestFinished(() => postgres.end());
  const session = await postgres.connect('short');
  const add = (name: string) => postgres.query('INSERT INTO checkpoints VALUES ($1, 1)', [name]);
  await add('before');
  const under = postgres.transaction(async (tx) => {
    await tx.query("INSERT INTO checkpoints VALUES ('under way', 1)");
    await cluster.kill();
    await tx.query('SELECT pg_sleep(60)');
  });
  await expect(under).rejects.toThrow(ConnectionLost);
  await expect(add('dead')).rejects.toThrow(ConnectionLost);
  await expect.poll(() => session.ended.aborted).toBe(true);
  await cluster.start();
  await add('after');
  const { rows } = await postgres.query("SELECT name FROM checkpoints WHERE name <> 'mark:began' ORDER BY name");
  expect(rows).toEqual([{ name: 'after' }, { name: 'before' }]);
});
