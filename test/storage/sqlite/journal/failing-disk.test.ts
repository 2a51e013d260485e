import { expect, it } from 'vitest';
import { newNonce } from '../../../../src/delivery/seal.ts';
import { NotWritten } from '../../../../src/faults/store-faults.ts';
import { openOnFile } from './open.ts';
import { channel, entry } from './samples.ts';

const ALL = 1_000_000;

it('a full disk rejects writes, keeps earlier ones, and accepts writes again when it has space', async () => {
  const { db, journal } = openOnFile();
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
  db.exec(`PRAGMA max_page_count = ${pages + 20}`);
  const times = Array.from({ length: 500 }, (_, index) => index + 1);
  const answers = await Promise.allSettled(times.map((at) => journal.record(entry(at))));
  const taken = times.filter((_, index) => answers[index]?.status === 'fulfilled');
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(taken.length).toBeGreaterThan(10);
  expect(refused.length).toBeGreaterThan(10);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ message: 'The store could not be written: database or disk is full.' });
  }

  db.exec('PRAGMA max_page_count = 1000000');
  await journal.record(entry(501));
  const kept = [...taken, 501];
  expect((await journal.waiting(channel, ALL, ALL)).map((notice) => notice.dueAt)).toEqual(kept);
  expect((await journal.changes('SLIME_BLOCK', 0)).map((change) => change.at)).toEqual(kept);
});

it('a full disk leaves no half-sealed message', async () => {
  const { db, journal } = openOnFile();
  await journal.record(entry(1));
  const notices = await journal.waiting(channel, ALL, ALL);
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
  db.exec(`PRAGMA max_page_count = ${pages}`);
  const seal = { target: channel, nonce: newNonce(), body: 'x'.repeat(100_000), notices, dropped: [], at: 9 };
  await expect(journal.seal(seal)).rejects.toThrow('database or disk is full');
  expect(await journal.waiting(channel, ALL, ALL)).toEqual(notices);
  expect(await journal.sealed(channel)).toEqual([]);
  expect(await journal.lastDelivered(['f1'])).toEqual(new Map());
  db.exec('PRAGMA max_page_count = 1000000');
  expect(await journal.seal(seal)).toMatchObject({ body: seal.body });
});

it('a file that became read-only rejects writes, and can still be read', async () => {
  const { db, journal } = openOnFile();
  await journal.record(entry(1));
  db.exec('PRAGMA query_only = 1');
  await expect(journal.saveCheckpoint('all-shops', 5)).rejects.toThrow(NotWritten);
  await expect(journal.record(entry(2))).rejects.toThrow(NotWritten);
  expect(await journal.waiting(channel, ALL, ALL)).toHaveLength(1);
});
