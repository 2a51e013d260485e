import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from '../../storage/sqlite/child.ts';
import { openFolder } from './open-folder.ts';

const SAVER = join(import.meta.dirname, 'many-saves.ts');

test('two hundred more snapshots leak no files, descriptors or memory', async () => {
  const child = startChild(SAVER, [join(openFolder().folder, 'crier')]);
  const first = JSON.parse((await child.line()) ?? '');
  const then = JSON.parse((await child.line()) ?? '');
  expect([first.names, then.names]).toEqual([1, 1]);
  expect(then.descriptors).toBe(first.descriptors);
  // A leaked snapshot would keep half a megabyte of buffered bytes.
  expect(then.bytes - first.bytes).toBeLessThan(500_000);
});
