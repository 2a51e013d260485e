import type { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { newNonce } from '../../../../../src/delivery/seal.ts';
import type { Journal } from '../../../../../src/ports/journal.ts';
import { openJournal } from '../../../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../../../log/recording-log.ts';
import { openOnFile } from '../open.ts';
import { channel, entry } from '../samples.ts';

const DAY = 24 * 3_600_000;
const ALL = Number.MAX_SAFE_INTEGER;

function counts(db: DatabaseSync) {
  const count = (table: string) => db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count;
  return { causes: count('causes'), notices: count('notices'), messages: count('messages') };
}

/** Records a notice and seals it alone. */
async function deliver(journal: Journal, at: number) {
  await journal.record(entry(at));
  const notices = await journal.waiting(channel, ALL, 1);
  return journal.seal({ target: channel, nonce: newNonce(), body: '{}', notices, dropped: [], at });
}

it('ended messages are kept for seven days, and pending notices without limit', async () => {
  let now = 10 * DAY;
  const { db, journal } = openOnFile(() => now);
  const delivered = await deliver(journal, now);
  await journal.settle(delivered.id, { kind: 'delivered', messageId: '1', at: now });
  await deliver(journal, now);
  await journal.record(entry(now));
  const [toDrop] = await journal.waiting(channel, ALL, 1);
  if (toDrop) await journal.drop([{ notice: toDrop, why: 'removed' }], now);
  await journal.record(entry(now));

  now = 17 * DAY;
  await journal.prune(0);
  expect(counts(db)).toEqual({ causes: 4, notices: 4, messages: 2 });
  now += 1;
  await journal.prune(0);
  expect(counts(db)).toEqual({ causes: 2, notices: 2, messages: 1 });
  expect(await journal.sealed(channel)).toHaveLength(1);
  expect(await journal.waiting(channel, ALL, 9)).toHaveLength(1);
});

it('a long history is deleted, and its numbering continues', async () => {
  const { db, journal } = openOnFile(() => 30 * DAY);
  await Promise.all(Array.from({ length: 1_200 }, (_, at) => journal.record(entry(at))));
  const waiting = await journal.waiting(channel, ALL, ALL);
  await journal.drop(
    waiting.map((notice) => ({ notice, why: 'removed' })),
    DAY,
  );
  await journal.prune(0);
  expect(counts(db)).toEqual({ causes: 0, notices: 0, messages: 0 });
  await journal.record(entry(1));
  expect((await journal.waiting(channel, ALL, 1))[0]?.id).toBeGreaterThan(waiting.at(-1)?.id ?? ALL);
});

it('a file of a newer release is refused', () => {
  const { db } = openOnFile();
  db.exec('PRAGMA user_version = 99');
  expect(() => openJournal(db, Date.now, recordingLog())).toThrow(
    /was written by a newer Crier \(version 99, this one knows \d+\): start that one again/,
  );
});
