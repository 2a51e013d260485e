import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../../src/storage/postgres/open.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { channel, entry } from '../../sqlite/journal/samples.ts';
import { findBinaries, makeCluster } from '../cluster.ts';
import { minuteClock } from '../minute-clock.ts';
import { openLeaderJournal } from './lead.ts';

const ALL = 1_000_000;

test('entries of the time when PostgreSQL was down are written once, by the same leader', async () => {
  const cluster = await makeCluster(findBinaries() ?? '', { isDurable: true });
  onTestFinished(() => cluster.remove());
  const postgres = await openPostgres(cluster.url('postgres'), recordingLog(), minuteClock);
  onTestFinished(() => postgres.end());
  const journal = await openLeaderJournal(postgres);
  const recorded = [0, 1, 2].map((at) => journal.record(entry(at)));
  await new Promise(setImmediate);
  await cluster.kill();
  recorded.push(...[3, 4].map((at) => journal.record(entry(at))));
  await cluster.start();
  await Promise.all(recorded);
  expect((await journal.waiting(channel, ALL, ALL)).map(({ dueAt }) => dueAt)).toEqual([0, 1, 2, 3, 4]);
});
