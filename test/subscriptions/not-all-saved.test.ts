import { expect, onTestFinished, test } from 'vitest';
import type { Watch } from '../../src/routing/watch.ts';
import { saveFeed, unpauseFeed } from '../../src/subscriptions/feed-changes.ts';
import { forgetPerson } from '../../src/subscriptions/watch-changes.ts';
import { ADA, marketOf, shop } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { openChanges } from './open-changes.ts';

/** A write of the journal that fails. */
const full = () => Promise.reject(new Error('disk full'));

test('a user whose data could not be deleted completely keeps the watches for the next try', async () => {
  let watches: readonly Watch[] = [watch('w1'), watch('w2')];
  const forgotten: string[] = [];
  const parts = {
    subscriptions: { person: async () => null, watchesOf: async () => watches },
    watchChanges: {
      async forget() {
        const had = watches;
        watches = [];
        return had;
      },
    },
    queries: { forget: async () => undefined },
    addresses: { forget: async () => undefined },
    journal: {
      forget: full as (_: unknown, ids: readonly string[]) => Promise<void>,
      removeCheckpoints: async () => undefined,
    },
    retriedRefusals: { end: async () => undefined },
    resume: async () => undefined,
  };
  await expect(forgetPerson('400', parts)).rejects.toThrow('disk full');
  expect(watches).toHaveLength(2);
  parts.journal.forget = async (_, ids) => void forgotten.push(...ids);
  expect((await forgetPerson('400', parts)).watches).toHaveLength(2);
  expect([watches, forgotten]).toEqual([[], ['w1', 'w2', 'w1', 'w2']]);
});

test('a feed whose waiting notices cannot be moved stays in its channel', async () => {
  const { settings, subscriptions, transactions, db, close } = await openChanges(temporaryFolder());
  onTestFinished(() => close());
  const before = feed('f1', { channelId: '200' });
  await settings.putFeed(before);
  const parts = {
    ...{ settings, subscriptions, transactions },
    journal: { move: full },
    wake: () => undefined,
    openDirectMessages: async () => undefined,
    market: () => null,
  };
  await expect(saveFeed({ ...before, channelId: '300' }, 50, parts)).rejects.toThrow('disk full');
  expect(await subscriptions.get('f1')).toEqual(before);
  expect(db.prepare('SELECT channel_id FROM feeds').all()).toEqual([{ channel_id: '200' }]);
});

test('a feed whose channel could not be resumed stays paused, and starts with its channel', async () => {
  const { settings, subscriptions, transactions, close } = await openChanges(temporaryFolder());
  onTestFinished(() => close());
  const stopped = feed('f1', { paused: true });
  await settings.putFeed(stopped);
  let end = full;
  const parts = {
    ...{ settings, subscriptions, transactions },
    wake: () => undefined,
    pauseCodeOf: async () => 50_001,
    async resume(_: unknown, save: (end: () => Promise<void>) => Promise<void>) {
      await save(end);
      return { isKept: false };
    },
  };
  await expect(unpauseFeed(stopped, parts)).rejects.toThrow('disk full');
  expect(await subscriptions.get('f1')).toEqual(stopped);
  end = async () => undefined as never;
  expect(await unpauseFeed(stopped, parts)).toEqual({ wasRefused: true, isKept: false, othersOn: 0 });
  expect(await subscriptions.get('f1')).toEqual({ ...stopped, paused: false });
  expect(await unpauseFeed(feed('gone'), parts)).toBeNull();
});

test('a feed saved by name counts as a duplicate of one with that player’s uuid', async () => {
  const byName = feed('f1', { filter: { owner: 'Ada', containers: true } });
  const added = feed('f2', { filter: { owner: 'Ada', ownerId: ADA.uuid, containers: true } });
  const parts = {
    transactions: { run: <T>(_: string, work: () => Promise<T>) => work() },
    subscriptions: { feedsOf: async () => [byName], get: async () => byName, of: async () => [byName] },
    settings: { putFeed: () => Promise.reject(new Error('saved')) },
    journal: { move: full },
    wake: () => undefined,
    openDirectMessages: async () => undefined,
    market: () => marketOf(shop(1)),
  };
  expect(await saveFeed(added, 50, parts)).toEqual({ kind: 'twin', twin: byName });
});
