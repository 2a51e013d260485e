import { expect, onTestFinished, test } from 'vitest';
import { openIngestWriter } from '../../../../src/storage/postgres/ingest/ingest-writer.ts';
import { entry } from '../../sqlite/journal/samples.ts';
import { openDatabase } from '../database.ts';

/** Counts the rows of every table that the writer writes. */
const WRITTEN = `SELECT (SELECT count(*) FROM changes) + (SELECT count(*) FROM trades) + (SELECT count(*) FROM trade_groups)
  + (SELECT count(*) FROM notices) + (SELECT count(*) FROM causes) + (SELECT count(*) FROM target_leases) + (SELECT count(*) FROM price_samples)
  + (SELECT count(*) FROM checkpoints) + (SELECT count(*) FROM outages) + (SELECT count(*) FROM bans) AS rows`;

/** Each case ends the term while the writer's connection lives. */
test.each([
  ['a later term has begun', 'UPDATE leader SET epoch = epoch + 1'],
  ['the term goes on over another connection', 'UPDATE leader SET backend_pid = backend_pid + 1'],
])('a writer writes nothing once %s', async (_, end) => {
  const db = await openDatabase();
  const session = await db.connect('short');
  onTestFinished(() => session.end());
  await session.query('UPDATE leader SET epoch = 1, backend_pid = pg_backend_pid()');
  const writer = await openIngestWriter(async () => session, 1, Date.now);
  await writer.record(entry(1));
  const rowsBefore = (await db.query(WRITTEN)).rows;
  await db.query(end);
  const full = {
    ...entry(2),
    ...{ snapshotAt: 5, bans: { ids: ['a'], at: 1 }, checkpoint: { name: 'x', at: 1 } },
    ...{ stream: { kind: 'down', at: 1, why: 'gone' } as const, unreportedShops: { from: 1, until: 2 } },
  };
  const late = [
    ...[entry(2), entry(3), full].map((each) => writer.record(each)),
    writer.recordPriceSamples(1, [{ key: 'k', type: 'T', formerKey: null, ask: 1, bid: null, stock: 1 }]),
    writer.saveCheckpoint('x', 1),
    writer.prune(Number.MAX_SAFE_INTEGER),
  ];
  const refused = {
    name: 'NotWritten',
    isEntryInvalid: false,
    message: expect.stringContaining('another process leads'),
  };
  for (const end of await Promise.allSettled(late)) expect(end).toMatchObject({ status: 'rejected', reason: refused });
  expect((await db.query(WRITTEN)).rows).toEqual(rowsBefore);
});
