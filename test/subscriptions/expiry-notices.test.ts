import { expect, test } from 'vitest';
import { openJournal } from '../../src/journal/journal.ts';
import { openDatabase } from '../../src/store/database.ts';
import { announceEnds } from '../../src/subscriptions/expiry-notices.ts';
import { emptyJournalFile } from '../journal/empty-journal.ts';
import { recordingLog } from '../log/recording-log.ts';
import { watch } from '../routing/samples.ts';

const DAY_MS = 86_400_000;
const NOW = 1_700_000_000_000;

test('the end of a watch that has told a thousand times since is announced once', async () => {
  const log = recordingLog();
  const journal = openJournal(openDatabase(emptyJournalFile(), log), () => NOW, log);
  const one = watch('w1', { expiresAt: NOW + DAY_MS });
  const target = { kind: 'user', id: one.userId } as const;
  await announceEnds([one], { journal, now: () => NOW, log });
  const cause = { kind: 'feeds-paused', at: NOW, channelId: '1', code: 50001 } as const;
  const later = { target, cause, subscriptionIds: ['w1'], dueAt: NOW };
  await journal.tell(Array.from({ length: 1_100 }, () => later));
  const due = await journal.waiting(target, NOW, 2_000);
  await journal.drop(
    due.map((notice) => ({ notice, why: 'told' })),
    NOW,
  );
  await announceEnds([one], { journal, now: () => NOW, log });
  expect(await journal.waiting(target, Number.MAX_SAFE_INTEGER, 9)).toHaveLength(1);
  await journal.close();
});

test.each([
  ['delivered', { kind: 'delivered', messageId: '1', at: NOW }, 0],
  ['refused', { kind: 'set-aside', why: 'closed', at: NOW }, 1],
] as const)('the end of a watch that was changed once more after its message was %s', async (_, settlement, again) => {
  const log = recordingLog();
  const journal = openJournal(openDatabase(emptyJournalFile(), log), () => NOW, log);
  const one = watch('w1', { expiresAt: NOW + DAY_MS });
  const target = { kind: 'user', id: one.userId } as const;
  const waiting = () => journal.waiting(target, Number.MAX_SAFE_INTEGER, 9);
  await announceEnds([one], { journal, now: () => NOW, log });
  await announceEnds([one], { journal, now: () => NOW, log });
  const notices = await waiting();
  expect(notices).toHaveLength(1);
  const { id } = await journal.seal({ target, nonce: 'n', body: '{}', notices, dropped: [], at: NOW });
  await journal.settle(id, settlement);
  await announceEnds([one], { journal, now: () => NOW, log });
  expect(await waiting()).toHaveLength(again);
  await journal.close();
});
