import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { NotSaved } from '../../src/faults/not-saved.ts';
import type { Settings } from '../../src/ports/settings.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { openSettings } from '../../src/storage/sqlite/settings.ts';
import { askInMemory } from '../../src/subscriptions/ask-in-memory.ts';
import { keepInStep } from '../../src/subscriptions/settings-in-memory.ts';
import { WatchChanges } from '../../src/subscriptions/watch-changes.ts';
import { OneAfterAnother } from '../../src/time/one-after-another.ts';
import { recordingLog } from '../log/recording-log.ts';
import { openUndos } from '../storage/sqlite/open-kept.ts';
import { watch } from '../storage/sqlite/samples.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { openChanges } from './open-changes.ts';

const NEW = [
  { ...watch, id: 'w2' },
  { ...watch, id: 'w3' },
];

/** What changes watches, on real files that hold one. `fails`: which writes, counted from 0, find the disk full, or the process dead. */
async function keeping(fails: (write: number) => boolean, end: 'full' | 'killed' = 'full') {
  const folder = temporaryFolder();
  const log = recordingLog();
  const journal = openJournal(openDatabase(join(folder, 'crier.events.sqlite'), log), Date.now, log);
  const store = await openSettings(join(folder, 'crier.sqlite'), log);
  const undos = await openUndos(join(folder, 'crier.sqlite'), log);
  const { unfinished } = store;
  onTestFinished(async () => void (await Promise.all([store.close(), undos.close(), journal.close()])));
  await store.putWatch(watch);
  let writes = 0;
  const write = async (work: () => Promise<void>) => {
    if (!fails(writes++)) return work();
    if (end === 'killed') return new Promise<void>(() => undefined);
    throw new NotSaved(new Error('disk full'));
  };
  const failing: Settings = {
    ...store,
    putWatch: (one) => write(() => store.putWatch(one)),
    removeWatch: (id) => write(() => store.removeWatch(id)),
  };
  const start = async (settings: Settings) => {
    const memory = new SubscriptionsInMemory();
    for (const one of await store.watches()) memory.putWatch(one);
    const rest = {
      undos,
      turns: new OneAfterAnother(),
      unfinished,
      journal,
      wake() {},
      openDirectMessages: async () => {},
      now: Date.now,
      log,
    };
    return new WatchChanges({
      subscriptions: askInMemory(memory),
      settings: keepInStep(settings, memory),
      ...rest,
    });
  };
  return {
    store,
    undos,
    log,
    before: await start(failing),
    restarted: () => start(store),
    ids: async () => (await store.watches()).map(({ id }) => id).sort(),
  };
}

test('where nothing of a change could be saved, that is what is said', async () => {
  const { before, ids } = await keeping(() => true);
  await expect(before.change('400', { put: NEW, remove: ['w1'] })).rejects.toThrow('Nothing was changed.');
  expect(await ids()).toEqual(['w1']);
});

test('what could not be saved takes no place in what can be undone', async () => {
  const { undos, before } = await keeping((write) => write === 1);
  const edited = { ...watch, paused: true };
  const key = await before.change('400', { put: [edited] });
  await expect(before.change('400', { put: [{ ...watch, price: 7 }] })).rejects.toThrow('Nothing was changed.');
  expect(await undos.take('400', key)).toEqual({ key, step: { put: [watch], remove: [] } });
});

test('what was saved before the rest failed is taken back', async () => {
  const { before, ids } = await keeping((write) => write === 1);
  await expect(before.change('400', { put: NEW })).rejects.toThrow('Nothing was changed.');
  expect(await ids()).toEqual(['w1']);
});

test('what could neither be saved nor taken back is said, and `/watch undo` takes it back later', async () => {
  const { log, before, restarted, ids } = await keeping((write) => write > 0);
  await expect(before.change('400', { put: NEW })).rejects.toThrow('Only a part of a change was saved');
  expect(log.errors()).toHaveLength(1);
  expect(await ids()).toEqual(['w1', 'w2']);
  await (await restarted()).undo('400');
  expect(await ids()).toEqual(['w1']);
});

test('what a kill leaves halfway `/watch undo` takes back', async () => {
  const { before, restarted, ids } = await keeping((write) => write > 0, 'killed');
  void before.change('400', { put: NEW });
  await expect.poll(ids).toEqual(['w1', 'w2']);
  await (await restarted()).undo('400');
  expect(await ids()).toEqual(['w1']);
});

