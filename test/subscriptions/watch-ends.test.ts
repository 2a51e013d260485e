import { expect, test } from 'vitest';
import { settleRestored } from '../../src/backup/restore.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { announceEnds, notifyRestored } from '../../src/subscriptions/watch-ends.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { recordingLog } from '../log/recording-log.ts';
import { watch } from '../routing/samples.ts';
import { emptyJournalFile } from '../storage/sqlite/journal/empty-journal.ts';

const NOW = 1_700_000_000_000;

test('the end of a watch with a thousand later notices is announced once', async () => {
  const log = recordingLog();
  const journal = openJournal(openDatabase(emptyJournalFile(), log), () => NOW, log);
  const one = watch('w1', { expiresAt: NOW + DAY_MS });
  const target = { kind: 'user', id: one.userId } as const;
  await announceEnds([one], { journal, now: () => NOW });
  const cause = { kind: 'feeds-paused', at: NOW, channelId: '1', code: 50001 } as const;
  const later = { target, cause, subscriptionIds: ['w1'], dueAt: NOW };
  await journal.enqueue(Array.from({ length: 1_100 }, () => later));
  const due = await journal.waiting(target, NOW, 2_000);
  await journal.drop(
    due.map((notice) => ({ notice, why: 'told' })),
    NOW,
  );
  await announceEnds([one], { journal, now: () => NOW });
  expect(await journal.waiting(target, Number.MAX_SAFE_INTEGER, 9)).toHaveLength(1);
  await journal.close();
});

test.each([
  ['delivered', { kind: 'delivered', messageId: '1', at: NOW }, 0],
  ['refused', { kind: 'undelivered', why: 'closed', at: NOW }, 1],
] as const)(
  'an end message that was %s is sent a second time only if the first one failed',
  async (_, settlement, again) => {
    const log = recordingLog();
    const journal = openJournal(openDatabase(emptyJournalFile(), log), () => NOW, log);
    const one = watch('w1', { expiresAt: NOW + DAY_MS });
    const target = { kind: 'user', id: one.userId } as const;
    const waiting = () => journal.waiting(target, Number.MAX_SAFE_INTEGER, 9);
    await announceEnds([one], { journal, now: () => NOW });
    await announceEnds([one], { journal, now: () => NOW });
    const notices = await waiting();
    expect(notices).toHaveLength(1);
    const { id } = await journal.seal({ target, nonce: 'n', body: '{}', notices, dropped: [], at: NOW });
    await journal.settle(id, settlement);
    await announceEnds([one], { journal, now: () => NOW });
    expect(await waiting()).toHaveLength(again);
    await journal.close();
  },
);

test('after a restore the ends of watches are announced, except those due since the backup', async () => {
  const log = recordingLog();
  const db = openDatabase(emptyJournalFile(), log);
  const journal = openJournal(db, () => NOW, log);
  const watches = [watch('w1', { expiresAt: NOW + 30 * DAY_MS }), watch('w2', { expiresAt: NOW + DAY_MS / 2 })];
  const target = { kind: 'user', id: watches[0]?.userId ?? '' } as const;
  await announceEnds(watches, { journal, now: () => NOW - DAY_MS });
  settleRestored(db, NOW - 1, NOW);
  // The outage before the next start is a separate one.
  expect(await journal.checkpoint('stream-live')).toBe(NOW);
  const settings = { feeds: async () => [], watches: async () => watches };
  for (let start = 0; start < 2; start += 1)
    await notifyRestored({ journal, writer: journal, settings, now: () => NOW });
  const waiting = await journal.waiting(target, Number.MAX_SAFE_INTEGER, 9);
  expect(waiting.map(({ cause, dueAt }) => [cause.kind, dueAt])).toEqual([
    ['expiring', NOW + 29 * DAY_MS],
    ['restored', NOW],
  ]);
  await journal.close();
});

test('a restore settles the notices of a split message separately, without referring to the message', async () => {
  const log = recordingLog();
  const db = openDatabase(emptyJournalFile(), log);
  const journal = openJournal(db, () => NOW, log);
  const target = { kind: 'user', id: '400' } as const;
  const causes = [NOW + DAY_MS, NOW + 2 * DAY_MS].map(
    (expiresAt) => ({ kind: 'expiring', at: NOW, expiresAt }) as const,
  );
  await journal.enqueue(causes.map((cause) => ({ target, cause, subscriptionIds: ['w1'], dueAt: NOW })));
  const notices = await journal.waiting(target, NOW, 9);
  const { id } = await journal.seal({ target, nonce: 'n', body: '{}', notices, dropped: [], at: NOW });
  expect(await journal.split(id, NOW)).toBe(true);
  settleRestored(db, NOW - 1, NOW);
  const ends = (await journal.noticesOf(target, 9)).map(({ end }) => end);
  const restored = { at: NOW, why: 'a backup was restored', message: null };
  expect(ends).toEqual([restored, restored]);
  await journal.close();
});
