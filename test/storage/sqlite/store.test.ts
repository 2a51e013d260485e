import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlitePorts } from '../../../src/composition/sqlite-ports.ts';
import { StoreUnusable } from '../../../src/faults/store-faults.ts';
import { createUndos } from '../../../src/storage/records/records.ts';
import { locateStore } from '../../../src/storage/sqlite/files.ts';
import { openStore, type Store } from '../../../src/storage/sqlite/store.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { watch } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: a real store in files. */

function locate(folder: string) {
  const answer = locateStore(`sqlite://${folder}/new/crier.sqlite`);
  if (!answer.ok) throw new Error(answer.why);
  return answer.location;
}

/** Saves an undo step, as an example of any record. */
const save = (store: Store) => createUndos(store.records).keep('400', { put: [watch], remove: [] });
const saved = async (store: Store) => (await createUndos(store.records).last('400'))?.step.put;

it('a store creates its folder, refuses a second instance, and accepts it after closing', async () => {
  const location = locate(temporaryFolder());
  const store = await openStore(location, recordingLog());
  await save(store);
  await expect(openStore(location, recordingLog())).rejects.toMatchObject({
    name: 'StoreUnusable',
    message: expect.stringContaining('Another Crier already runs'),
  });
  await store.close();

  const next = await openStore(location, recordingLog());
  expect(await saved(next)).toEqual([watch]);
  await next.close();
});

it.each([
  ['crier.service', false],
  ['crier.cache.sqlite', false],
  ['crier.sqlite', true],
  ['crier.sqlite.corrupt-2026', true],
  ['crier.shops-1.json.zst', true],
])('a store that finds %s was used before: %s', async (file, wasUsed) => {
  const location = locate(temporaryFolder());
  mkdirSync(dirname(location.stem));
  writeFileSync(join(dirname(location.stem), file), '');
  const store = await openStore(location, recordingLog());
  onTestFinished(() => store.close());
  expect(store.wasUsed).toBe(wasUsed);
});

it('a store releases its lock if a file cannot be opened', async () => {
  const location = locate(temporaryFolder());
  const blocked = { ...location, path: join(location.lock, 'below-a-file.sqlite') };
  await expect(openStore(blocked, recordingLog())).rejects.toThrow(StoreUnusable);
  const store = await openStore(location, recordingLog());
  await store.close();
});

it('fault 58: a corrupt store is quarantined and logged, and reported in lists and /health for a week', async () => {
  const location = locate(temporaryFolder());
  mkdirSync(dirname(location.stem));
  writeFileSync(location.path, 'no database '.repeat(1_000));
  const log = recordingLog();
  const clock = new ManualClock(1_700_000_000_000);
  const lackAt = async (at: number) => {
    clock.advance(at - clock.now());
    const store = await openStore(location, log, { now: () => clock.now() });
    const ports = await openSqlitePorts(store, location.stem, { clock, log });
    const lack = ports.settingsLack();
    await ports.close();
    return lack;
  };
  const first = clock.now();
  const lack = { quarantinedAt: first, unreadable: { feeds: 0, watches: 0, people: 0 } };
  expect(await lackAt(first)).toEqual(lack);
  expect(log.errors()).toMatchObject([
    { level: 'error', facts: { path: location.path } },
    {
      level: 'error',
      sentence: 'Store file missing, created an empty one: settings, outbox and history are lost',
    },
  ]);
  expect(await lackAt(first + 6 * DAY_MS)).toEqual(lack);
  expect(await lackAt(first + 7 * DAY_MS)).toBeNull();
});

it.each([
  ['removed', (path: string) => rmSync(path)],
  ['emptied', (path: string) => truncateSync(path)],
])('fault 58: a store that was %s after a run is reported like a corrupt one', async (_, lose) => {
  const location = locate(temporaryFolder());
  const log = recordingLog();
  const clock = new ManualClock(1_700_000_000_000);
  const lack = async () => {
    const store = await openStore(location, log, { now: () => clock.now() });
    const ports = await openSqlitePorts(store, location.stem, { clock, log });
    const found = ports.settingsLack();
    await ports.close();
    return found;
  };
  expect(await lack(), 'at the first start').toBeNull();
  lose(location.path);
  expect(await lack()).toEqual({ quarantinedAt: clock.now(), unreadable: { feeds: 0, watches: 0, people: 0 } });
  expect(log.errors()).toMatchObject([{ sentence: expect.stringMatching(/^Store file missing/) }]);
});

it.each([
  ['an hour', 3_600_000, true],
  ['eight days', 8 * DAY_MS, false],
])('a corrupt file that a killed start quarantined %s ago is a loss of settings: %s', async (_, ago, isLoss) => {
  const location = locate(temporaryFolder());
  const now = 1_700_000_000_000;
  mkdirSync(dirname(location.stem));
  const at = new Date(now - ago).toISOString().replaceAll(':', '-');
  writeFileSync(`${location.path}.corrupt-${at}`, 'no database');
  const store = await openStore(location, recordingLog(), { now: () => now });
  onTestFinished(() => store.close());
  const marks = store.db.prepare("SELECT at FROM checkpoints WHERE name = '.quarantined'").all();
  expect(marks).toEqual(isLoss ? [{ at: now }] : []);
});
