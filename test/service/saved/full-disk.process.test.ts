import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from '../../storage/sqlite/child.ts';
import { openFolder } from './open-folder.ts';

/** Stands on: real files of a process that may write no more than so much. */

const SAVER = join(import.meta.dirname, 'large-saver.ts');

test('fault 54: a full disk fails the saving of one snapshot, leaves no half of it, and harms neither those before nor those after', async () => {
  const { folder } = openFolder();
  const child = startChild(SAVER, [join(folder, 'crier')], 200);
  expect(JSON.parse((await child.line()) ?? '')).toEqual({
    error: 'Error: EFBIG: file too large, write',
    left: ['crier.shops-1.json.zst'],
    ids: [1, 3],
  });
});
