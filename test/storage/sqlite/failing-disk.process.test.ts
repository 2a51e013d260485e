import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { recordingLog } from '../../log/recording-log.ts';
import { startChild } from './child.ts';
import { openSettings } from './open-store-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: the real settings in a process of its own, with a limit on the size of its files. */

const WRITER = join(import.meta.dirname, 'settings-writer.ts');
const NOT_SAVED = /^NotSaved: Not saved: Crier could not write to its store \(.+\)\. Nothing was changed\.$/;

it('fault 54: a full disk rejects writes as "not saved", and the store keeps exactly the saved ones', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const child = startChild(WRITER, [path], 2_000);
  const { saved, error } = JSON.parse((await child.line()) ?? '');
  const { read, removal, trouble } = JSON.parse((await child.line()) ?? '');
  expect(saved.length).toBeGreaterThan(10);
  expect(error).toMatch(NOT_SAVED);
  expect(read.sort()).toEqual(saved.sort());
  expect(removal).toMatch(NOT_SAVED);

  // The next write that the disk accepts ends the trouble.
  expect(trouble).toMatch(/disk|full|I\/O/);
  execFileSync('prlimit', [`--pid=${child.process.pid}`, '--fsize=unlimited:unlimited']);
  expect(await child.line()).toBe('well again');

  const settings = await openSettings(path, recordingLog());
  onTestFinished(() => settings.close());
  expect((await settings.watches()).map((found) => found.id).sort()).toEqual(saved);
});
