import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from '../../storage/sqlite/child.ts';
import { openFolder } from './open-folder.ts';

const SAVER = join(import.meta.dirname, 'many-saves.ts');

test('two hundred more snapshots leave neither files nor descriptors nor memory behind', async () => {
  const child = startChild(SAVER, [join(openFolder().folder, 'crier')]);
  const first = JSON.parse((await child.line()) ?? '');
  const then = JSON.parse((await child.line()) ?? '');
  expect([first.names, then.names]).toEqual([1, 1]);
  expect(then.descriptors).toBe(first.descriptors);
  // The gathered bytes of one snapshot that was not let go weigh half a megabyte.
  expect(then.bytes - first.bytes).toBeLessThan(500_000);
});
