import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newNonce } from '../../../src/delivery/seal.ts';
import type { Cause, Target } from '../../../src/routing/notice.ts';
import { SubscriptionsInMemory } from '../../../src/routing/subscriptions-in-memory.ts';
import { BUSY_TIMEOUT_MS } from '../../../src/storage/sqlite/files.ts';
import { openJournal } from '../../../src/storage/sqlite/journal.ts';
import { SqliteSettings } from '../../../src/storage/sqlite/settings.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { openStoreFile } from './open-store-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: a real store in a file, and the bytes of all its files. */

/** Longer than a page of SQLite, as a message with many shops is. */
const BODY_BYTES = 9_000;

function openStore() {
  const folder = temporaryFolder();
  const log = recordingLog();
  const path = join(folder, 'crier.sqlite');
  const { db, transactions, close } = openStoreFile(path, log);
  onTestFinished(close);
  return {
    path,
    journal: openJournal(db, () => 9_000, log, { transactions }),
    settings: new SqliteSettings({ db, transactions, memory: new SubscriptionsInMemory(), log }),
    filesWith: (text: string) => readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text)),
  };
}

type Opened = ReturnType<typeof openStore>;

/** Saves a user with a home, and seals a message to them. */
async function tell({ journal, settings }: Opened, target: Target): Promise<void> {
  await settings.putPerson({ id: target.id, quiet: null, player: { name: `Name${target.id}`, uuid: null } });
  const part = { at: 1, part: 'owner', since: 0, feedId: 'f1', channelId: '200' } as const;
  const cause: Cause = { kind: 'feed-absent', ...part, name: `Name${target.id}`, locale: 'en' };
  await journal.enqueue([{ target, cause, subscriptionIds: [`watch-of-${target.id}`], dueAt: 0 }]);
  const notices = await journal.waiting(target, 9_000, 10);
  const body = JSON.stringify({ content: `${target.id} `.repeat(BODY_BYTES / (target.id.length + 1)) });
  const { id } = await journal.seal({ target, nonce: newNonce(), body, notices, dropped: [], at: 5 });
  await journal.settle(id, { kind: 'delivered', messageId: '1', at: 6_000 });
}

async function forget({ journal, settings }: Opened, target: Target): Promise<void> {
  await journal.forget(target, [`watch-of-${target.id}`]);
  await settings.removePerson(target.id);
}

const users = Array.from({ length: 30 }, (_, at): Target => ({ kind: 'user', id: `7100000000000${1000 + at}` }));

test('deleted settings, messages and notices leave all files of an open store', async () => {
  const store = openStore();
  for (const user of users) await tell(store, user);
  const [kept, ...deleted] = users;
  expect(store.filesWith(String(users[9]?.id))).not.toEqual([]);
  for (const user of deleted) await forget(store, user);
  await turn();
  for (const { id } of deleted) expect(store.filesWith(id)).toEqual([]);
  expect(store.filesWith(String(kept?.id))).toEqual(['crier.sqlite']);
});

test('deleted data leaves the WAL once no other program reads from it, and no write waits for that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = openStore();
  const [user] = users as [Target];
  await tell(store, user);
  const reader = new DatabaseSync(store.path);
  onTestFinished(() => reader.close());
  reader.exec('BEGIN; SELECT * FROM people');
  const began = performance.now();
  await forget(store, user);
  await turn();
  expect(performance.now() - began).toBeLessThan(BUSY_TIMEOUT_MS);
  expect(store.filesWith(user.id)).toContain('crier.sqlite-wal');
  reader.exec('COMMIT');
  vi.advanceTimersByTime(2_000);
  await turn();
  expect(store.filesWith(user.id)).toEqual([]);
});
