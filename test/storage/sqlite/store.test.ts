import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { locateStore } from '../../../src/storage/sqlite/location.ts';
import { openStore } from '../../../src/storage/sqlite/store.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { feed } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: a real store in files. */

function locate(folder: string) {
  const answer = locateStore(`sqlite://${folder}/new/crier.sqlite`);
  if (!answer.ok) throw new Error(answer.why);
  return answer.location;
}

it('makes its folder, keeps a second instance out, and lets it in afterwards', async () => {
  const location = locate(temporaryFolder());
  const store = await openStore(location, recordingLog());
  await store.settings.putFeed(feed);
  await expect(openStore(location, recordingLog())).rejects.toMatchObject({
    name: 'StoreUnusable',
    message: expect.stringContaining('Another Crier already runs'),
  });
  store.events.close();
  await store.close();

  const next = await openStore(location, recordingLog());
  expect(await next.settings.feeds()).toEqual([feed]);
  next.events.close();
  await next.close();
});

it.each([
  ['crier.service', false],
  ['crier.sqlite', true],
  ['crier.events.sqlite', true],
  ['crier.events.sqlite.corrupt-2026', true],
  ['crier.shops-1.json.zst', true],
])('finds %s: used before? %s', async (file, wasUsed) => {
  const location = locate(temporaryFolder());
  mkdirSync(dirname(location.stem));
  writeFileSync(join(dirname(location.stem), file), '');
  const store = await openStore(location, recordingLog());
  onTestFinished(() => store.close());
  store.events.close();
  expect(store.wasUsed).toBe(wasUsed);
});

it('gives the lock back where a file cannot be opened', async () => {
  const location = locate(temporaryFolder());
  const blocked = { ...location, settings: join(location.lock, 'below-a-file.sqlite') };
  await expect(openStore(blocked, recordingLog())).rejects.toMatchObject({ name: 'StoreUnusable' });
  const store = await openStore(location, recordingLog());
  store.events.close();
  await store.close();
});

it('fault 58: a corrupt journal is set aside, that is said, and the settings are left alone', async () => {
  const location = locate(temporaryFolder());
  const store = await openStore(location, recordingLog());
  await store.settings.putFeed(feed);
  store.events.close();
  await store.close();
  writeFileSync(location.events, 'no database '.repeat(1_000));

  const log = recordingLog();
  const next = await openStore(location, log);
  expect(log.lines).toEqual([
    expect.objectContaining({ level: 'error', facts: expect.objectContaining({ path: location.events }) }),
  ]);
  expect(log.errors()).toHaveLength(1);
  expect(await next.settings.feeds()).toEqual([feed]);
  next.events.close();
  await next.close();
});
