import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isLocked, lockStore } from '../../../src/storage/sqlite/lock.ts';
import { startChild } from './child.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: the real lock of a store, held by another process. */

const HOLDER = join(import.meta.dirname, 'lock-holder.ts');
const refusal = (path: string) =>
  `Another Crier already runs on this store (it holds ${path}); stop that process first.`;

it('fault 57: a second instance is refused while another process runs, and not after it ends', async () => {
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

it('a lock can be observed without taking it, and without creating a file', async () => {
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

it('a second instance in the same process is refused until the lock is released', () => {
  const path = join(temporaryFolder(), 'crier.lock.sqlite');
  const unlock = lockStore(path);
  expect(() => lockStore(path)).toThrow(refusal(path));
  unlock();
  unlock();
  lockStore(path)();
});

it('a lock that cannot be taken is reported', () => {
  const folder = temporaryFolder();
  expect(() => lockStore(folder)).toThrow(
    `The store's lock at ${folder} cannot be taken: unable to open database file.`,
  );
});
