import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { NotSaved } from '../../../src/faults/store-faults.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { openUndos } from './open-store-file.ts';
import { watch } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: a real store in files. */

const ADA = '400';
const BOB = '401';
const STEP = { put: [watch], remove: ['w2'] };
const OTHER = { put: [], remove: ['w3'] };

afterEach(() => void vi.useRealTimers());

async function opened() {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const open = async () => {
    const undos = await openUndos(path, recordingLog());
    onTestFinished(() => undos.close());
    return undos;
  };
  return { undos: await open(), open, path };
}

it('an undo step is returned once', async () => {
  const { undos } = await opened();
  const key = await undos.keep(ADA, STEP);
  expect(key).toMatch(/^[\w-]{8,20}$/);
  expect(await undos.take(ADA)).toMatchObject({ step: STEP });
  expect(await undos.take(ADA)).toBeNull();
  expect(await undos.take(ADA, key)).toBeNull();
});

it('only the last step of each user is kept, and an older key does not return it', async () => {
  const { undos } = await opened();
  const first = await undos.keep(ADA, STEP);
  const second = await undos.keep(ADA, OTHER);
  await undos.keep(BOB, STEP);
  expect(second).not.toBe(first);
  expect(await undos.take(ADA, first)).toBeNull();
  expect(await undos.take(BOB, second), 'somebody else’s key').toBeNull();
  expect(await undos.take(ADA, second), 'a wrong key takes nothing').toEqual({ key: second, step: OTHER });
  expect(await undos.take(BOB)).toMatchObject({ step: STEP });
});

it.each([null, { from: 1320, to: 420, timeZone: 'Europe/Berlin' }])(
  'an undo step restores earlier quiet hours: %j',
  async (quiet) => {
    const { undos } = await opened();
    await undos.keep(ADA, { put: [], remove: [], quiet });
    expect(await undos.take(ADA)).toMatchObject({ step: { put: [], remove: [], quiet } });
  },
);

it('an undo step survives a restart', async () => {
  const { undos, open } = await opened();
  const key = await undos.keep(ADA, STEP);
  expect(await (await open()).take(ADA, key)).toEqual({ key, step: STEP });
});

it('an undo step is deleted with its user', async () => {
  const { undos } = await opened();
  await undos.keep(ADA, STEP);
  await undos.keep(BOB, STEP);
  await undos.forget(ADA);
  expect([await undos.take(ADA), await undos.take(BOB)]).toMatchObject([null, { step: STEP }]);
});

it('an undo step expires after ten minutes', async () => {
  const { undos } = await opened();
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  await undos.keep(ADA, STEP);
  await undos.keep(BOB, STEP);
  vi.setSystemTime(now + 10 * 60_000 - 1_000);
  expect(await undos.take(ADA)).toMatchObject({ step: STEP });
  vi.setSystemTime(now + 10 * 60_000 + 1_000);
  expect(await undos.take(BOB)).toBeNull();
});

it('an undo step that two calls request at once is returned once', async () => {
  const { undos } = await opened();
  const key = await undos.keep(ADA, STEP);
  const taken = await Promise.all([undos.take(ADA, key), undos.take(ADA), undos.take(ADA, key)]);
  expect(taken.filter((step) => step !== null)).toHaveLength(1);
});

it('fault 54: a step that cannot be taken rejects with "not saved", and stays', async () => {
  const { undos, path } = await opened();
  await undos.keep(ADA, STEP);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  await expect(undos.take(ADA)).rejects.toThrow(NotSaved);
  other.close();
  expect(await undos.take(ADA)).toMatchObject({ step: STEP });
});
