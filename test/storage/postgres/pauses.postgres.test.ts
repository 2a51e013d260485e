import { expect, test } from 'vitest';
import { openSharedJournal } from '../../../src/storage/postgres/journal.ts';
import { PostgresPauses } from '../../../src/storage/postgres/pauses.ts';
import { PostgresSettingsTransactions } from '../../../src/storage/postgres/settings-transactions.ts';
import { pauseRefused } from '../../../src/subscriptions/pause-refused.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { feed } from '../../routing/samples.ts';
import { makeDatabase, openHandle } from './database.ts';

const channel = { kind: 'channel', id: '1' } as const;
const maker = { kind: 'user', id: '7' } as const;
const PAUSE = { target: channel, code: 50001, at: 5 };

/** Opens the parts of a process that pause a channel which Discord refuses. */
function processOn(url: string) {
  const db = openHandle(url);
  const journal = openSharedJournal(db, () => 5, recordingLog());
  const paused = new PostgresPauses(db);
  const refused = () =>
    pauseRefused(PAUSE, [{ ...feed('f1'), makerId: maker.id }], {
      ...{ paused, journal, transactions: new PostgresSettingsTransactions(db) },
      wake: () => undefined,
    });
  return { db, journal, refused };
}

test('a channel that Discord refuses to two processes at once is paused, and its creators notified once', async () => {
  const url = await makeDatabase();
  const [one, other] = [processOn(url), processOn(url)];
  await Promise.all([one.refused(), other.refused(), one.refused()]);
  expect(await other.journal.waiting(maker, 9, 9)).toMatchObject([{ cause: { kind: 'feeds-paused' } }]);
  expect(await other.journal.pauses()).toEqual([PAUSE]);
});

test('a pause that cannot be saved notifies nobody', async () => {
  const { db, journal, refused } = processOn(await makeDatabase());
  await db.query('ALTER TABLE pauses ADD CHECK (code = 0)');
  await expect(refused()).rejects.toThrow();
  expect(await journal.waiting(maker, 9, 9)).toEqual([]);
});
