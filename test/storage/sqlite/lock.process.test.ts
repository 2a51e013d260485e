import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isLocked, lockStore } from '../../../src/storage/sqlite/lock.ts';
import { startChild } from './child.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: the real lock of a store, held by another process. */

const HOLDER = join(import.meta.dirname, 'lock-holder.ts');
const refusal = (path: string) => `Another Crier already runs on this store (it holds ${path}); stop it first.`;

it('fault 57: refuses a second instance while another process runs, and not a moment longer', async () => {
  const path = join(temporaryFolder(), 'data', 'crier.lock.sqlite');
  const holder = startChild(HOLDER, [path]);
  expect(await holder.line()).toBe('held');
  expect(() => lockStore(path)).toThrow(refusal(path));

  await holder.kill();
  const unlock = lockStore(path);
  const late = startChild(HOLDER, [path]);
  expect(await late.line()).toBe(`StoreUnusable: ${refusal(path)}`);
  unlock();
});

it('is seen from outside by who takes no lock, and makes no file', async () => {
  const path = join(temporaryFolder(), 'crier.lock.sqlite');
  expect(isLocked(path)).toBe(false);
  expect(existsSync(path)).toBe(false);
  const holder = startChild(HOLDER, [path]);
  expect(await holder.line()).toBe('held');
  expect(isLocked(path)).toBe(true);
  await holder.kill();
  expect(isLocked(path)).toBe(false);
  lockStore(path)();
});

it('refuses within one process too, until it is given back', () => {
  const path = join(temporaryFolder(), 'crier.lock.sqlite');
  const unlock = lockStore(path);
  expect(() => lockStore(path)).toThrow(refusal(path));
  unlock();
  unlock();
  lockStore(path)();
});

it('says so where the lock cannot be taken', () => {
  const folder = temporaryFolder();
  expect(() => lockStore(folder)).toThrow(
    `The store's lock at ${folder} cannot be taken: unable to open database file.`,
  );
});
