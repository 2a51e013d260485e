import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/subscriptions/watches.ts';
import { watch } from '../storage/sqlite/samples.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { openChanges } from './open-changes.ts';

/** Stands on: a real store in a file. */

const NEW = [
  { ...watch, id: 'w2' },
  { ...watch, id: 'w3' },
];

/** Opens `WatchChanges` on a store with one watch. */
async function opened() {
  const folder = temporaryFolder();
  const first = await openChanges(folder);
  onTestFinished(() => first.close());
  await first.settings.putWatch(watch);
  const idsOf = async ({ subscriptions, settings }: typeof first) => {
    const inMemory = (await subscriptions.watchesOf('400')).map(({ id }) => id).sort();
    expect((await settings.watches()).map(({ id }) => id)).toEqual(inMemory);
    return inMemory;
  };
  return {
    ...first,
    before: first.changes,
    ids: () => idsOf(first),
    /** Makes SQLite refuse every write while true. */
    refuseWrites: (isRefusing: boolean) => first.db.exec(`PRAGMA query_only = ${isRefusing}`),
    async restarted() {
      await first.close();
      const next = await openChanges(folder);
      onTestFinished(() => next.close());
      return { ...next, ids: () => idsOf(next) };
    },
  };
}

test('fault 59: a change that cannot be written leaves nothing in the store, memory or undo', async () => {
  const { before, ids, undos, refuseWrites, subscriptions, restarted } = await opened();
  const key = await before.change('400', { put: [{ ...watch, paused: true }] });
  refuseWrites(true);
  const change = { put: NEW, remove: ['w1'], quiet: { from: 1320, to: 420, timeZone: 'Europe/Berlin' } };
  await expect(before.change('400', change)).rejects.toThrow('Nothing was changed.');
  refuseWrites(false);
  expect(await ids()).toEqual(['w1']);
  expect(await subscriptions.person('400')).toBeNull();
  expect((await undos.last('400'))?.key).toBe(key);
  const next = await restarted();
  expect(await next.ids()).toEqual(['w1']);
  expect(await next.undos.take('400', key)).toEqual({ key, step: { put: [watch], remove: [] } });
});

test.each([
  [
    'written',
    'constraint failed',
    "CREATE TRIGGER full BEFORE INSERT ON notices BEGIN SELECT raise(ABORT, 'disk full'); END",
  ],
  ['read', 'no such table', 'DROP TABLE messages'],
])('fault 59: a change whose notices cannot be %s leaves nothing', async (_, reason, fault) => {
  const folder = temporaryFolder();
  const { changes, db, subscriptions, undos, close } = await openChanges(folder);
  onTestFinished(() => close());
  db.exec(fault);
  const ends = { ...watch, expiresAt: 4_000_000_000_000 };
  await expect(changes.change('400', { put: [...NEW, ends] })).rejects.toThrow(reason);
  expect(await subscriptions.watchesOf('400')).toEqual([]);
  expect(await undos.last('400')).toBeNull();
});

test('a change survives a restart with watches, quiet hours, the notice of an end and the undo step', async () => {
  const { before, restarted } = await opened();
  const quiet = { from: 1320, to: 420, timeZone: 'Europe/Berlin' };
  await before.change('400', { put: [...NEW, { ...watch, expiresAt: 4_000_000_000_000 }], remove: [], quiet });
  const next = await restarted();
  expect(await next.ids()).toEqual(['w1', 'w2', 'w3']);
  expect((await next.subscriptions.person('400'))?.quiet).toEqual(quiet);
  const notices = await next.journal.noticesOf({ kind: 'user', id: '400' }, 9);
  expect(notices.map(({ notice }) => notice.cause.kind)).toEqual(['expiring']);
  await next.changes.undo('400');
  expect(await next.ids()).toEqual(['w1']);
  expect((await next.subscriptions.person('400'))?.quiet ?? null).toBeNull();
});

test('concurrent changes of one user run in sequence, and each can be undone from the one before', async () => {
  const { before, undos, ids } = await opened();
  const [, key] = await Promise.all([
    before.change('400', { put: NEW }),
    before.change('400', { put: [{ ...watch, price: 7 }], remove: ['w3'] }),
  ]);
  expect(await ids()).toEqual(['w1', 'w2']);
  expect(await undos.last('400')).toEqual({ key, step: { put: [watch, { ...watch, id: 'w3' }], remove: [] } });
});