test('what could neither be saved nor taken back is taken back at the next start', async () => {
  const { log, before, restarted, ids } = await keeping((write) => write > 0);
  await expect(before.change('400', { put: NEW })).rejects.toThrow('Only a part of a change was saved');
  await (await restarted()).recover();
  expect(await ids()).toEqual(['w1']);
  expect(log.errors()).toHaveLength(1);
});

test('a start that cannot take back what was cut short leaves it to the next one', async () => {
  const { log, before, restarted, ids } = await keeping((write) => write > 0);
  await expect(before.change('400', { put: NEW })).rejects.toThrow();
  await before.recover();
  expect(await ids()).toEqual(['w1', 'w2']);
  await (await restarted()).recover();
  expect(await ids()).toEqual(['w1']);
  expect(log.errors()).toHaveLength(2);
});

test('changes of one person at once are made one after the other: each can be undone from what the one before left', async () => {
  const { before, undos, ids } = await keeping(() => false);
  const [, key] = await Promise.all([
    before.change('400', { put: NEW }),
    before.change('400', { put: [{ ...watch, price: 7 }], remove: ['w3'] }),
  ]);
  expect(await ids()).toEqual(['w1', 'w2']);
  expect(await undos.last('400')).toEqual({ key, step: { put: [watch, { ...watch, id: 'w3' }], remove: [] } });
});

test('*Undo* pressed twice at once undoes once', async () => {
  const { before, ids } = await keeping(() => false);
  const key = await before.change('400', { put: NEW });
  const outcomes = await Promise.all([before.undo('400', key), before.undo('400', key)]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['nothing-kept', 'undone']);
  expect(await ids()).toEqual(['w1']);
});

test('what is forgotten while an undo of it begins stays forgotten', async () => {
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
  onTestFinished(async () => void (await close()));
  await changes.change('400', { put: [watch] });
  await changes.change('400', { remove: ['w1'] });
  const undone = changes.undo('400');
  await setTimeout(10);
  await Promise.all([undone, changes.forget('400')]);
  expect(await subscriptions.watchesOf('400')).toEqual([]);
  expect(await undos.last('400')).toBeNull();
});

test('what is forgotten does not come back at the next start', async () => {
  const { log, before, restarted, ids } = await keeping((write) => write > 0);
  await expect(before.change('400', { put: NEW })).rejects.toThrow();
  const later = await restarted();
  await later.forget('400');
  await later.recover();
  expect(await ids()).toEqual([]);
  expect(log.errors()).toHaveLength(1);
});

test('watches tell in the language of the last command, and are written only when that changes', async () => {
  let writes = 0;
  const { before, store } = await keeping(() => {
    writes += 1;
    return false;
  });
  await before.speak(watch.userId, 'ja');
  await before.speak(watch.userId, 'ja');
  expect((await store.watches()).map(({ locale }) => locale)).toEqual(['ja']);
  expect(writes).toBe(1);
});

test('a language that cannot be written is said in the log, and the watch stays', async () => {
  const { before, store, log } = await keeping(() => true);
  await before.speak(watch.userId, 'ja');
  expect((await store.watches()).map(({ locale }) => locale)).toEqual([watch.locale]);
  expect(log.lines.map(({ sentence }) => sentence)).toContain('The watches of a person keep their old language');
});

test('a watch that is removed twice at once comes back with one undo', async () => {
  const { changes, settings, subscriptions, close } = await openChanges(temporaryFolder());
  onTestFinished(async () => void (await close()));
  await settings.putWatch(watch);
  const twice = [1, 2].map(() => changes.change(watch.userId, { remove: [watch.id] }));
  const [key, again] = await Promise.all(twice);
  expect(again).toBe(key);
  expect(await changes.undo(watch.userId, key)).toMatchObject({ kind: 'undone', put: [{ id: watch.id }] });
  expect(await subscriptions.watchesOf(watch.userId)).toEqual([watch]);
});

test('a watch that has told and is put away stays away, also while the person changes their language', async () => {
  const { changes, settings, subscriptions, close } = await openChanges(temporaryFolder(), (parts) => ({
    ...parts,
    settings: {
      ...parts.settings,
      async putWatch(one) {
        await parts.settings.putWatch(one);
        if (one.id === 'w2') await parts.settings.removeWatch('w3');
      },
    },
  }));
  onTestFinished(async () => void (await close()));
  for (const one of NEW) await settings.putWatch(one);
  await changes.speak(watch.userId, 'fr');
  expect(await subscriptions.watchesOf(watch.userId)).toEqual([{ ...watch, id: 'w2', locale: 'fr' }]);
});
