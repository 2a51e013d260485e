import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { Settings } from '../../../src/ports/settings.ts';
import { countSettings } from '../../../src/storage/sqlite/counted-settings.ts';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { openJournal } from '../../../src/storage/sqlite/journal.ts';
import { openSettings } from '../../../src/storage/sqlite/settings.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { startChild } from './child.ts';
import { feed, watch } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: a real store in files, of processes that are killed, its WAL damaged by the test. */

const SAVER = join(import.meta.dirname, 'watch-saver.ts');
const SETTINGS = 'crier.sqlite';
const EVENTS = 'crier.events.sqlite';
const NOW = 1_700_000_000_000;
const DAY = 86_400_000;
const NONE = { feeds: 0, watches: 0, people: 0 };

let killed: Promise<ReadonlyMap<string, Buffer>> | undefined;

/** A process saves a feed and three watches; then it is killed. What stands on disk then, by the names of the files. */
async function filesOfKilled(): Promise<ReadonlyMap<string, Buffer>> {
  const folder = temporaryFolder();
  const child = startChild(SAVER, [join(folder, SETTINGS), join(folder, EVENTS)]);
  expect(await child.line()).toBe('saved');
  expect(statSync(join(folder, `${SETTINGS}-wal`)).size).toBe(0);
  await child.kill();
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

/** The store of a process that was killed; every byte of the settings' WAL is turned over. */
async function killedAndDamaged() {
  const folder = temporaryFolder();
  killed ??= filesOfKilled();
  for (const [name, bytes] of await killed) {
    writeFileSync(join(folder, name), name === `${SETTINGS}-wal` ? bytes.map((byte) => byte ^ 0xff) : bytes);
  }
  const settingsPath = join(folder, SETTINGS);
  const eventsPath = join(folder, EVENTS);

  /** A start at that time, all of it closed again. */
  async function start(at: number) {
    const log = recordingLog();
    const journal = openJournal(openDatabase(eventsPath, log), Date.now, log);
    const store = await openSettings(settingsPath, log);
    onTestFinished(() => store.close());
    const counted = await countSettings(store, journal, log, at);
    const errors = log.errors();
    return { ...counted, errors, close: () => Promise.all([store.close(), journal.close()]) };
  }
  return { settingsPath, start };
}

/** As a newer Crier would write it. */
function makeUnreadable(settingsPath: string, id: string): void {
  const db = new DatabaseSync(settingsPath);
  db.prepare(`UPDATE keyv SET value = json_set(value, '$.value.v', 2) WHERE key LIKE '%' || ?`).run(id);
  db.close();
}

it('fault 81: damage to the WAL takes nothing of what was called saved', async () => {
  const { start } = await killedAndDamaged();
  const { feeds, watches, lack, errors } = await start(NOW);
  expect([feeds.length, watches.length]).toEqual([1, 3]);
  expect([lack(NOW), errors]).toEqual([null, []]);
});

it('fault 81: what is gone is shouted, and told through restarts for a week or until it is back', async () => {
  const { settingsPath, start } = await killedAndDamaged();
  const db = new DatabaseSync(settingsPath);
  db.exec('DELETE FROM keyv');
  db.close();
  const first = await start(NOW);
  expect([first.feeds, first.watches]).toEqual([[], []]);
  expect(first.errors).toMatchObject([{ facts: { known: { feeds: 1, watches: 3 }, found: NONE } }]);
  const lost = { feeds: 1, watches: 3, people: 0, at: NOW };
  expect(first.lack(NOW)).toEqual({ lost, setAside: NONE });
  await first.settings.putWatch(watch);
  await first.close();

  const second = await start(NOW + DAY);
  expect([second.errors, second.lack(NOW + DAY)]).toEqual([[], { lost, setAside: NONE }]);
  expect(second.lack(NOW + 8 * DAY)).toBeNull();
  await second.close();

  const backup = await openSettings(settingsPath, recordingLog());
  await backup.putFeed(feed);
  for (const id of ['w2', 'w3', 'w4']) await backup.putWatch({ ...watch, id });
  await backup.close();
  expect((await start(NOW + 2 * DAY)).lack(NOW + 2 * DAY)).toBeNull();
});

it('fault 81: no crash between the settings and their count is taken for a loss', async () => {
  const { start } = await killedAndDamaged();
  const { settings, close } = await start(NOW);
  await settings.removeWatch('w1');
  await settings.removeWatch('w1');
  await settings.putWatch({ ...watch, id: 'w4' });
  await settings.putWatch({ ...watch, id: 'w4', paused: true });
  await settings.removeFeed(feed.id);
  await close();
  expect((await start(NOW)).lack(NOW)).toBeNull();
});

it('fault 81: what cannot be read is told, and is no loss', async () => {
  const { settingsPath, start } = await killedAndDamaged();
  makeUnreadable(settingsPath, 'w2');
  const { lack, errors } = await start(NOW);
  expect(lack(NOW)).toEqual({ lost: null, setAside: { ...NONE, watches: 1 } });
  expect(errors).toMatchObject([{ facts: { namespace: 'watches', count: 1, ids: ['w2'] } }]);
});

it.each([
  ['written over', (settings: Settings) => settings.putWatch({ ...watch, id: 'w2' })],
  ['removed', (settings: Settings) => settings.removeWatch('w2')],
])('fault 81: what cannot be read and is %s is no loss at the next start', async (_, act) => {
  const { settingsPath, start } = await killedAndDamaged();
  makeUnreadable(settingsPath, 'w2');
  const { settings, close } = await start(NOW);
  await act(settings);
  await close();
  expect((await start(NOW)).lack(NOW)).toBeNull();
});

it('a count that cannot be lowered keeps what was to be removed', async () => {
  const folder = temporaryFolder();
  const log = recordingLog();
  const store = await openSettings(join(folder, 'crier.sqlite'), log);
  onTestFinished(() => store.close());
  let isFull = false;
  const note = async () => {
    if (isFull) throw new Error('disk full');
  };
  const { settings } = await countSettings(store, { note, noted: async () => null }, log, NOW);
  await settings.putWatch(watch);
  isFull = true;
  await expect(settings.removeWatch(watch.id)).rejects.toMatchObject({ name: 'NotSaved' });
  expect(await settings.watches()).toEqual([watch]);
});