test('*Undo* pressed twice at once undoes once', async () => {
  const { before, ids } = await opened();
  const key = await before.change('400', { put: NEW });
  const outcomes = await Promise.all([before.undo('400', key), before.undo('400', key)]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['nothing-kept', 'undone']);
  expect(await ids()).toEqual(['w1']);
});

test('a watch removed while its undo begins stays removed', async () => {
  const { changes, subscriptions, undos, close } = await openChanges(temporaryFolder(), (parts) => {
    const slowly = async <T>(reading: Promise<T>): Promise<T> => {
      const read = await reading;
      await setTimeout(50);
      return read;
    };
    const { last, take } = parts.undos;
    const slow = { ...parts.undos, last: (id: string) => slowly(last(id)) };
    return { ...parts, undos: { ...slow, take: (id: string, key?: string) => slowly(take(id, key)) } };
  });
  onTestFinished(() => close());
  await changes.change('400', { put: [watch] });
  await changes.change('400', { remove: ['w1'] });
  const undone = changes.undo('400');
  await setTimeout(10);
  await Promise.all([undone, changes.forget('400')]);
  expect(await subscriptions.watchesOf('400')).toEqual([]);
  expect(await undos.last('400')).toBeNull();
});

test('watches get the language of the last command, and are written only if it changes', async () => {
  let writes = 0;
  const { changes, settings, close } = await openChanges(temporaryFolder(), (parts) => ({
    ...parts,
    settings: {
      putWatch(one) {
        writes += 1;
        return parts.settings.putWatch(one);
      },
      removeWatch: (id) => parts.settings.removeWatch(id),
      putPerson: (person) => parts.settings.putPerson(person),
      removePerson: (id) => parts.settings.removePerson(id),
    },
  }));
  onTestFinished(() => close());
  await settings.putWatch(watch);
  await changes.saveLanguage(watch.userId, 'ja');
  await changes.saveLanguage(watch.userId, 'ja');
  expect((await settings.watches()).map(({ locale }) => locale)).toEqual(['ja']);
  expect(writes).toBe(1);
});

test('a language that the user has set precedes that of their client, for watches and the weekly message', async () => {
  const { changes, settings, subscriptions, close } = await openChanges(temporaryFolder());
  onTestFinished(() => close());
  await settings.putWatch(watch);
  const weekly = { timeZone: 'UTC', since: 1, locale: 'en-US' };
  await settings.putPerson({ id: watch.userId, quiet: null, language: 'ko', weekly });
  await changes.saveLanguage(watch.userId, 'ja');
  expect((await settings.watches()).map(({ locale }) => locale)).toEqual(['ko']);
  expect((await subscriptions.person(watch.userId))?.weekly?.locale).toBe('ko');
});

test('a language that cannot be saved is logged, and the watch is kept', async () => {
  const { before, settings, log, refuseWrites } = await opened();
  refuseWrites(true);
  await before.saveLanguage(watch.userId, 'ja');
  expect((await settings.watches()).map(({ locale }) => locale)).toEqual([watch.locale]);
  expect(log.lines.map(({ sentence }) => sentence)).toContain('Could not save the language of watches');
});

test('a watch removed twice at once comes back with one undo', async () => {
  const { changes, settings, subscriptions, close } = await openChanges(temporaryFolder());
  onTestFinished(() => close());
  await settings.putWatch(watch);
  const twice = [1, 2].map(() => changes.change(watch.userId, { remove: [watch.id] }));
  const [key, again] = await Promise.all(twice);
  expect(again).toBe(key);
  expect(await changes.undo(watch.userId, key)).toMatchObject({ kind: 'undone', put: [{ id: watch.id }] });
  expect(await subscriptions.watchesOf(watch.userId)).toEqual([watch]);
});

test('a watch removed while its owner changes the language stays removed', async () => {
  const { before, transactions, settings, ids } = await opened();
  for (const one of NEW) await settings.putWatch(one);
  const languageSaved = before.saveLanguage(watch.userId, 'fr');
  const removed = transactions.run(`user:${watch.userId}`, () => settings.removeWatch('w3'));
  const again = before.saveLanguage(watch.userId, 'ja');
  await Promise.all([languageSaved, removed, again]);
  expect(await ids()).toEqual(['w1', 'w2']);
});

test('50,000 new ids are distinct', () => {
  const ids = new Set(Array.from({ length: 50_000 }, newId));
  expect(ids.size).toBe(50_000);
});
